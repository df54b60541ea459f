#pragma once

#include <span>
#include <string_view>

namespace drover::c {

// A header embedded in Drover: a file in frontend/c/headers or a folder there.
struct EmbeddedHeader {
  std::string_view name;  // without ".h": `sys/types`
  std::string_view text;
};

// Sorted by name.
[[nodiscard]] std::span<const EmbeddedHeader> embedded_headers();
// Finds a header by its file name: `stdio.h`; null if there is none.
[[nodiscard]] const EmbeddedHeader* find_header(std::string_view name);

}  // namespace drover::c
