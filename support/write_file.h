#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace drover {

// Writes a file atomically: the old content stays until the new text is complete. Returns an empty
// text, or why writing failed.
[[nodiscard]] std::string write_whole_file(const std::filesystem::path& path,
                                           std::string_view text);
// Like write_whole_file, and flushes the file to the disk before returning.
[[nodiscard]] std::string write_durable_file(const std::filesystem::path& path,
                                             std::string_view text);

}  // namespace drover
