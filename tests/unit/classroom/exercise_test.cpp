#include "classroom/exercise.h"

#include <doctest/doctest.h>

namespace drover::exercise_test {
using namespace classroom;

TEST_CASE("the parts of an exercise are found by name") {
  Exercise exercise;
  exercise.subjects = {{"p", Language::Core, "", {}, {}}, {"m", Language::Cat, "", {}, {}}};
  exercise.outcomes = {{"zeros", 0, "x == 0", {}}};
  exercise.holes.resize(1);
  exercise.holes.front().name = "A";
  CHECK(exercise.find_subject("m") == 1);
  CHECK(!exercise.find_subject("q"));
  CHECK(exercise.find_outcome("zeros") == &exercise.outcomes.front());
  CHECK(exercise.find_outcome("ones") == nullptr);
  CHECK(exercise.find_hole("A") == &exercise.holes.front());
  CHECK(exercise.model("tso").name() == "tso");
}

TEST_CASE("implementations are counted by whether they are good, and the first good one is found") {
  Exercise exercise;
  CHECK(exercise.first_good() == nullptr);
  exercise.implementations = {
      {"one", "", false, {}}, {"two", "", true, {}}, {"three", "", true, {}}};
  CHECK(exercise.count_implementations(true) == 2);
  CHECK(exercise.count_implementations(false) == 1);
  CHECK(exercise.first_good()->name == "two");
}

TEST_CASE("every kind has its name") {
  CHECK(kind_name(Kind::Verdicts) == "verdicts");
  CHECK(kind_name(Kind::Relax) == "relax");
  CHECK(HoleKindNames[static_cast<std::size_t>(HoleKind::Statements)] == "statements");
  CHECK(DemandNames[static_cast<std::size_t>(Demand::Allows)] == "allows");
  CHECK(LanguageNames[static_cast<std::size_t>(Language::Cat)] == "cat");
}

}  // namespace drover::exercise_test
