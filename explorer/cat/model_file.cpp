#include "explorer/cat/model_file.h"

#include <cctype>
#include <string_view>

#include "frontend/cat/parse_cat.h"

namespace drover::cat {

namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_blank(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

std::string text_of(const ModelFile& file, const SourceRange& range) {
  return on_one_line(without_comments(file.source.text(range)).text);
}

std::string comment_before(const ModelFile& file, const SourceRange& range) {
  const std::string_view text(file.source.text());
  std::size_t end = range.begin;
  std::size_t line_breaks = 0;
  while (end > 0 && is_blank(text[end - 1])) {
    if (text[end - 1] == '\n') ++line_breaks;
    --end;
  }
  // An empty line separates the comment from the instruction: it is about something else.
  if (end < 4 || line_breaks > 1 || text.substr(end - 2, 2) != "*)") return "";
  std::size_t depth = 0;
  for (std::size_t i = end; i >= 2; --i) {
    if (text.substr(i - 2, 2) == "*)") {
      ++depth;
      --i;
    } else if (text.substr(i - 2, 2) == "(*") {
      --i;
      if (--depth == 0) return on_one_line(text.substr(i + 1, end - 2 - (i + 1)));
    }
  }
  return "";
}

}  // namespace drover::cat
