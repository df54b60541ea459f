#include "classroom/sections.h"

#include <algorithm>
#include <optional>

#include "support/text.h"

namespace drover::classroom {

namespace {

constexpr std::string_view Space = " \t\r\v\f\n";

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;  // without the line break
  std::string_view text;

  [[nodiscard]] bool is_blank() const { return trimmed(text).empty(); }
  [[nodiscard]] bool is_comment() const { return text.starts_with('#'); }
  [[nodiscard]] std::size_t indent() const {
    return std::min(text.find_first_not_of(" \t"), text.size());
  }
};

std::vector<Line> lines_of(const SourceBuffer& source, std::size_t begin, std::size_t end) {
  std::vector<Line> lines;
  const std::string_view text = source.text();
  while (begin < end) {
    const std::size_t stop = std::min(text.find('\n', begin), end);
    lines.push_back({begin, stop, text.substr(begin, stop - begin)});
    begin = stop + 1;
  }
  return lines;
}

// Returns the position of the colon after a section's words.
std::optional<std::size_t> find_colon(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    const bool ends_words = at + 1 == line.size() || Space.find(line[at + 1]) != Space.npos;
    if (ends_words) return at;
  }
  return std::nullopt;
}

// Takes the indented lines [from, to) without their common indentation.
void take_block(const SourceBuffer& source, const std::vector<Line>& lines, std::size_t from,
                std::size_t to, TextSection& section) {
  std::size_t indent = std::string::npos;
  for (std::size_t i = from; i < to; ++i) {
    if (!lines[i].is_blank()) indent = std::min(indent, lines[i].indent());
  }
  std::string block;
  for (std::size_t i = from; i < to; ++i) {
    if (!lines[i].is_blank()) block += lines[i].text.substr(indent);
    block += '\n';
  }
  section.has_block = section.text.empty();
  section.indent = indent;
  const SourceRange range = source.range(lines[from].begin, lines[to - 1].end);
  if (section.has_block) {
    section.text_range = range;
    section.first_line = range.line;
    section.text = block;
  } else {
    section.text_range.end = range.end;
    section.text += '\n' + block;
  }
}

}  // namespace

std::vector<Word> words_of(const SourceBuffer& source, std::size_t begin, std::size_t end) {
  const std::string_view text = std::string_view(source.text()).substr(0, end);
  std::vector<Word> words;
  for (std::size_t at = text.find_first_not_of(Space, begin); at != std::string_view::npos;) {
    const std::size_t stop = std::min(text.find_first_of(Space, at), end);
    words.push_back({std::string(text.substr(at, stop - at)), source.range(at, stop)});
    at = text.find_first_not_of(Space, stop);
  }
  return words;
}

std::vector<TextSection> read_sections(const SourceBuffer& source, std::size_t begin,
                                       std::size_t end, DiagnosticSink& sink) {
  const std::vector<Line> lines = lines_of(source, begin, end);
  std::vector<TextSection> sections;
  for (std::size_t i = 0; i < lines.size();) {
    const Line& line = lines[i++];
    if (line.is_blank() || line.is_comment()) continue;
    const std::optional<std::size_t> colon = find_colon(line.text);
    TextSection section;
    if (colon) section.words = words_of(source, line.begin, line.begin + *colon);
    if (section.words.empty() || line.indent() > 0) {
      sink.report(DiagnosticKind::ExerciseLine, source.range(line.begin + line.indent(), line.end))
          .with_hint(
              "a section begins at the left margin with `WORD: `; its text follows the colon or is "
              "in indented lines below it");
      continue;
    }
    section.text = trimmed(line.text.substr(*colon + 1));
    section.text_range = source.range(std::min(line.begin + *colon + 2, line.end), line.end);
    std::size_t stop = i;
    for (std::size_t j = i; j < lines.size(); ++j) {
      if (lines[j].is_blank()) continue;
      if (lines[j].indent() == 0) break;
      stop = j + 1;
    }
    if (stop > i) take_block(source, lines, i, stop, section);
    i = stop;
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace drover::classroom
