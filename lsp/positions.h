#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/section.h"
#include "support/json.h"

namespace drover::lsp {

// A position of the protocol: lines from 0, and characters in UTF-16 units.
struct Position {
  std::size_t line = 0;
  std::size_t character = 0;
};

// Beginnings of a text's lines. Callers pass the text again to each call.
class LineIndex {
 public:
  LineIndex() = default;
  explicit LineIndex(std::string_view text);

  // Positions outside the text become the nearest inside: the end of a line or of the text.
  [[nodiscard]] std::size_t offset_at(std::string_view text, Position position) const;
  [[nodiscard]] Position position_at(std::string_view text, std::size_t offset) const;
  [[nodiscard]] std::size_t line_count() const { return begins_.size(); }

 private:
  std::vector<std::size_t> begins_{0};
};

[[nodiscard]] Position read_position(const Json& json);
[[nodiscard]] Json json_of(Position position);
[[nodiscard]] Json range_json(const LineIndex& lines, std::string_view text, Section section);

// Returns the path of a `file:` URI; for other schemes, the rest as a display name.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
[[nodiscard]] std::string uri_of_path(std::string_view path);
[[nodiscard]] bool is_file_uri(std::string_view uri);

}  // namespace drover::lsp
