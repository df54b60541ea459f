#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::grade_table_test {
using namespace classroom;
using namespace testing;

TEST_CASE("an unreadable table answer has a diagnostic at its place, a missing row earns nothing") {
  using enum DiagnosticKind;
  const Exercise exercise = exercise_from(Head +
                                          "kind: verdicts\n"
                                          "program p:\n"
                                          "  shared x;\n"
                                          "  thread t { x := 1; }\n"
                                          "outcome one: x == 1\n"
                                          "ask: sc tso\n"
                                          "solution:\n"
                                          "  sc: allowed\n"
                                          "  tso: allowed\n");
  const Grade empty = graded(exercise, " \n");
  CHECK(empty.diagnostics.find(std::string("the answer is empty")) != std::string::npos);
  CHECK(diagnostic_name(AnswerEmpty) == "AnswerEmpty");
  const Grade unknown = graded(exercise, "tsso: allowed\n");
  CHECK(unknown.diagnostics.find("answer:1:1: error") != std::string::npos);
  CHECK(unknown.diagnostics.find("did you mean `tso`") != std::string::npos);
  CHECK(diagnostic_name(AnswerUnknown) == "AnswerUnknown");
  const Grade verdict = graded(exercise, "tso: perhaps\n");
  CHECK(verdict.diagnostics.find("answer:1:6: error") != std::string::npos);
  CHECK(diagnostic_name(AnswerValue) == "AnswerValue");
  CHECK(diagnostic_name(AnswerTemplate) == "AnswerTemplate");
  const Grade half = graded(exercise, "tso: allowed\n");
  CHECK(half.hundredths == 200);
  CHECK(half.key == "missing");
}

TEST_CASE("numbers of executions and of final states are counted without reductions") {
  const std::string two = Head +
                          "kind: count\nprogram p:\n  shared x;\n  thread a { x := 1; }\n"
                          "  thread b { x := 1; }\noutcome o: x == 1\nask: sc\n";
  CHECK(graded(exercise_from(two + "solution: sc: 2\n"), "2 : 2").key == "unreadable");
  CHECK(graded(exercise_from(two + "solution: sc: 2\n"), "sc: 2").is_full());
  CHECK(graded(exercise_from(two + "count: states\nsolution: sc: 1\n"), "sc: 01").is_full());
}

TEST_CASE("a program with a race is undefined, whatever its outcomes") {
  const Exercise exercise = exercise_from(
      Head +
      "kind: verdicts\nprogram p:\n  shared na x;\n  thread a { x := 1; }\n"
      "  thread b { r := x; }\noutcome o: b:r == 1\nask: rc11\nsolution: rc11: undefined\n");
  CHECK(graded(exercise, "undefined: rc11").key == "unreadable");
  CHECK(graded(exercise, "rc11: undefined").is_full());
  CHECK(graded(exercise, "rc11: allowed").key == "o/rc11=allowed");
}

}  // namespace drover::grade_table_test
