#include "classroom/parse_exercise.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::parse_exercise_test {
using namespace classroom;
using namespace testing;

TEST_CASE("errors in an exercise file have their line and column") {
  using enum DiagnosticKind;
  CHECK(ReadExercise("  lost\n").has(ExerciseLine, 1, 3));
  CHECK(ReadExercise("no colon here\n").has(ExerciseLine, 1, 1));
  CHECK(ReadExercise(Head + "titel: x\n").has(ExerciseSection, 5, 1));
  CHECK(ReadExercise(Head + "title: x\n").has(ExerciseDuplicate, 5, 1));
  CHECK(ReadExercise(Head).has(ExerciseMissing, 0, 0));
  CHECK(ReadExercise(Head + "kind: riddle\n").has(ExerciseValue, 5, 7));
  CHECK(ReadExercise(Head + "level: 9\n").has(ExerciseValue, 5, 8));
  CHECK(ReadExercise(Head + "library: SBB\n").has(ExerciseValue, 5, 10));
  CHECK(ReadExercise(Head + "hole A mode: rlx strong\n").has(ExerciseValue, 5, 18));
  CHECK(ReadExercise(Head + "check power: safe\n").has(ExerciseValue, 5, 1));
  CHECK(ReadExercise(Head + "outcome o: x == 1\n").has(ExerciseValue, 5, 1));
}

}  // namespace drover::parse_exercise_test
