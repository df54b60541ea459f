#include <optional>

#include "classroom/grader.h"
#include "classroom/sections.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

// Reads an answer as contents of a template's holes.
class FillingReader {
 public:
  FillingReader(const Grading& grading, const Subject& subject)
      : given_(grading), holes_(grading.exercise.holes), subject_(subject) {
    for (const Hole& hole : holes_) names_.push_back(hole.name);
  }

  std::optional<Filling> read() {
    const std::string& text = given_.answer.text();
    if (is_whole_template(subject_, text)) {
      const auto matched = match_template(given_.exercise, subject_, given_.answer, given_.sink);
      if (!matched) return std::nullopt;
      for (const auto& [name, content] : *matched) {
        take(*given_.exercise.find_hole(name), content, {});
      }
    } else if (holes_.size() == 1 && !begins_with_a_hole()) {
      take(holes_.front(), std::string(trimmed(text)), given_.answer.range(0, text.size()));
    } else {
      read_holes();
    }
    if (given_.sink.has_errors()) return std::nullopt;
    return filling_;
  }

 private:
  // True if the first line is `HOLE: …`.
  [[nodiscard]] bool begins_with_a_hole() const {
    DiagnosticSink ignored;
    const auto sections = answer_sections(given_.exercise, given_.answer, ignored);
    return !sections.empty() && sections.front().words.size() == 1 &&
           find_word(names_, sections.front().name());
  }

  void read_holes() {
    for (const TextSection& section :
         answer_sections(given_.exercise, given_.answer, given_.sink)) {
      const auto found = given_.find(section.words.front(), names_, DiagnosticKind::AnswerUnknown,
                                     section.name(), "its holes are");
      if (!found) continue;
      if (filling_.contains(names_[*found])) {
        given_.complain(section.range(), format("the hole `{}` is filled twice", names_[*found]));
      } else {
        take(holes_[*found], std::string(trimmed(section.text)), section.text_range);
      }
    }
    if (given_.sink.has_errors()) return;
    for (const Hole& hole : holes_) {
      if (filling_.contains(hole.name)) continue;
      given_.complain({}, format("nothing is said about the hole `{}`", hole.name))
          .with_hint(format("write a line `{}: …`", hole.name));
    }
  }

  // Returns the choice in a text: `rel`, `Rel;`, `fence@rel`; no fence: `-`, `none` or nothing.
  static std::optional<std::string> choice_in(const Hole& hole, std::string_view text) {
    while (!text.empty() && (text.back() == ',' || text.back() == ';' || text.back() == ' ')) {
      text.remove_suffix(1);
    }
    constexpr std::string_view Fence = "fence@";
    const bool is_fence = hole.kind == HoleKind::Fence;
    if (is_fence && text.starts_with(Fence)) text.remove_prefix(Fence.size());
    if (is_fence && (text.empty() || lower_case(text) == "none")) text = "-";
    const auto found = find_word(texts_of(hole.choices), text);
    return found ? std::optional(hole.choices[*found].text) : std::nullopt;
  }

  static std::vector<std::string> texts_of(const std::vector<Choice>& choices) {
    std::vector<std::string> texts;
    for (const Choice& choice : choices) texts.push_back(choice.text);
    return texts;
  }

  void take(const Hole& hole, const std::string& text, const SourceRange& range) {
    filling_[hole.name] = text;
    if (!hole.is_choice()) {
      const std::string why = why_not_in_hole(hole, subject_.language, text);
      if (why.empty()) return;
      given_.complain(range, format("this cannot be in the hole `{}`: {}", hole.name, why));
    } else if (const auto choice = choice_in(hole, text)) {
      filling_[hole.name] = *choice;
    } else {
      given_.complain(range, format("`{}` is not a choice for the hole `{}`", text, hole.name))
          .with_hint(format("choose one of {}", quoted_list(texts_of(hole.choices))));
    }
  }

  const Grading& given_;
  const std::vector<Hole>& holes_;
  const Subject& subject_;
  std::vector<std::string> names_;  // of the holes
  Filling filling_;
};

}  // namespace

Diagnostic& Grading::complain(const SourceRange& range, std::string text) const {
  return sink.report(DiagnosticKind::AnswerValue, range, {std::move(text)});
}

std::optional<std::size_t> Grading::find(const Word& word, const std::vector<std::string>& names,
                                         DiagnosticKind kind, std::string text,
                                         std::string_view hint) const {
  const auto found = find_word(names, word.text);
  if (found) return found;
  const std::string similar = did_you_mean(word.text, names);
  sink.report(kind, word.range, {std::move(text)})
      .with_hint(similar.empty() ? format("{} {}", hint, quoted_list(names)) : similar);
  return std::nullopt;
}

void grade_words(const Grading& grading, Language language, std::string_view text,
                 std::string_view where) {
  for (const std::string& word : banned_words(grading.exercise, language, text)) {
    grading.grade.findings.push_back({.is_right = false,
                                      .text = format("{}`{}` may not be used here", where, word),
                                      .keys = {format("banned:{}", word), "banned"},
                                      .counts = false,
                                      .is_required = true});
  }
}

std::optional<Filling> read_filling(const Grading& grading, const Subject& subject) {
  return FillingReader(grading, subject).read();
}

}  // namespace drover::classroom
