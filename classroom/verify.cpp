#include "classroom/verify.h"

#include <algorithm>

#include "classroom/grade.h"
#include "classroom/runs.h"
#include "classroom/smaller_test.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

std::string report(const Exercise& exercise, const SourceRange& range, const std::string& text) {
  return format("{}:{}:{}: error: {}\n", exercise.file, range.line, range.column, text);
}

// Returns the mistakes of a grade, one per line.
std::string reasons(const Grade& grade) {
  std::string out = grade.diagnostics;
  for (const Finding& finding : grade.findings) {
    if (!finding.is_right) out += format("  {}\n", finding.text);
  }
  return out;
}

// For a cycle exercise: the model must forbid the outcome, in exactly one candidate execution.
void verify_outcome(const Exercise& exercise, std::vector<std::string>& out) {
  const Outcome& outcome = exercise.outcomes.front();
  const Runnable runnable =
      read_runnable(exercise, outcome.subject, exercise.subjects[outcome.subject].text);
  const std::string& model = exercise.models.front();
  if (run(runnable, exercise.model(model), exercise.budget).allowed.at(outcome.name)) {
    out.push_back(report(exercise, outcome.range,
                         format("{} allows this outcome: there is no cycle to name", model)));
  }
  const std::size_t count = candidates_with(runnable, outcome.name, exercise.budget).graphs.size();
  if (count != 1) {
    out.push_back(report(
        exercise, outcome.range,
        format("{} candidate executions have this outcome; to show it, there has to be exactly one",
               count)));
  }
}

void verify_size(const Exercise& exercise, std::vector<std::string>& out) {
  const auto smaller = find_smaller_test(exercise);
  if (!smaller) return;
  out.push_back(report(exercise, exercise.size_range,
                       format("a smaller test tells {} and {} apart", exercise.allowing,
                              exercise.forbidding)) +
                *smaller);
}

}  // namespace

std::vector<std::string> verify(const Exercise& exercise) {
  std::vector<std::string> out;
  if (exercise.kind == Kind::Cycle) verify_outcome(exercise, out);
  if (exercise.kind == Kind::Distinguish) verify_size(exercise, out);
  const Grade solution =
      grade_answer(exercise, SourceBuffer::from_text("solution", exercise.solution.text));
  if (!solution.is_full()) {
    out.push_back(report(exercise, exercise.solution.range,
                         format("the solution earns {} of {} points",
                                points_text(solution.hundredths), exercise.points)) +
                  reasons(solution));
  }
  for (const KeyedText& wrong : exercise.wrong) {
    const bool has_remark = std::ranges::any_of(
        exercise.remarks, [&](const KeyedText& each) { return each.key == wrong.key; });
    if (!has_remark) {
      out.push_back(
          report(exercise, wrong.range,
                 format("there is no section `on {}:` for this wrong answer", wrong.key)));
      continue;
    }
    const Grade grade = grade_answer(exercise, SourceBuffer::from_text("wrong", wrong.text));
    if (grade.is_full()) {
      out.push_back(report(exercise, wrong.range, "this wrong answer earns all points"));
    } else if (grade.key != wrong.key) {
      out.push_back(report(exercise, wrong.range,
                           format("what goes wrong here is `{}`, not `{}`", grade.key, wrong.key)) +
                    reasons(grade));
    }
  }
  return out;
}

}  // namespace drover::classroom
