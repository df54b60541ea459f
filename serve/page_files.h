#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::serve {

// A file of serve/page, which is part of the program.
struct PagePart {
  std::string_view name;  // without its ending
  std::string_view text;
};
[[nodiscard]] std::span<const PagePart> playground_parts();
// Of CodeMirror: the editor of the page.
[[nodiscard]] std::span<const PagePart> editor_scripts();
[[nodiscard]] std::span<const PagePart> editor_styles();

// What the server has at a path: texts that are part of the program, put together.
struct PageFile {
  std::string_view path;
  std::string_view type;
  std::string (*text)() = nullptr;
};
[[nodiscard]] const PageFile* find_page_file(std::string_view path);

}  // namespace drover::serve
