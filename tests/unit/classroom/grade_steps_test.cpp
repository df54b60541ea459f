#include <doctest/doctest.h>

#include <string>

#include "classroom/verify.h"
#include "tests/support/exercise_text.h"

namespace drover::grade_steps_test {
using namespace classroom;
using namespace testing;

namespace {

const std::string LoadBuffering =
    "kind: steps\n"
    "program lb:\n"
    "  shared x, y;\n"
    "  thread l { a := x@rlx; y@rlx := 1; }\n"
    "  thread r { b := y@rlx; x@rlx := b; }\n"
    "outcome early: l:a == 1 && r:b == 1\n";

}  // namespace

TEST_CASE("steps are those of the machine, with a promise where a write is seen early") {
  for (const std::string model : {"aarch64", "riscv"}) {
    CAPTURE(model);
    const Exercise exercise =
        exercise_from(Head + LoadBuffering + "ask: " + model +
                      "\nsolution:\n  promise l.2\n  r.1\n  r.2\n  l.1\n  l.2\n");
    CHECK(verify(exercise).empty());
    CHECK(graded(exercise, "promise l.2, r.1, promise r.2, l.1, r.2, l.2").is_full());
    CHECK(graded(exercise, "l.1, l.2, r.1, r.2").key == "not-there");
    CHECK(graded(exercise, "promise r.2, l.1, l.2, r.1, r.2").key == "too-early");
    CHECK(graded(exercise, "l.2, r.1, r.2, l.1").key == "order");
    CHECK(graded(exercise, "promise l.1").key == "order");
    CHECK(graded(exercise, "promise l.2, promise l.2").key == "order");
    CHECK(graded(exercise, "promise l.2, r.1, r.2, l.1").key == "unfinished");
    CHECK(graded(exercise, "promise l.2, r.1, r.2, l.1").hundredths == 0);
    CHECK(graded(exercise, "promised l.2").key == "unreadable");
    CHECK(graded(exercise, "l.3").key == "unreadable");
  }
}

TEST_CASE("steps may say what is promised, and which values events take") {
  const Exercise exercise = exercise_from(
      Head + LoadBuffering + "ask: aarch64\nsolution: promise l.2, r.1, r.2, l.1, l.2\n");
  CHECK(graded(exercise, "promise l y = 1, r.1 = 1, r.2, l.1 = 1, l.2").is_full());
  // Moves that leave the execution with the outcome.
  CHECK(graded(exercise, "promise l y = 1, r.1 = 1, r.2, l.1 = 0, l.2").key == "other");
  CHECK(graded(exercise, "promise r x = 0, r.1, r.2, l.1, l.2").key == "other");
  CHECK(graded(exercise, "promise l y = 1, promise l y = 1").key == "order");
  for (const char* const answer : {"promise l z = 1", "promise q y = 1", "promise l y 1", "l y = 1",
                                   "promise l.2 = 1", "= 1"}) {
    CAPTURE(answer);
    CHECK(graded(exercise, answer).key == "unreadable");
  }
}

TEST_CASE("steps are possible if the run comes to its end") {
  const Exercise exercise = exercise_from(
      Head + LoadBuffering + "ask: aarch64\nsolution: promise l.2, r.1, r.2, l.1, l.2\n");
  const auto first_words = [&](const std::string& answer) {
    return graded(exercise, answer).findings.front().text;
  };
  CHECK(first_words("promise l.2, r.1, r.2, l.1, l.2") == "the machine can take each step");
  // The thread could not keep this promise: it depends on what it reads.
  CHECK(first_words("promise r.2") == "nothing that a thread has seen hinders a step");
}

TEST_CASE("a step that has to see a later message is not possible") {
  const Exercise exercise =
      exercise_from(Head +
                    "kind: steps\n"
                    "program mp:\n"
                    "  shared x, y;\n"
                    "  thread w { x@rlx := 1; y@rlx := 1; }\n"
                    "  thread r { f := y@acq; d := x@rlx; }\n"
                    "outcome stale: r:f == 1 && r:d == 0\n"
                    "ask: aarch64\nsolution:\n  promise w.2\n  r.1\n  r.2\n  w.1\n  w.2\n");
  CHECK(verify(exercise).empty());
  CHECK(graded(exercise, "w.1, w.2, r.1, r.2").key == "too-old");
}

TEST_CASE("verify: steps are asked of machines with promises, and of what they allow") {
  CHECK(ReadExercise(Head + LoadBuffering + "ask: tso\nsolution: l.1\n")
            .has(DiagnosticKind::ExerciseValue, 11, 6));
  const std::string kept = LoadBuffering.substr(0, LoadBuffering.find("y@rlx := 1")) + "y@rel" +
                           LoadBuffering.substr(LoadBuffering.find(" := 1"));
  const auto complaints =
      verify(exercise_from(Head + kept + "ask: aarch64\nsolution: l.1, l.2, r.1, r.2\n"));
  REQUIRE(!complaints.empty());
  CHECK(complaints.front().find("forbids this outcome") != std::string::npos);
}

}  // namespace drover::grade_steps_test
