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
      : exercise_(grading.exercise),
        subject_(subject),
        answer_(grading.answer),
        sink_(grading.sink) {
    for (const Hole& hole : exercise_.holes) names_.push_back(hole.name);
  }

  std::optional<Filling> read() {
    if (is_whole_template(subject_, answer_.text())) {
      const auto matched = match_template(exercise_, subject_, answer_, sink_);
      if (!matched) return std::nullopt;
      for (const auto& [name, text] : *matched) take(*exercise_.find_hole(name), text, {});
    } else if (exercise_.holes.size() == 1 && !begins_with_a_hole()) {
      const std::string_view text = answer_.text();
      take(exercise_.holes.front(), std::string(trimmed(text)), answer_.range(0, text.size()));
    } else {
      read_holes();
    }
    if (sink_.has_errors()) return std::nullopt;
    return filling_;
  }

 private:
  // True if the first line is `HOLE: …`.
  [[nodiscard]] bool begins_with_a_hole() const {
    DiagnosticSink ignored;
    const auto sections = answer_sections(exercise_, answer_, ignored);
    return !sections.empty() && sections.front().words.size() == 1 &&
           find_word(names_, sections.front().name());
  }

  void read_holes() {
    for (const TextSection& section : answer_sections(exercise_, answer_, sink_)) {
      const auto found = find_word(names_, section.name());
      if (!found) {
        const std::string similar = did_you_mean(section.name(), names_);
        sink_.report(DiagnosticKind::AnswerUnknown, section.range(), {section.name()})
            .with_hint(similar.empty() ? format("its holes are {}", quoted_list(names_)) : similar);
      } else if (filling_.contains(names_[*found])) {
        sink_.report(DiagnosticKind::AnswerValue, section.range(),
                     {format("the hole `{}` is filled twice", names_[*found])});
      } else {
        take(exercise_.holes[*found], std::string(trimmed(section.text)), section.text_range);
      }
    }
    if (sink_.has_errors()) return;
    for (const Hole& hole : exercise_.holes) {
      if (filling_.contains(hole.name)) continue;
      sink_
          .report(DiagnosticKind::AnswerValue, {},
                  {format("nothing is said about the hole `{}`", hole.name)})
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
      sink_.report(DiagnosticKind::AnswerValue, range,
                   {format("this cannot be in the hole `{}`: {}", hole.name, why)});
      return;
    }
    if (const auto choice = choice_in(hole, text)) {
      filling_[hole.name] = *choice;
      return;
    }
    sink_
        .report(DiagnosticKind::AnswerValue, range,
                {format("`{}` is not a choice for the hole `{}`", text, hole.name)})
        .with_hint(format("choose one of {}", quoted_list(texts_of(hole.choices))));
  }

  const Exercise& exercise_;
  const Subject& subject_;
  const SourceBuffer& answer_;
  DiagnosticSink& sink_;
  std::vector<std::string> names_;  // of the holes
  Filling filling_;
};

}  // namespace

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
