#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

// A parsed value with its place, bytes [begin, end) of the text, so that a complaint can point at
// it.
struct PlacedJson {
  enum class Kind : std::uint8_t { String, Array, Object, Other };

  Kind kind = Kind::Other;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text = {};               // String
  std::vector<PlacedJson> items = {};  // Array, Object
  std::vector<PlacedJson> keys = {};   // Object: the keys of its items, each once
};

// A text that is not JSON has a problem, at the place of the value.
struct PlacedJsonText {
  PlacedJson value;
  std::string problem;
};
[[nodiscard]] PlacedJsonText parse_placed_json(std::string_view text);

}  // namespace drover
