#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drover::lsp {

// A model file that is part of Drover, as a file that an editor can open: it is written into the
// user's folder of cached files when it is first asked for. Nothing if it cannot be written.
[[nodiscard]] std::optional<std::string> library_file(std::string_view name, std::string_view text);

}  // namespace drover::lsp
