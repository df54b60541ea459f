#pragma once

#include <string>
#include <string_view>

namespace drover::lsp {

// The path of a `file:` address; of another one, what is after its scheme: a name to show.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
[[nodiscard]] std::string uri_of_path(std::string_view path);
[[nodiscard]] bool is_file_uri(std::string_view uri);

}  // namespace drover::lsp
