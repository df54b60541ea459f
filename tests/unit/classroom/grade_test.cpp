#include "classroom/grade.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::grade_test {
using namespace classroom;
using namespace testing;

TEST_CASE("points are printed without trailing zeros") {
  CHECK(points_text(0) == "0");
  CHECK(points_text(250) == "2.5");
  CHECK(points_text(133) == "1.33");
  CHECK(points_text(1000) == "10");
}

namespace {

// A required check and two that earn points.
Exercise three_checks() {
  return exercise_from(Head +
                       "kind: fill\nprogram p:\n  shared x, y;\n  thread t { [[S]] }\n"
                       "outcome x1: x == 1\noutcome y1: y == 1\noutcome x2: x == 2\n"
                       "hole S statements: s\n"
                       "require sc: allows x1\ncheck sc: allows y1\ncheck sc: forbids x2\n"
                       "on y1: and y?\non syntax: not a program\n"
                       "solution: x := 1; y := 1;\n");
}

}  // namespace

TEST_CASE("each right check earns its share, and none without the required one") {
  const Exercise exercise = three_checks();
  CHECK(graded(exercise, "x := 1; y := 1;").hundredths == 400);
  CHECK(graded(exercise, "x := 1;").hundredths == 200);
  CHECK(graded(exercise, "y := 1;").hundredths == 0);
}

TEST_CASE("the remark is that of the first mistake which has one") {
  const Exercise exercise = three_checks();
  const Grade grade = graded(exercise, "y := 2;");
  CHECK(grade.findings.front().keys.front() == "x1@sc");
  CHECK(grade.key == "y1");
  CHECK(grade.remark == "and y?");
  CHECK(graded(exercise, "z := ;").remark == "not a program");
  CHECK(graded(exercise, "x := 1; y := 1;").remark.empty());
}

}  // namespace drover::grade_test
