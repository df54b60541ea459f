#include <doctest/doctest.h>

#include <string>

#include "classroom/verify.h"
#include "tests/support/exercise_text.h"

namespace drover::grade_cycle_test {
using namespace classroom;
using namespace testing;

TEST_CASE("the edges of a cycle are of the relations that the exercise names") {
  const std::string sb = Head +
                         "kind: cycle\n"
                         "program sb:\n"
                         "  shared x, y;\n"
                         "  thread l { x := 1; a := y; }\n"
                         "  thread r { y := 1; b := x; }\n"
                         "outcome zeros: l:a == 0 && r:b == 0\n"
                         "ask: sc\n"
                         "solution:\n"
                         "  po l.1 l.2\n"
                         "  fr l.2 r.1\n"
                         "  po r.1 r.2\n"
                         "  fr r.2 l.1\n";
  const Exercise exercise = exercise_from(sb);
  CHECK(verify(exercise).empty());
  CHECK(graded(exercise, "hb l.1 l.1").key == "unreadable");
  CHECK(graded(exercise, "exercise-axiom-0 l.1 l.1").key == "unreadable");
  CHECK(graded(exercise_from(sb + "edges: hb\n"), "hb l.1 l.1").is_full());
  CHECK(ReadExercise(sb + "edges: po hp\n").has(DiagnosticKind::ExerciseValue, 17, 8));
}

TEST_CASE(
    "an answer names an edge that is not there, does not close, or forms a cycle the model "
    "allows") {
  const Exercise exercise =
      exercise_from(Head +
                    "kind: cycle\n"
                    "program r:\n"
                    "  shared x, y, z;\n"
                    "  thread l { x := 1; y := 1; a := z; }\n"
                    "  thread r { z := 1; y := 2; fence@sc; b := x; }\n"
                    "outcome late: y == 2 && r:b == 0 && l:a == 0\n"
                    "ask: tso\n"
                    "solution:\n  po l.1 l.2\n  co l.2 r.2\n  po r.2 r.4\n  fr r.4 l.1\n");
  CHECK(verify(exercise).empty());
  CHECK(graded(exercise, "po l.1 l.2, co r.2 l.2, po r.2 r.4, fr r.4 l.1").key == "no-edge");
  CHECK(graded(exercise, "po l.1 l.2, co l.2 r.2").key == "no-cycle");
  // tso lets the read of z overtake the write of x.
  const Grade kept = graded(exercise, "po l.1 l.3, fr l.3 r.1, po r.1 r.4, fr r.4 l.1");
  CHECK(kept.key == "kept");
  CHECK(kept.hundredths == 200);
  // Program order in two edges counts as one.
  CHECK(graded(exercise, "po l.1 l.2, co l.2 r.2, po r.2 r.3, po r.3 r.4, fr r.4 l.1").is_full());
}

TEST_CASE("a cycle against an axiom that is not acyclicity must be why the axiom is broken") {
  const Exercise exercise = exercise_from(Head +
                                          "kind: cycle\n"
                                          "program c:\n"
                                          "  shared x;\n"
                                          "  thread l { x@rlx := 1; }\n"
                                          "  thread r { a := x@rlx; b := x@rlx; }\n"
                                          "outcome back: r:a == 1 && r:b == 0\n"
                                          "ask: rc11\n"
                                          "solution:\n  rf l.1 r.1\n  po r.1 r.2\n  fr r.2 l.1\n");
  CHECK(verify(exercise).empty());
  CHECK(graded(exercise, "rf l.1 r.1, po r.1 r.2, fr r.2 l.1").is_full());
  CHECK(graded(exercise, "rf l.1 r.1, po r.1 r.2").key == "no-cycle");
}

TEST_CASE("an event that is not there is an error with similar names") {
  const Exercise exercise = exercise_from(
      Head +
      "kind: cycle\nprogram sb:\n  shared x, y;\n  thread left { x := 1; a := y; }\n"
      "  thread right { y := 1; b := x; }\noutcome zeros: left:a == 0 && right:b == 0\nask: sc\n"
      "solution: po left.1 left.2, fr left.2 right.1, po right.1 right.2, fr right.2 left.1\n");
  const Grade grade = graded(exercise, "po left.1 lefft.2");
  CHECK(grade.diagnostics.find("there is no event `lefft.2`") != std::string::npos);
  CHECK(grade.diagnostics.find("did you mean `left.2`?") != std::string::npos);
}

}  // namespace drover::grade_cycle_test
