#include "input/outcome_argument.h"

#include <algorithm>
#include <utility>

#include "litmus/dialects/sections.h"
#include "litmus/proposition.h"
#include "support/format.h"

namespace drover::input {

namespace {

// Returns the shown locations and the filter of the test, in herd's syntax.
std::string kept_conditions(const litmus::LitmusTest& test) {
  std::string text;
  for (const litmus::ShownItem& item : test.shown) {
    const litmus::Location& at = item.location;
    text += at.is_register ? format("{}:{};", at.thread, at.name)
            : at.index     ? format("{}[{}];", at.name, *at.index)
                           : format("{};", at.name);
  }
  const std::string locations = text.empty() ? "" : format("locations [{}]\n", text);
  const std::optional<litmus::Proposition>& filter = test.condition.filter;
  return filter ? format("{}filter ({})\n", locations, litmus::proposition_text(*filter))
                : locations;
}

// Replaces C's operators by herd's. Lengths stay, and so do places: `==` becomes ` =`.
std::string with_herds_operators(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const std::string_view two = std::string_view(text).substr(i, 2);
    const std::string_view other = two == "==" ? " =" : two == "&&" ? "/\\" : "\\/";
    if (two == "==" || two == "&&" || two == "||") text.replace(i++, 2, other);
  }
  return text;
}

}  // namespace

OutcomeArgument::OutcomeArgument(std::string_view option, std::string text)
    : argument_(SourceBuffer::from_text(std::string(option), std::move(text))) {}

SourceBuffer OutcomeArgument::put_together(const SourceBuffer& source, const std::string& before,
                                           const std::string& text, const std::string& behind) {
  begin_ = before.size();
  return SourceBuffer::from_text(source.name(), before + text + behind);
}

Subject OutcomeArgument::put_into(const Subject& subject, SubjectOptions options) {
  const SourceBuffer& source = *subject.source;
  options.as = subject.kind();
  Subject out =
      read_subject_text(subject.kind() == SubjectKind::Core ? behind(source)
                        : subject.test() != nullptr ? in_place_of_condition(source, *subject.test())
                                                    : source,
                        options);
  refuse_unknown_names(out.sink);
  return out;
}

SourceBuffer OutcomeArgument::behind(const SourceBuffer& program) {
  return put_together(program, program.text() + "\nexists (", argument_.text(), "\n);\n");
}

SourceBuffer OutcomeArgument::in_place_of_condition(const SourceBuffer& source,
                                                    const litmus::LitmusTest& test) {
  DiagnosticSink ignored;  // the source was read before
  const std::optional<litmus::Sections> sections = litmus::split_sections(source, ignored);
  const std::string before = format(
      "{}\n{}exists (", source.text().substr(0, sections->program.end), kept_conditions(test));
  return put_together(source, before, with_herds_operators(argument_.text()), "\n)\n");
}

std::optional<std::string> OutcomeArgument::refusal() const {
  const std::string& text = argument_.text();
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string::npos) {
    return format("drover: {}: the outcome is empty: it is a condition on final states\n",
                  argument_.name());
  }
  for (const std::string_view word : {"exists", "~exists", "forbid", "forall"}) {
    if (!std::string_view(text).substr(begin).starts_with(word)) continue;
    const std::size_t next = text.find_first_not_of(" \t\n", begin + word.size());
    if (next == std::string::npos || text[next] != '(') continue;
    return format("drover: {} `{}`: leave out `{}`: the outcome is what follows it\n",
                  argument_.name(), text, word);
  }
  const std::size_t at = text.find_first_of(";{}");
  if (at == std::string::npos) return std::nullopt;
  return format("drover: {} `{}`: a condition has no `{}`\n", argument_.name(), text, text[at]);
}

bool OutcomeArgument::contains(const SourceRange& range) const {
  return begin_ && range.line != 0 && range.end >= *begin_ - 1;
}

void OutcomeArgument::refuse_unknown_names(DiagnosticSink& sink) const {
  const std::vector<Diagnostic> known = sink.diagnostics();
  for (const Diagnostic& each : known) {
    const bool is_register = each.kind == DiagnosticKind::LitmusUnknownRegister;
    const bool is_unknown = is_register || each.kind == DiagnosticKind::LitmusUnknownGlobal;
    if (!is_unknown || !contains(each.range)) continue;
    const std::string what = is_register
                                 ? format("P{} has no `{}`", each.arguments[0], each.arguments[1])
                                 : format("the test has no `{}`", each.arguments[0]);
    sink.report(DiagnosticKind::LitmusFault, each.range, {what}).with_hint(each.hint);
  }
}

Diagnostic OutcomeArgument::placed(Diagnostic diagnostic) const {
  const auto place = [&](std::size_t offset) {
    return std::min(offset < *begin_ ? 0 : offset - *begin_, argument_.text().size());
  };
  // The text after the argument is Drover's own.
  if (diagnostic.range.begin >= *begin_ + argument_.text().size()) {
    for (std::string& argument : diagnostic.arguments) {
      if (argument == "`)`") argument = "end of the outcome";
    }
  }
  diagnostic.range = argument_.range(place(diagnostic.range.begin), place(diagnostic.range.end));
  diagnostic.notes.clear();
  return diagnostic;
}

std::vector<Diagnostic> OutcomeArgument::diagnostics_of(const Subject& subject, Colour colour,
                                                        std::string& rendered) const {
  const SourceBuffer* source = subject.source ? &*subject.source : nullptr;
  std::vector<Diagnostic> out;
  for (Diagnostic& each : subject.sink.sorted()) {
    const bool is_ours = contains(each.range);
    if (is_ours && each.severity() == Severity::Warning && subject.sink.has_errors()) continue;
    out.push_back(is_ours ? placed(std::move(each)) : std::move(each));
    rendered += render(out.back(), is_ours ? argument_.name() : subject.path,
                       is_ours ? &argument_ : source, colour);
  }
  return out;
}

}  // namespace drover::input
