#include "explorer/plan/size_comparison.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <variant>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/plan.h"
#include "tests/support/program_text.h"

namespace drover::size_comparison_test {

namespace {

ExplorerOptions options_of_sc() {
  ExplorerOptions options;
  options.model = find_model("sc");
  return options;
}

std::optional<SizeComparison> comparison_of(const std::string& source) {
  ExplorerOptions options = options_of_sc();
  options.algorithm = AlgorithmKind::Spore;
  return compare_sizes(make_plan(testing::program_from(source), options), options);
}

// The additions of three threads can come in 9! / 6^3 orders, which nobody tells apart.
const char* const Adders =
    "shared c, x; thread t(i in 1..3) { faa(c, 1); faa(c, 1); faa(c, 1); r := x; x := i; }"
    "exists (c == 9 && x == 2);";
// The program shows which thread has swapped, and nothing else.
const char* const Swappers = "shared x; thread t(i in 0..5) { cas(x, 0, 1); x := i + 3; }";
// Each thread that swaps knows its predecessor.
const char* const Rotation = "shared x; thread t(i in 0..9) { cas(x, i, i + 1); }";

}  // namespace

TEST_CASE("an exploration that ends at once is not measured") {
  CHECK_FALSE(comparison_of("shared x; thread t(i in 1..3) { x := i; r := x; }").has_value());
}

TEST_CASE("orders of additions are seen in executions") {
  const auto comparison = comparison_of(Adders);
  REQUIRE(comparison.has_value());
  // 1 of 1680.
  CHECK(comparison->orders.looks > 20);
  CHECK(comparison->orders.share < 0.01);
  const auto others = comparison_of(Swappers);
  REQUIRE(others.has_value());
  CHECK(others->orders.share == doctest::Approx(1));
}

TEST_CASE("executions that read the same are seen") {
  const auto comparison = comparison_of(Swappers);
  REQUIRE(comparison.has_value());
  CHECK(comparison->values.classes < comparison->values.looks);
  CHECK(comparison->values.share < 0.02);
  const auto others = comparison_of(Rotation);
  REQUIRE(others.has_value());
  CHECK(others->values.share > 0.02);
}

TEST_CASE(
    "`auto` explores orders of additions as one where there are many, with the same answers") {
  const Program program = testing::program_from(Adders);
  ExplorerOptions options = options_of_sc();
  const ExplorationResult chosen = explore(program, options);
  CHECK(chosen.algorithm == "dpor");
  REQUIRE(chosen.algorithm_reason.has_value());
  CHECK(std::holds_alternative<FewerOrders>(chosen.algorithm_reason->reason));
  options.algorithm = AlgorithmKind::Spore;
  const ExplorationResult all = explore(program, options);
  CHECK(chosen.executions < all.executions);
  CHECK(chosen.verdict == all.verdict);
  REQUIRE(chosen.outcomes.size() == all.outcomes.size());
  for (const auto& [state, count] : all.outcomes) CHECK(chosen.outcomes.contains(state));
}

TEST_CASE("`auto` explores by values if sampled executions show that it pays") {
  ExplorerOptions options = options_of_sc();
  const Plan plan = make_plan(testing::program_from(Swappers), options);
  CHECK(plan.algorithm == AlgorithmKind::Rvf);
  REQUIRE(plan.reason.has_value());
  CHECK(std::holds_alternative<FewerValues>(plan.reason->reason));
  REQUIRE(plan.fallback != nullptr);
  CHECK(plan.fallback->algorithm == AlgorithmKind::Spore);
  CHECK(make_plan(testing::program_from(Rotation), options).algorithm == AlgorithmKind::Spore);
}

TEST_CASE("runs that are divided, sampled or estimated use `spore`") {
  const Program program = testing::program_from(Adders);
  ExplorerOptions options = options_of_sc();
  CHECK(make_plan(program, options).algorithm == AlgorithmKind::Dpor);
  CHECK(make_divisible_plan(program, options).algorithm == AlgorithmKind::Spore);
  CHECK(can_be_sampled(program, options));
  options.parts = PartsKept::Apart;
  CHECK(make_plan(program, options).algorithm == AlgorithmKind::Spore);
  CHECK(split_exploration(program, options, 4).has_value());
}

}  // namespace drover::size_comparison_test
