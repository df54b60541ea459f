#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

// JSON with the places of its parts: what is wrong with a file is shown where it is.
// (support/json.h has no places.)
namespace drover::mapping {

struct JsonText {
  enum class Kind : std::uint8_t { String, Array, Object, Other };

  struct Member;

  Kind kind = Kind::Other;
  SourceRange range;
  std::string text;             // String
  std::vector<JsonText> items;  // Array
  std::vector<Member> members;  // Object
};
struct JsonText::Member {
  std::string key;
  SourceRange key_range;
  JsonText value;
};

// Nothing, and a diagnostic (MappingText), at the first character that is not JSON. A key that
// occurs twice in one object is refused.
[[nodiscard]] std::optional<JsonText> read_json_text(const SourceBuffer& source,
                                                     DiagnosticSink& sink);

}  // namespace drover::mapping
