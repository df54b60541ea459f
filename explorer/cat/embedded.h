#pragma once

#include <span>
#include <string_view>

namespace drover::cat {

// A cat file embedded in the executable: explorer/models/*.cat and explorer/models/library/*.cat.
struct EmbeddedText {
  std::string_view name;  // without ".cat"
  std::string_view text;
};

// Returns all embedded files, sorted by name.
[[nodiscard]] std::span<const EmbeddedText> embedded_texts();

}  // namespace drover::cat
