#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace drover {

// Returns `text` with `by` before each non-empty line. The last line ends with a line break.
[[nodiscard]] inline std::string indented(std::string_view text, std::string_view by) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) out += by;
    out += text.substr(begin, end - begin);
    out += '\n';
    begin = end + 1;
  }
  return out;
}

}  // namespace drover
