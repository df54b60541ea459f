#include "classroom/exercise_text.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/exercise_text.h"

namespace drover::exercise_text_test {
using namespace classroom;
using namespace testing;

TEST_CASE("a test of the library is shown without its comment and verdicts") {
  const Exercise exercise = exercise_from(
      Head + "kind: verdicts\nlibrary: SB+rlxs\nask: rc11\nsolution: rc11: allowed\n");
  const std::string shown = exercise_text(exercise);
  CHECK(shown.find("Verdicts") == std::string::npos);
  CHECK(shown.find("Store buffering") == std::string::npos);
  CHECK(shown.find("memory_order_relaxed") != std::string::npos);
  CHECK(graded(exercise, "rc11: allowed").is_full());
}

TEST_CASE("hints are shown up to a number, with how to get the next one") {
  Exercise exercise;
  exercise.name = "e";
  CHECK(hints_text(exercise, 1) == "e has no hints\n");
  exercise.hints = {"first", "second"};
  CHECK(hints_text(exercise, 1) == "hint 1 of 2: first\nthe next one: --hint=2\n");
  CHECK(hints_text(exercise, 9) == "hint 1 of 2: first\nhint 2 of 2: second\n");
}

TEST_CASE("a picture of more than 60 lines is cut") {
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += "line\n";
  CHECK(first_lines(lines) == lines);
  CHECK(first_lines(lines + "one more\n") == lines + "…\n");
}

TEST_CASE("the form of an answer names the rows of a table, and the choices of a hole with costs") {
  const Exercise table =
      exercise_from(Head +
                    "kind: count\nprogram p:\n  shared x;\n  thread t { x := 1; }\n"
                    "ask: sc tso\ncount: states\nsolution:\n  sc: 1\n  tso: 1\n");
  CHECK(exercise_text(table).find("a number of final states in each of these lines:\n  sc: \n") !=
        std::string::npos);
  const Exercise fences = exercise_from(Fences);
  CHECK(exercise_text(fences).find("  L: a fence: - rel sc; `-`, or nothing, means none\n") !=
        std::string::npos);
  Exercise cheapest = fences;
  cheapest.minimality = Minimality::Cheapest;
  CHECK(exercise_text(cheapest).find("sc (costs 4)") != std::string::npos);
}

}  // namespace drover::exercise_text_test
