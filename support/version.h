#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drover {

struct LibraryVersion {
  std::string_view name;
  std::string_view version;
};

// The version of the CMake project. support/version.cmake generates the definitions.
[[nodiscard]] std::string_view version();
// The commit that was built; empty if git could not tell.
[[nodiscard]] std::string_view commit();
// The libraries of this build.
[[nodiscard]] std::span<const LibraryVersion> library_versions();

// "0.2.0 (commit 0123456789ab)"; a build of an archive says that it has no commit.
[[nodiscard]] std::string version_with_commit();

}  // namespace drover
