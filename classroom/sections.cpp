#include "classroom/sections.h"

#include <algorithm>

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

constexpr std::string_view Separators = ",;";
constexpr std::string_view Blanks = " \t";
constexpr std::string_view AnswerSpace = " \t\r\n";

// Splits an answer into its parts.
class Cutter {
 public:
  Cutter(const Exercise& exercise, const SourceBuffer& answer)
      : exercise_(exercise), answer_(answer), text_(answer.text()) {
    for (const Hole& hole : exercise.holes) names_.push_back(hole.name);
  }

  std::vector<Stretch> cut() {
    const bool has_holes = exercise_.kind == Kind::Fill || exercise_.kind == Kind::Axiom;
    for (std::uint32_t line = 1; line <= answer_.line_count(); ++line) {
      const std::size_t begin = answer_.line_begin(line);
      const std::size_t end = begin + answer_.line_text(line).size();
      if (has_holes) {
        cut_before_holes(begin, end);
      } else {
        cut_at_separators(begin, end);
      }
      // An edge of a cycle, and a step, ends with its line.
      if (exercise_.kind == Kind::Cycle || exercise_.kind == Kind::Steps) {
        add(end);
        go_on_at(end);
      }
    }
    add(text_.size());
    return std::move(parts_);
  }

 private:
  // Adds the text up to `end` as a part.
  void add(std::size_t end) {
    if (begin_ < end) parts_.push_back({begin_, end});
  }
  void go_on_at(std::size_t next) {
    begin_ = std::min(text_.find_first_not_of(AnswerSpace, next), text_.size());
  }

  void cut_at_separators(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      if (Separators.find(text_[at]) == Separators.npos) continue;
      add(at);
      go_on_at(at + 1);
    }
  }

  // A hole begins after a separator, in a line without indentation. Indented lines are a hole's
  // text.
  void cut_before_holes(std::size_t begin, std::size_t end) {
    if (begin == end || Blanks.find(text_[begin]) != Blanks.npos) return;
    const Hole* current = hole_at(begin, end, nullptr);
    for (std::size_t at = begin; current != nullptr && at < end; ++at) {
      if (Separators.find(text_[at]) == Separators.npos) continue;
      const std::size_t next = text_.find_first_not_of(Blanks, at + 1);
      const Hole* hole = next < end ? hole_at(next, end, current) : nullptr;
      if (hole == nullptr) continue;
      // The `;` of a statement belongs to the statement.
      const bool is_kept = text_[at] == ';' && current->kind == HoleKind::Statements;
      add(is_kept ? at + 1 : at);
      go_on_at(next);
      current = hole;
    }
  }

  // Returns the hole named there, before a colon. After statements the name must match exactly:
  // statements may have labels.
  [[nodiscard]] const Hole* hole_at(std::size_t at, std::size_t end, const Hole* behind) const {
    const std::size_t colon = text_.find(':', at);
    if (colon >= end) return nullptr;
    const bool ends_word = colon + 1 == end || Blanks.find(text_[colon + 1]) != Blanks.npos ||
                           Separators.find(text_[colon + 1]) != Separators.npos;
    const auto found = find_word(names_, text_.substr(at, colon - at));
    if (!ends_word || !found) return nullptr;
    const bool may_be_label = behind != nullptr && behind->kind == HoleKind::Statements;
    if (may_be_label && names_[*found] != text_.substr(at, colon - at)) return nullptr;
    return &exercise_.holes[*found];
  }

  const Exercise& exercise_;
  const SourceBuffer& answer_;
  std::string_view text_;
  std::vector<std::string> names_;  // of the holes
  std::size_t begin_ = 0;
  std::vector<Stretch> parts_;
};

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

std::vector<Stretch> parts_of(const Exercise& exercise, const SourceBuffer& answer) {
  return Cutter(exercise, answer).cut();
}

std::vector<TextSection> answer_sections(const Exercise& exercise, const SourceBuffer& answer,
                                         DiagnosticSink& sink) {
  std::vector<TextSection> sections;
  for (const Stretch& part : parts_of(exercise, answer)) {
    std::ranges::move(read_sections(answer, part.begin, part.end, sink),
                      std::back_inserter(sections));
  }
  return sections;
}

std::optional<std::size_t> find_word(const std::vector<std::string>& words, std::string_view word) {
  const auto index_of = [&](auto found) { return static_cast<std::size_t>(found - words.begin()); };
  const auto same = std::ranges::find(words, word);
  if (same != words.end()) return index_of(same);
  const auto is_alike = [&](const std::string& each) {
    return lower_case(each) == lower_case(word);
  };
  if (std::ranges::count_if(words, is_alike) != 1) return std::nullopt;
  return index_of(std::ranges::find_if(words, is_alike));
}

}  // namespace drover::classroom
