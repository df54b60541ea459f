#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "support/check.h"

namespace drover::cat {

// A cat file embedded in the executable: explorer/models/*.cat and explorer/models/library/*.cat.
struct EmbeddedText {
  std::string_view name;  // without ".cat"
  std::string_view text;
};

// Returns all embedded files, sorted by name.
[[nodiscard]] std::span<const EmbeddedText> embedded_texts();

// Null if there is none of that name.
[[nodiscard]] inline const EmbeddedText* find_embedded(std::string_view name) {
  const auto texts = embedded_texts();
  const auto found = std::ranges::find(texts, name, &EmbeddedText::name);
  return found == texts.end() ? nullptr : &*found;
}
// Returns the text of a file that is known to exist.
[[nodiscard]] inline std::string_view embedded_text(std::string_view name) {
  const EmbeddedText* found = find_embedded(name);
  DROVER_CHECK(found != nullptr, "the library is part of the program");
  return found->text;
}

}  // namespace drover::cat
