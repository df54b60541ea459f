#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

// JSON values with source positions, so that diagnostics can point at them. (support/json.h keeps
// no positions.)
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

// Nothing, and a diagnostic (MappingText), at the first character that is not JSON. A duplicate key
// in an object is an error.
[[nodiscard]] std::optional<JsonText> read_json_text(const SourceBuffer& source,
                                                     DiagnosticSink& sink);

}  // namespace drover::mapping
