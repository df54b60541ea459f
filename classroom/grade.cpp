#include "classroom/grade.h"

#include "classroom/grader.h"
#include "classroom/sections.h"
#include "frontend/diagnostic_printer.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

void run_grader(const Grading& grading) {
  switch (grading.exercise.kind) {
    case Kind::Verdicts:
    case Kind::Count: return grade_table(grading);
    case Kind::Cycle: return grade_cycle(grading);
    case Kind::Steps: return grade_steps(grading);
    case Kind::Fill: return grade_fill(grading);
    case Kind::Distinguish: return grade_distinguish(grading);
    case Kind::Axiom: return grade_axiom(grading);
    case Kind::Tests: return grade_tests(grading);
    case Kind::Relax: return grade_relax(grading);
  }
}

// Sets the points: the share of right findings that count; none if a required finding is wrong.
void add_up(Grade& grade) {
  std::uint64_t all = 0;
  std::uint64_t right = 0;
  for (const Finding& finding : grade.findings) {
    if (finding.is_required && !finding.is_right) return;
    if (!finding.counts || finding.is_required) continue;
    ++all;
    right += finding.is_right ? 1 : 0;
  }
  if (all == 0) return;
  grade.hundredths = std::uint64_t{100} * grade.points * right / all;
}

// Finds the first mistake for which the exercise has a remark.
void find_remark(const Exercise& exercise, const std::vector<std::string>& keys, Grade& grade) {
  for (const std::string& key : keys) {
    const auto found = std::ranges::find(exercise.remarks, key, &KeyedText::key);
    if (found == exercise.remarks.end()) continue;
    grade.key = key;
    grade.remark = found->text;
    return;
  }
  if (!keys.empty()) grade.key = keys.front();
}

std::vector<std::string> keys_of(const Grade& grade) {
  std::vector<std::string> keys;
  for (const Finding& finding : grade.findings) {
    if (finding.is_right) continue;
    keys.insert(keys.end(), finding.keys.begin(), finding.keys.end());
  }
  return keys;
}

// Returns the key of an unreadable answer.
std::string key_of(const DiagnosticSink& sink) {
  const std::vector<Diagnostic>& all = sink.diagnostics();
  const auto found = std::ranges::find(all, DiagnosticKind::AnswerTemplate, &Diagnostic::kind);
  return found == all.end() ? "unreadable" : "template";
}

}  // namespace

Grade grade_answer(const Exercise& exercise, const SourceBuffer& answer) {
  Grade grade;
  grade.points = exercise.points;
  DiagnosticSink sink;
  if (trimmed(answer.text()).empty()) {
    sink.report(DiagnosticKind::AnswerEmpty, {})
        .with_hint(format("`drover exercise show {}` says what is asked for", exercise.name));
  } else {
    run_grader({exercise, answer, sink, grade});
  }
  if (sink.has_errors()) {
    grade.diagnostics = render(sink, answer.name(), &answer);
    find_remark(exercise, {key_of(sink)}, grade);
    return grade;
  }
  if (!grade.is_readable()) {
    find_remark(exercise, {"syntax"}, grade);
    return grade;
  }
  add_up(grade);
  if (!grade.is_full()) find_remark(exercise, keys_of(grade), grade);
  return grade;
}

std::string points_text(std::uint64_t hundredths) {
  std::string text = format("{}.{:02}", hundredths / 100, hundredths % 100);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace drover::classroom
