#include <doctest/doctest.h>

#include <string>

#include "classroom/sections.h"
#include "tests/support/exercise_text.h"

namespace drover::read_filling_test {
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

TEST_CASE(
    "letter case, separators and `fence@` may vary in an answer, and an empty line is no fence") {
  const Exercise fences = exercise_from(Fences);
  CHECK(graded(fences, "L: sc, R: sc").is_full());
  CHECK(graded(fences, "l: SC; r: fence@sc;").is_full());
  CHECK(graded(fences, "L:\nR: sc").key == "zeros");  // readable: no fence
  CHECK(graded(fences, "L: none, R:").key == "zeros");
  CHECK_FALSE(graded(fences, "L: sc, R: full").is_readable());
  const Grade place = graded(fences, "L: sc, R: full");
  CHECK(place.diagnostics.find("answer:1:11: error") != std::string::npos);
  const Exercise modes = exercise_from(Head +
                                       "kind: fill\nprogram p:\n  shared x;\n"
                                       "  thread t { x@[[W]] := 1; }\nhole W mode: rlx sc\n"
                                       "check sc: safe\nsolution: rlx\n");
  CHECK_FALSE(graded(modes, "W:").is_readable());  // there is no empty mode
  CHECK(find_word({"sc", "SC2"}, "Sc") == 0);
  CHECK(find_word({"a", "A"}, "A") == 1);
  CHECK_FALSE(find_word({"ab", "AB"}, "Ab").has_value());
}

TEST_CASE("holes in one line: the text of statements may contain separators and labels") {
  const Exercise exercise =
      exercise_from(Head +
                    "kind: fill\nprogram p:\n  shared x;\n"
                    "  thread t { [[A]] }\n  thread u { [[B]] }\n"
                    "hole A statements: a\nhole B statements: b\n"
                    "check sc: safe\nsolution:\n  A: x := 1;\n  B: x := 1;\n");
  CHECK(graded(exercise, "A: x := 1; x := 2; B: x := 3;").is_full());
  CHECK(graded(exercise, "A: x := 1; b: while (x == 0) { break b; } B: x := 3;").is_readable() ==
        false);
  CHECK(graded(exercise, "A: x := 1; b: while (x == 0) { break b; }\nB: x := 3;").is_full());
  CHECK(graded(exercise, "A:\n  x := 1;\nB:\n  x := 2; A: while (x == 0) { }").is_full());
}

TEST_CASE("a whole program may differ from the template in holes, blanks and comments only") {
  const Exercise exercise = exercise_from(Fences);
  const std::string begin = "shared x,y;  // as it was\n";
  CHECK(graded(exercise, begin + "thread l { x := 1; fence@sc; a := y; }\n"
                                 "thread r { y := 1; fence @ sc ; b := x; }\n")
            .is_full());
  const Grade changed = graded(exercise, begin +
                                             "thread l { x := 1; fence@sc; a := y; }\n"
                                             "thread r { y := 1; fence@sc; b := y; }\n");
  CHECK(changed.key == "template");
  CHECK(changed.diagnostics.find("answer:3:35: error") != std::string::npos);
  const Grade longer = graded(exercise, begin +
                                            "thread l { x := 1; fence@sc; a := y; }\n"
                                            "thread r { y := 1; fence@sc; b := x; }\n"
                                            "thread s { x := 2; }\n");
  CHECK(longer.key == "template");
}

TEST_CASE("a banned word is reported before other mistakes") {
  const Exercise exercise = anything("check sc: safe\nban: z block\n");
  CHECK(graded(exercise, "x := z;").key == "banned:z");
  CHECK(graded(exercise, "x := z;").is_readable());
  CHECK(graded(exercise, "x := y;").key == "syntax");
}

}  // namespace drover::read_filling_test
