#include <algorithm>
#include <optional>

#include "classroom/grader.h"
#include "classroom/sections.h"
#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

// Reads an answer as what is in the holes of a template.
class FillingReader {
 public:
  FillingReader(const Exercise& exercise, const Subject& subject, const SourceBuffer& answer,
                DiagnosticSink& sink)
      : exercise_(exercise), subject_(subject), answer_(answer), sink_(sink) {}

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
  // Whether the first line is `HOLE: …`.
  [[nodiscard]] bool begins_with_a_hole() const {
    DiagnosticSink ignored;
    const auto sections = read_sections(answer_, 0, answer_.text().size(), ignored);
    return !sections.empty() && sections.front().words.size() == 1 &&
           exercise_.find_hole(sections.front().name()) != nullptr;
  }

  void read_holes() {
    std::vector<std::string> names;
    for (const Hole& hole : exercise_.holes) names.push_back(hole.name);
    for (const TextSection& section : read_sections(answer_, 0, answer_.text().size(), sink_)) {
      const Hole* hole = exercise_.find_hole(section.name());
      if (hole == nullptr) {
        const std::string similar = did_you_mean(section.name(), names);
        sink_.report(DiagnosticKind::AnswerUnknown, section.range(), {section.name()})
            .with_hint(similar.empty() ? format("its holes are {}", quoted_list(names)) : similar);
      } else if (filling_.contains(hole->name)) {
        sink_.report(DiagnosticKind::AnswerValue, section.range(),
                     {format("the hole `{}` is filled twice", hole->name)});
      } else {
        take(*hole, std::string(trimmed(section.text)), section.text_range);
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

  void take(const Hole& hole, const std::string& text, const SourceRange& range) {
    filling_[hole.name] = text;
    if (!hole.is_choice()) {
      const std::string why = why_not_in_hole(hole, subject_.language, text);
      if (why.empty()) return;
      sink_.report(DiagnosticKind::AnswerValue, range,
                   {format("this cannot be in the hole `{}`: {}", hole.name, why)});
      return;
    }
    if (std::ranges::find(hole.choices, text, &Choice::text) != hole.choices.end()) return;
    std::vector<std::string> choices;
    for (const Choice& choice : hole.choices) choices.push_back(choice.text);
    sink_
        .report(DiagnosticKind::AnswerValue, range,
                {format("`{}` is no choice for the hole `{}`", text, hole.name)})
        .with_hint(format("choose one of {}", quoted_list(choices)));
  }

  const Exercise& exercise_;
  const Subject& subject_;
  const SourceBuffer& answer_;
  DiagnosticSink& sink_;
  Filling filling_;
};

}  // namespace

std::optional<Filling> read_filling(const Exercise& exercise, const Subject& subject,
                                    const SourceBuffer& answer, DiagnosticSink& sink) {
  return FillingReader(exercise, subject, answer, sink).read();
}

}  // namespace drover::classroom
