#include "support/filled_text.h"

#include "support/check.h"

namespace drover {

std::string filled_text(std::string_view text,
                        const std::function<std::string(std::string_view)>& value_of) {
  constexpr std::string_view Begin = "{{";
  constexpr std::string_view End = "}}";
  std::string out;
  for (std::size_t at = text.find(Begin); at != std::string_view::npos; at = text.find(Begin)) {
    out += text.substr(0, at);
    text.remove_prefix(at + Begin.size());
    const std::size_t end = text.find(End);
    DROVER_CHECK(end != std::string_view::npos, "a mark of a text to fill has an end");
    out += value_of(text.substr(0, end));
    text.remove_prefix(end + End.size());
  }
  return out.append(text);
}

}  // namespace drover
