#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::grade_relax_test {
using namespace classroom;
using namespace testing;

TEST_CASE(
    "modes earn all points if they are safe and nothing weaker is, and if nothing else changed") {
  const auto passing = [](const std::string& store, const std::string& load) {
    return "shared f; shared na d;\n thread w { d := 1; f" + store + " := 1; }\n thread r { if (f" +
           load + " == 1) { a := d; } }\n";
  };
  const std::string text = Head + "kind: relax\nprogram mp:\n  " + passing("@sc", "@sc") +
                           "check rc11: safe\nsolution:\n  " + passing("@rel", "@acq");
  const Exercise exercise = exercise_from(text);
  CHECK(graded(exercise, passing("@rel", "@acq")).hundredths == 400);
  CHECK(graded(exercise, passing("@rel", "@sc")).hundredths == 200);
  CHECK(graded(exercise, passing("@rel", "@rlx")).hundredths == 0);
  // A pinned mode would stay.
  CHECK(graded(exercise, passing("@sc!", "@sc!"))
            .diagnostics.find("only modes and fences may change") != std::string::npos);
  CHECK(graded(exercise, passing("@rel", "@acq") + "thread more { a := f; }").hundredths == 0);
  // A fence that is not needed is one too many; where it is, the modes may be weaker.
  CHECK(graded(exercise,
               "shared f; shared na d; thread w { d := 1; f@rel := 1; }\n"
               "thread r { if (f@rlx == 1) { fence@acq; a := d; } }")
            .hundredths == 400);

  const ReadExercise none(Head + "kind: relax\nprogram mp:\n  " + passing("", "") +
                          "solution: x\n");
  CHECK(!none.exercise.has_value());
  const ReadExercise forbids(Head + "kind: relax\nprogram mp:\n  " + passing("", "") +
                             "outcome o: r:a == 0\ncheck rc11: forbids o\nsolution: x\n");
  CHECK(!forbids.exercise.has_value());
}

}  // namespace drover::grade_relax_test
