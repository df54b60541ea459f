#include "support/write_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "support/format.h"

namespace drover {

std::string write_whole_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code error;
  const auto complaint = [&](const std::string& why) {
    return format("cannot write `{}`{}{}", path.string(), why.empty() ? "" : ": ", why);
  };
  if (std::filesystem::is_directory(path, error)) return complaint("it is a folder");
  // A pipe or a device cannot be replaced.
  const bool is_special =
      std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  const std::filesystem::path draft =
      is_special ? path : std::filesystem::path(format("{}.{}.part", path.string(), ::getpid()));
  errno = 0;
  std::ofstream stream(draft, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) {
    const std::string why = errno == 0 ? "" : std::strerror(errno);
    if (!is_special) std::filesystem::remove(draft, error);
    return complaint(why);
  }
  if (is_special) return "";
  std::filesystem::rename(draft, path, error);
  if (!error) return "";
  const std::string why = error.message();
  std::filesystem::remove(draft, error);
  return complaint(why);
}

}  // namespace drover
