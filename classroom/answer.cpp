#include "classroom/answer.h"

#include <algorithm>

#include "support/text.h"

namespace drover::classroom {

namespace {

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
      // An edge of a cycle ends with its line.
      if (exercise_.kind == Kind::Cycle) {
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
