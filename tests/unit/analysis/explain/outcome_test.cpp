#include "analysis/explain/outcome.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::explain_outcome_test {

using namespace drover::testing;

namespace {

std::vector<std::string> part_texts(const std::string& condition) {
  const Program program = program_from("shared x, y; thread t { r := x; y := 1; }\n" + condition);
  std::vector<std::string> texts;
  for (const explain::OutcomePart& part :
       explain::outcome_of(program, program.conditions.front()).parts) {
    texts.push_back(part.text);
  }
  return texts;
}

}  // namespace

TEST_CASE("the parts of an outcome are the conjuncts of its condition") {
  using Texts = std::vector<std::string>;
  CHECK(part_texts("exists (t:r == 1 && x == 2 && !(y == 0 || y > 3));") ==
        Texts{"t:r == 1", "x == 2", "y != 0", "y <= 3"});
  CHECK(part_texts("forbid (t:r == 1 || x == 2);") == Texts{"t:r == 1 || x == 2"});
  CHECK(part_texts("forall (t:r == 1 || x == 2);") == Texts{"t:r != 1", "x != 2"});
  CHECK(part_texts("forall (t:r == 1 && x + y == 2);").size() == 1);
  CHECK(part_texts("forall (x);") == Texts{"!(x)"});
}

TEST_CASE("the outcome of a `forall` is the negation of its condition") {
  const Program program =
      program_from("shared x; thread t { r := x; }\nforall (t:r == 1 || t:r == 2);");
  const explain::Outcome outcome = explain::outcome_of(program, program.conditions.front());
  CHECK(outcome.text == "t:r != 1 && t:r != 2");
  CHECK(outcome.holds(std::vector<Value>{0}));
  CHECK_FALSE(outcome.holds(std::vector<Value>{2}));
}

}  // namespace drover::explain_outcome_test
