#include "analysis/explain/impossible.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include "tests/support/explained.h"

namespace drover::explain_impossible_test {

using namespace drover::testing;

TEST_CASE("an impossible value is reported with the possible values") {
  const Explained odd(MessagePassing + "exists (r:a == 2 && r:b == 0);", {"rc11"});
  CHECK(odd.answer().verdict == explain::OutcomeVerdict::Impossible);
  REQUIRE(odd.explanation.impossible.size() == 1);
  CHECK(odd.explanation.impossible[0].part == 0);
  REQUIRE(odd.explanation.impossible[0].values.size() == 1);
  CHECK(odd.explanation.impossible[0].values[0].values == std::vector<Value>{0, 1});
  CHECK(odd.explanation.contradiction.empty());
}

TEST_CASE("a contradiction is a minimal set of parts that no state satisfies together") {
  const Explained odd(
      "shared x;\n"
      "thread t { r := x@rlx; s := r + 1; q := x@rlx; }\n"
      "thread u { x@rlx := 1; }\n"
      "exists (t:r == 1 && t:q == 1 && t:s == 1);",
      {"rc11"});
  CHECK(odd.answer().verdict == explain::OutcomeVerdict::Impossible);
  CHECK(odd.explanation.impossible.empty());
  CHECK(odd.explanation.contradiction == std::vector<std::size_t>{0, 2});
}

}  // namespace drover::explain_impossible_test
