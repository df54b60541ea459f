#pragma once

#include <string>
#include <string_view>

namespace drover {

// Returns a text as a core-language literal: in quotes, with special characters escaped.
inline std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      default: out += c;
    }
  }
  return out + '"';
}

}  // namespace drover
