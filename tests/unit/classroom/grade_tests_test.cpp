#include <doctest/doctest.h>

#include <string>

#include "classroom/exercise_text.h"
#include "classroom/verify.h"
#include "tests/support/exercise_text.h"

namespace drover::grade_tests_test {
using namespace classroom;
using namespace testing;

TEST_CASE(
    "student tests must accept good implementations and earn points for bad ones they catch") {
  const std::string text =
      Head +
      "kind: tests\n"
      "good one-step:\n  shared c;\n  fn add() { faa(c, 1); }\n"
      "  fn get() { return c; }\n"
      "good other-names:\n  shared d;\n  fn add() { faa(d, 1); }\n"
      "  fn get() { return d; }\n"
      "bad two-steps:\n  shared c;\n  fn add() { c := c + 1; }\n"
      "  fn get() { return c; }\n"
      "bad by-two:\n  shared c;\n  fn add() { faa(c, 2); }\n"
      "  fn get() { return c; }\n"
      "ask: sc\n"
      "ban: block\n"
      "on uncaught:two-steps: two at once?\n"
      "solution: thread t(i in 1..2) { add(); } final { assert(get() == 2); }\n";
  const Exercise exercise = exercise_from(text);
  CHECK(verify(exercise).empty());
  const std::string once = "thread t { add(); } final { assert(get() == 1); }";
  const Grade half = graded(exercise, once);
  CHECK(half.hundredths == 200);
  CHECK(half.key == "uncaught:two-steps");
  CHECK(half.remark == "two at once?");
  CHECK(half.findings[2].text == "bad implementation 1 of 2: not caught");
  CHECK(half.findings[3].text == "bad implementation 2 of 2: caught by `test` under sc, assertion");
  const std::string twice = "  thread t(i in 1..2) { add(); }\n  final { assert(get() > 1); }\n";
  CHECK(graded(exercise, "test once:\n  " + once + "\ntest twice:\n" + twice).is_full());
  const Grade blames = graded(exercise, "thread t { add(); assert(get() == 0); }");
  CHECK(blames.hundredths == 0);
  CHECK(blames.key == "blames:assertion");
  CHECK_FALSE(blames.findings.front().picture.empty());
  CHECK(graded(exercise, "thread t { add(); block; }").key == "banned:block");
  CHECK(graded(exercise, "thread t { add(); await(get() == 5); }").hundredths == 0);
  // What an implementation is made of is not for tests.
  const Grade inside = graded(exercise, "thread t { add(); assert(c == 1); }");
  CHECK_FALSE(inside.is_readable());
  CHECK(inside.diagnostics.find("with another implementation") != std::string::npos);
  CHECK(inside.diagnostics.find("faa") == std::string::npos);
  const Grade place = graded(exercise, "test a:\n  thread t { add(; }");
  CHECK(place.diagnostics.find("answer:2:18: error") != std::string::npos);
  CHECK(exercise_text(exercise).find("faa") == std::string::npos);
  // Errors of implementations have their place in the exercise.
  CHECK(ReadExercise(text + "bad broken:\n  fn add() { c := ; }\n")
            .has(DiagnosticKind::UnexpectedToken, 27, 19));
}

TEST_CASE("a test beyond the budget blames no implementation, and catches none") {
  const std::string text =
      Head +
      "kind: tests\n"
      "good one-step:\n  shared c;\n  fn add() { faa(c, 1); }\n"
      "bad looks-twice:\n  shared d;\n  fn add() { r := d; s := d; faa(d, 1); }\n"
      "ask: sc\n"
      "budget: executions 6\n"
      "on blames: It blames a good one.\n"
      "on uncaught: A bad one passes.\n"
      "solution: thread t(i in 1..2) { add(); }\n";
  const Exercise exercise = exercise_from(text);
  const Grade many = graded(exercise, "shared n; thread t(i in 1..4) { add(); n@rlx := i; }");
  CHECK(many.findings.front().verdict() == "not known");
  CHECK(many.findings.back().verdict() == "not known");
  CHECK(many.key == "budget");
  CHECK(many.remark.empty());
  const Grade few = graded(exercise, "shared n; thread t(i in 1..2) { add(); n@rlx := i; }");
  REQUIRE(few.findings.size() == 2);
  CHECK(few.findings.front().is_right);
  CHECK(few.findings.back().text ==
        "bad implementation 1 of 1: not caught by what was run: `test` under sc: not known, more "
        "than 6 executions");
  CHECK(few.remark.empty());
}

}  // namespace drover::grade_tests_test
