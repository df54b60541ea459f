#include "explorer/size_estimate.h"

#include <doctest/doctest.h>

#include <cmath>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::size_estimate_test {

namespace {

ExplorerOptions options_of_test() {
  ExplorerOptions options;
  options.model = find_model("rc11");
  options.reductions = ReductionSet::none();
  return options;
}

// Writes that each thread's addition may revisit: almost all executions are behind rare choices.
constexpr const char* Additions = "shared x; thread t(i in 1..8) { faa(x, 1); }";

}  // namespace

TEST_CASE("size: what fits into a sweep is counted") {
  const Program program = testing::program_from(
      "shared x, y; thread t { x := 1; a := y; }"
      "thread u { y := 1; b := x; }");
  const auto size = estimate_size(program, options_of_test(), {.seed = 1, .parts = 1000});
  REQUIRE(size);
  CHECK(size->executions.mean == 3);
  CHECK(size->executions.spread == 0);
  CHECK(size->others.mean == 0);
}

TEST_CASE("size: executions that come of revisits are not missed") {
  const Program program = testing::program_from(Additions);
  const double truth = 40320;  // 8!
  for (const std::uint64_t seed : {1, 2, 3}) {
    CAPTURE(seed);
    const auto size = estimate_size(program, options_of_test(), {.seed = seed, .parts = 20'000});
    REQUIRE(size);
    CHECK(size->executions.mean > truth / 2);
    CHECK(size->executions.mean < truth * 2);
    CHECK(std::abs(size->executions.mean - truth) < 4 * size->executions.spread);
  }
}

TEST_CASE("size: blocked executions are told apart") {
  const Program program = testing::program_from(
      "shared x; thread t(i in 1..5) { faa(x, 1); } thread w { r := x; assume(r == 5); }");
  const auto size = estimate_size(program, options_of_test(), {.seed = 1, .parts = 20'000});
  REQUIRE(size);
  CHECK(size->executions.mean > 60);  // 120
  CHECK(size->executions.mean < 240);
  CHECK(size->others.mean > 300);  // 600
  CHECK(size->others.mean < 1200);
}

TEST_CASE("size: the same seed gives the same estimate") {
  const Program program = testing::program_from(Additions);
  const auto estimate = [&](std::uint64_t seed) {
    return estimate_size(program, options_of_test(), {.seed = seed, .parts = 2000})
        ->executions.mean;
  };
  CHECK(estimate(5) == estimate(5));
  CHECK(estimate(5) != estimate(6));
}

TEST_CASE("size: what cannot be divided has no estimate") {
  ExplorerOptions options = options_of_test();
  options.model = find_model("sc");
  options.algorithm = AlgorithmKind::Dpor;
  CHECK_FALSE(estimate_size(testing::program_from(Additions), options, {}));
}

}  // namespace drover::size_estimate_test
