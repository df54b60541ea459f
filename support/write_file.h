#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace drover {

// Writes a file as a whole or not at all: what was there before stays until the new text is
// complete. Gives an empty text, or why it could not be written.
[[nodiscard]] std::string write_whole_file(const std::filesystem::path& path,
                                           std::string_view text);
// The same, and it has reached the disk when this comes back.
[[nodiscard]] std::string write_durable_file(const std::filesystem::path& path,
                                             std::string_view text);

}  // namespace drover
