#include "classroom/verify.h"

#include <doctest/doctest.h>

#include <string>

#include "classroom/exercise_text.h"
#include "tests/support/exercise_text.h"

namespace drover::verify_test {
using namespace classroom;
using namespace testing;

TEST_CASE("the search finds a test smaller than the stated smallest one" *
          doctest::test_suite("slow")) {
  const Exercise exercise = exercise_from(Head +
                                          "kind: distinguish\n"
                                          "distinguish: allowed tso forbidden sc size 5\n"
                                          "solution: shared x; thread t { x := 1; }\n");
  CHECK_FALSE(find_smaller_test(exercise, 3).has_value());
  const auto found = find_smaller_test(exercise, 4);
  REQUIRE(found.has_value());
  CHECK(graded(exercise, *found).is_full());
}

TEST_CASE("the search for smaller tests tries all modes" * doctest::test_suite("slow")) {
  const std::string head = Head + "kind: distinguish\n";
  const std::string solution = "solution: shared x; thread t { x := 1; }\n";
  // Message passing with a relaxed flag; with plain accesses, rc11 says what ra says of it.
  const Exercise modes =
      exercise_from(head + "distinguish: allowed rc11 forbidden ra size 5\n" + solution);
  CHECK_FALSE(find_smaller_test(modes, 3).has_value());
  const auto found = find_smaller_test(modes, 4);
  REQUIRE(found.has_value());
  const Grade grade = graded(modes, *found);
  CHECK(grade.is_full());
  // No test of four accesses shows what C++20 took out of release sequences.
  const Exercise sequences =
      exercise_from(head + "distinguish: allowed rc20 forbidden rc11 size 5\n" + solution);
  CHECK_FALSE(find_smaller_test(sequences, 4).has_value());
}

TEST_CASE("the search for smaller tests takes a model of the exercise") {
  const std::string text = Head +
                           "kind: distinguish\n"
                           "model weak:\n"
                           "  include \"cos.cat\"\n"
                           "  acyclic [W]; po-loc; [W] | co as writes\n"
                           "distinguish: allowed weak forbidden sc size 4\n"
                           "solution: shared x; thread t { x := 1; }\n";
  const Exercise exercise = exercise_from(text);
  REQUIRE(exercise.own_models.size() == 1);
  const auto found = find_smaller_test(exercise);
  REQUIRE(found.has_value());
  CAPTURE(*found);
  CHECK(graded(exercise, *found).is_full());
  CHECK(exercise_text(exercise).find("po-loc") != std::string::npos);
}

}  // namespace drover::verify_test
