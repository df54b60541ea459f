#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::grade_axiom_test {
using namespace classroom;
using namespace testing;

TEST_CASE(
    "a hole of a model holds one expression, and must agree with the reference on some allowed "
    "test") {
  const Exercise exercise = exercise_from(Head +
                                          "kind: axiom\n"
                                          "model m:\n"
                                          "  include \"cos.cat\"\n"
                                          "  acyclic [[E]] as order\n"
                                          "hole E expression: the order\n"
                                          "program p:\n"
                                          "  shared x, y;\n"
                                          "  thread l { x := 1; a := y; }\n"
                                          "  thread r { y := 1; b := x; }\n"
                                          "outcome ones: l:a == 1 && r:b == 1\n"
                                          "agree sc: SB MP ones\n"
                                          "solution: po | rf | co | fr\n");
  CHECK(graded(exercise, "po | rf | co | fr").is_full());
  CHECK(graded(exercise, "po | rf | co | fr // all of them").is_full());
  CHECK(graded(exercise, "0 as a include \"sc.cat\" acyclic 0").key == "syntax");
  const Grade everything = graded(exercise, "po | po^-1");
  CHECK(everything.hundredths == 0);
  CHECK_FALSE(everything.is_full());
  CHECK(graded(exercise, "0").hundredths == 0);
  CHECK(graded(exercise, "po | rf | co").hundredths < 400);
}

}  // namespace drover::grade_axiom_test
