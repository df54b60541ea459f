#include "input/orders/places.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/check.h"

namespace drover::input {

namespace {

bool is_blank_in_line(char c) { return c == ' ' || c == '\t'; }

}  // namespace

std::optional<std::size_t> line_begin_if_first(const std::string& text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && is_blank_in_line(text[begin - 1])) --begin;
  if (begin > 0 && text[begin - 1] != '\n') return std::nullopt;
  return begin;
}

std::string edited(const std::string& text, std::vector<TextEdit> edits) {
  std::ranges::stable_sort(edits, {}, &TextEdit::begin);
  std::string out;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    DROVER_CHECK(edit.begin >= at, "edits do not overlap");
    out += text.substr(at, edit.begin - at);
    out += edit.text;
    at = edit.end;
  }
  return out + text.substr(at);
}

TextEdit removed_statement(const std::string& text, const SourceRange& whole) {
  std::size_t end = whole.end;
  while (end < text.size() && is_blank_in_line(text[end])) ++end;
  const auto begin = line_begin_if_first(text, whole.begin);
  const bool ends_line = end == text.size() || text[end] == '\n';
  if (begin && ends_line) {
    end += end < text.size() ? 1 : 0;
    return {static_cast<std::uint32_t>(*begin), static_cast<std::uint32_t>(end), ""};
  }
  return {whole.begin, ends_line ? whole.end : static_cast<std::uint32_t>(end), ""};
}

std::vector<SourcePart> edited_files(const SourceBuffer& source, std::vector<TextEdit> edits) {
  std::vector<SourcePart> out;
  std::size_t begin = 0;
  for (SourcePart& file : source.files()) {
    const std::size_t end = begin + file.text.size();
    std::vector<TextEdit> own;
    for (TextEdit& edit : edits) {
      if (edit.begin < begin || edit.begin >= end) continue;
      edit.begin -= static_cast<std::uint32_t>(begin);
      edit.end -= static_cast<std::uint32_t>(begin);
      own.push_back(std::move(edit));
      edit.begin = edit.end = std::numeric_limits<std::uint32_t>::max();
    }
    begin = end;
    if (own.empty()) continue;
    out.push_back({file.name, edited(file.text, std::move(own))});
  }
  return out;
}

}  // namespace drover::input
