#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::grade_distinguish_test {
using namespace classroom;
using namespace testing;

TEST_CASE(
    "the size of a test is the number of accesses in its text, or in an execution if larger") {
  const Exercise exercise = exercise_from(Head +
                                          "kind: distinguish\n"
                                          "distinguish: allowed tso forbidden sc size 4\n"
                                          "solution: shared x; thread t { x := 1; }\n");
  const std::string rest = " thread r { y := 1; b := x; } exists (l:a == 0 && r:b == 0);";
  CHECK(graded(exercise, "shared x, y; thread l { x := 1; a := y; }" + rest).is_full());
  const Grade loop = graded(
      exercise,
      "shared x, y; thread l { for (i := 0; i < 3; i := i + 1) { x := 1; } a := y; }" + rest);
  CHECK(loop.key == "too-large");
  CHECK(loop.findings.back().text.starts_with("6 accesses"));
}

}  // namespace drover::grade_distinguish_test
