// Exercises whose answer is a test that distinguishes two models: one allows its outcome, the other
// forbids it. The exercise states how many accesses and fences the smallest test has. They are
// counted as written, or, if a loop executes more, as executed.
#include <algorithm>
#include <variant>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "semantics/program/operands.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

// Counts accesses and fences in the text of a program.
std::uint32_t size_of(const Program& program) {
  std::uint32_t size = 0;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      const bool is_fence = std::holds_alternative<FenceInstruction>(instruction.body);
      size += is_fence || !accessed_by(instruction.body).is_none() ? 1 : 0;
    }
  }
  return size;
}

// Reads the test; its one condition is the outcome asked about.
Runnable read_test(const SourceBuffer& answer, DiagnosticSink& sink) {
  if (input::kind_of_text(answer.text()) == input::SubjectKind::Litmus)
    return read_litmus(answer.name(), answer.text());
  Runnable out = read_core(answer.name(), answer.text());
  if (!out.is_readable()) return out;
  const auto& conditions = out.code().conditions;
  if (conditions.size() != 1 || conditions.front().kind != ConditionKind::Exists) {
    sink.report(DiagnosticKind::AnswerValue,
                conditions.empty() ? SourceRange() : conditions.back().source,
                {"the test has to have one condition, `exists (…);`: the outcome that tells the "
                 "models apart"});
  }
  out.outcomes = {"outcome"};
  return out;
}

}  // namespace

void grade_distinguish(const Grading& grading) {
  const Exercise& exercise = grading.exercise;
  Grade& grade = grading.grade;
  const Runnable test = read_test(grading.answer, grading.sink);
  if (!test.is_readable()) grade.diagnostics = test.diagnostics();
  if (!test.is_readable() || grading.sink.has_errors()) return;
  const std::string& outcome = test.outcomes.front();
  const RunReport weak = run(test, exercise.model(exercise.allowing), exercise.budget);
  const RunReport strong = run(test, exercise.model(exercise.forbidding), exercise.budget);
  const bool is_allowed = weak.allowed.at(outcome) && !weak.has_race;
  const bool is_forbidden = !strong.allowed.at(outcome) && strong.is_complete && !strong.has_race;
  std::string text =
      format("allowed under {}, forbidden under {}", exercise.allowing, exercise.forbidding);
  std::string key;
  if (weak.has_race || strong.has_race) {
    text += ": the test has a race, so it has no meaning";
    key = "race";
  } else if (!is_allowed) {
    text += weak.is_complete ? format(": {} forbids it", exercise.allowing)
                             : format(": not known, {}", weak.limit);
    key = weak.is_complete ? "forbidden" : "budget";
  } else if (!is_forbidden) {
    text += strong.is_complete ? format(": {} allows it", exercise.forbidding)
                               : format(": not known, {}", strong.limit);
    key = strong.is_complete ? "allowed" : "budget";
  }
  grade.findings.push_back(
      {.is_right = key.empty(), .text = text, .keys = {key}, .is_known = key != "budget"});
  const std::uint64_t size =
      std::max({std::uint64_t{size_of(test.code())}, weak.accesses, strong.accesses});
  const bool is_smallest = key.empty() && size <= exercise.size;
  grade.findings.push_back({is_smallest,
                            format("{} accesses and fences, {} are enough", size, exercise.size),
                            {"too-large"}});
  if (key.empty()) return;
  grade.findings.back() = unknown_finding("as small as possible: not checked yet");
}

}  // namespace drover::classroom
