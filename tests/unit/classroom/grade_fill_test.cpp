#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "classroom/verify.h"
#include "tests/support/exercise_text.h"

namespace drover::grade_fill_test {
using namespace classroom;
using namespace testing;

namespace {

// A program in which `[[S]]` is all there is.
Exercise anything(const std::string& checks) {
  return exercise_from(Head +
                       "kind: fill\nprogram p:\n  shared x;\n  thread t { r := 0; [[S]] }\n"
                       "  final { assert(x == 1); }\noutcome two: t:r == 2\n"
                       "hole S statements: s\n" +
                       checks + "solution: x := 1;\n");
}

}  // namespace

TEST_CASE("a combination of fences is right, too weak, or not among the choices") {
  const Exercise exercise = exercise_from(Fences);
  CHECK(graded(exercise, "L: sc\nR: sc").is_full());
  const Grade weak = graded(exercise, "L: sc\nR: rel");
  CHECK(weak.hundredths == 0);
  CHECK(weak.key == "zeros");
  CHECK(weak.remark == "still there");
  CHECK_FALSE(graded(exercise, "L: sc\nR: mfence").is_readable());
  CHECK_FALSE(graded(exercise, "L: sc").is_readable());
  CHECK_FALSE(graded(exercise, "L: sc\nR: sc\nS: sc").is_readable());
  CHECK(verify(exercise).empty());
}

TEST_CASE("an unchecked finding has no remark, and a limit is not an absence") {
  const Exercise exercise = exercise_from(
      Head +
      "kind: fill\nprogram p:\n  shared x;\n  thread t(i in 1..3) { x@[[V]] := i + 5; }\n"
      "outcome two: x == 2\nhole V mode: rlx sc\n"
      "budget: executions 1\ncheck sc: violated\ncheck sc: allows two\n"
      "minimal: weakest\non unsafe: There is an error.\non safe: There is none.\n"
      "on two: It never ends so.\nsolution: V: rlx\n");
  const Grade grade = graded(exercise, "V: rlx");
  REQUIRE(grade.findings.size() == 3);
  for (const Finding& each : grade.findings) CHECK(each.verdict() == "not known");
  CHECK(grade.key == "budget@sc");
  CHECK(grade.remark.empty());
}

TEST_CASE("the weakest choices are asked for: every weaker combination is tried") {
  Exercise exercise = exercise_from(Fences);
  exercise.checks.front().model = "sc";
  const Grade grade = graded(exercise, "L: -\nR: rel");
  CHECK(grade.hundredths == 200);
  CHECK(grade.key == "too-strong:R");
  CHECK(graded(exercise, "L: -\nR: -").is_full());
}

TEST_CASE("a program without complete executions passes neither `safe` nor `forbids`") {
  const Exercise safe = anything("check sc: safe\n");
  CHECK(graded(safe, "x := 1;").is_full());
  const Grade blocked = graded(safe, "block;");
  CHECK(blocked.key == "blocked@sc");
  CHECK(blocked.findings.front().text ==
        "safe under sc: no execution is complete, all are blocked");
  const Exercise forbids = anything("check sc: forbids two\n");
  CHECK(graded(forbids, "r := 1; block;").key == "blocked@sc");
  CHECK(graded(forbids, "r := 1; assert(0);").key == "fails@sc");
}

TEST_CASE("an execution whose final block fails counts for `completes`") {
  const Exercise completes = anything("require sc: completes\ncheck sc: safe\n");
  const Grade wrong = graded(completes, "y := 1;");
  CHECK(wrong.findings[0].is_right);
  CHECK(wrong.key == "assertion@sc");
  const Grade stops = graded(completes, "p := 1; r := *p;");
  CHECK(stops.findings[0].text ==
        "some execution completes under sc: none does, each stops at an error, or is blocked");
  CHECK(stops.findings[0].keys == std::vector<std::string>{"fails@sc", "fails"});
}

TEST_CASE("a finding on an outcome that is still allowed has a picture of it") {
  const Exercise forbids = anything("check sc: forbids two\n");
  CHECK(graded(forbids, "x := 2; r := x;").key == "fails@sc");  // the final block fails
  const Grade ends = graded(forbids, "x := 2; r := x; x := 1;");
  CHECK(ends.findings.front().picture.find("R x → 2") != std::string::npos);
}

}  // namespace drover::grade_fill_test
