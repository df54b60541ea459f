#include "report/page_target.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "support/format.h"

namespace drover::report {

bool is_standard_output(const std::string& output) { return output == "-"; }

std::string why_not_to(const std::string& output, std::span<const std::string> files) {
  namespace fs = std::filesystem;
  if (is_standard_output(output)) return "";
  if (output.empty()) return "the name of the page is empty";
  std::error_code error;
  if (fs::is_directory(output, error)) {
    return format("cannot write `{}`: it is a folder\nhint: `-o {}`", output,
                  (fs::path(output) / "report.html").string());
  }
  for (const std::string& file : files) {
    if (fs::equivalent(output, file, error)) {
      return format("`{}` is one of the programs: the page would replace it", output);
    }
  }
  const fs::path parent = fs::path(output).parent_path();
  const fs::path folder = parent.empty() ? fs::path(".") : parent;
  if (!fs::is_directory(folder, error)) {
    return format("cannot write `{}`: there is no folder `{}`", output, folder.string());
  }
  // An existing page is replaced as a whole: that needs access to the folder only.
  const bool is_special = fs::exists(output, error) && !fs::is_regular_file(output, error);
  const fs::path written = is_special ? fs::path(output) : folder;
  if (::access(written.c_str(), W_OK) != 0) {
    return format("cannot write `{}`: no permission to write to `{}`", output, written.string());
  }
  return "";
}

}  // namespace drover::report
