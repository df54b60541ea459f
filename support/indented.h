#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace drover {

// `text` with `by` before each of its lines that is not empty. The last line ends, too.
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
