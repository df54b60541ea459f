#pragma once

#include <string>
#include <string_view>

namespace drover::lsp {

// Returns the path of a `file:` URI; for other schemes, the rest as a display name.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
[[nodiscard]] std::string uri_of_path(std::string_view path);
[[nodiscard]] bool is_file_uri(std::string_view uri);

}  // namespace drover::lsp
