#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drover::serve {

// A file of serve/page, built into the program.
struct PagePart {
  std::string_view name;  // without its ending
  std::string_view text;
};
[[nodiscard]] std::span<const PagePart> playground_parts();
// CodeMirror, the editor of the page.
[[nodiscard]] std::span<const PagePart> editor_scripts();
[[nodiscard]] std::span<const PagePart> editor_styles();

// A file that the server offers at a path: built-in texts, joined.
struct PageFile {
  std::string_view path;
  std::string_view type;
  std::string (*text)() = nullptr;
};
[[nodiscard]] const PageFile* find_page_file(std::string_view path);

}  // namespace drover::serve
