#include "support/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include "support/format.h"

namespace drover {

namespace {

// Makes draft names unique when several threads write the same file.
std::atomic<unsigned> next_draft{0};

enum class Durability : std::uint8_t { Usual, OnDisk };

// Flushes a file or folder to the disk; true on success.
bool sync(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_good = ::fsync(file) == 0;
  ::close(file);
  return is_good;
}

std::string write_file(const std::filesystem::path& given, std::string_view text,
                       Durability durability) {
  std::error_code error;
  const auto complaint = [&](const std::string& why) {
    return format("cannot write `{}`{}{}", given.string(), why.empty() ? "" : ": ", why);
  };
  // A pipe or a device cannot be replaced.
  const bool is_special =
      std::filesystem::exists(given, error) && !std::filesystem::is_regular_file(given, error);
  // A symbolic link stays: its target is replaced.
  std::filesystem::path path = given;
  constexpr int MaxLinks = 40;
  for (int links = 0; !is_special && links < MaxLinks && std::filesystem::is_symlink(path, error);
       ++links) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
    if (error) return complaint(error.message());
  }
  if (std::filesystem::is_directory(path, error)) return complaint("it is a folder");
  const std::filesystem::path draft =
      is_special
          ? path
          : std::filesystem::path(format("{}.{}.{}.new", path.string(), ::getpid(), next_draft++));
  errno = 0;
  std::ofstream stream(draft, std::ios::binary);
  stream << text;
  stream.close();
  const bool is_durable = durability == Durability::OnDisk && !is_special;
  if (!stream || (is_durable && !sync(draft))) {
    const std::string why = errno == 0 ? "" : std::strerror(errno);
    if (!is_special) std::filesystem::remove(draft, error);
    return complaint(why);
  }
  if (is_special) return "";
  const auto before = std::filesystem::status(path, error);
  if (std::filesystem::is_regular_file(before)) {
    std::filesystem::permissions(draft, before.permissions(), error);
  }
  std::filesystem::rename(draft, path, error);
  if (!error) {
    const std::filesystem::path folder = path.parent_path();
    if (is_durable) sync(folder.empty() ? "." : folder);
    return "";
  }
  const std::string why = error.message();
  std::filesystem::remove(draft, error);
  return complaint(why);
}

}  // namespace

std::string write_whole_file(const std::filesystem::path& path, std::string_view text) {
  return write_file(path, text, Durability::Usual);
}

std::string write_durable_file(const std::filesystem::path& path, std::string_view text) {
  return write_file(path, text, Durability::OnDisk);
}

}  // namespace drover
