#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drover::lsp {

// Returns a built-in model file as a file that an editor can open, written into the user's cache
// folder on first use. Nothing if writing fails.
[[nodiscard]] std::optional<std::string> library_file(std::string_view name, std::string_view text);

}  // namespace drover::lsp
