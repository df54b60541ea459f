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

TEST_CASE("core programs are compiled for the models of machines") {
  const std::string text = Head +
                           "kind: verdicts\n"
                           "program lb:\n"
                           "  shared x, y;\n"
                           "  thread l { a := x@rlx; y@rlx := 1; }\n"
                           "  thread r { b := y@rlx; x@rlx := 1; }\n"
                           "outcome ones: l:a == 1 && r:b == 1\n"
                           "ask: rc11 aarch64 lkmm\n"
                           "solution:\n";
  const Exercise exercise = exercise_from(text + "  rc11: forbidden\n");
  CHECK(graded(exercise, "rc11: forbidden, aarch64: allowed, lkmm: allowed").is_full());
  // A test of a machine is asked about under its model, and not under one of programs.
  const std::string test =
      "litmus armlb:\n  AArch64 LB\n  {0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x;}\n"
      "   P0          | P1          ;\n"
      "   LDR W0,[X1] | LDR W0,[X1] ;\n"
      "   MOV W2,#1   | MOV W2,#1   ;\n"
      "   STR W2,[X3] | STR W2,[X3] ;\n"
      "  exists (0:X0=1 /\\ 1:X0=1)\n";
  const auto asked = [&](const std::string& models) {
    return Head + "kind: verdicts\n" + test + "ask: " + models +
           "\nsolution:\n  sc: forbidden\n  aarch64: allowed\n";
  };
  const std::string right = "sc: forbidden\naarch64: allowed";
  CHECK(graded(exercise_from(asked("sc aarch64")), right).is_full());
  const ReadExercise wrong(asked("sc rc11"));
  CHECK(wrong.has(DiagnosticKind::ExerciseValue, 14, 6));
  CHECK(render(wrong.sink, "e", &wrong.source).find("armlb: the model `rc11` applies to") !=
        std::string::npos);
}

}  // namespace drover::grade_table_test
