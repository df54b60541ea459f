#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drover {

struct LibraryVersion {
  std::string_view name;
  std::string_view version;
};

// Of CMake's project. The definitions are generated, see support/version.cmake.
[[nodiscard]] std::string_view version();
// What was checked out when it was built; empty if git could not tell.
[[nodiscard]] std::string_view commit();
// What it was built with.
[[nodiscard]] std::span<const LibraryVersion> library_versions();

// "0.2.0 (commit 0123456789ab)"; a build of an archive says that it has no commit.
[[nodiscard]] std::string version_with_commit();

}  // namespace drover
