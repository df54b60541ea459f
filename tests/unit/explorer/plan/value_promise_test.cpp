#include "explorer/plan/value_promise.h"

#include <doctest/doctest.h>

#include <cmath>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/plan.h"
#include "tests/support/program_text.h"

namespace drover::value_promise_test {

namespace {

std::optional<ValuePromise> promise_of(const std::string& source) {
  const Program program = testing::program_from(source);
  return promise_of_values(program, UnfoldOptions(), passes::find_symmetric_threads(program));
}

ExplorerOptions options_of_sc() {
  ExplorerOptions options;
  options.model = find_model("sc");
  return options;
}

// Eight threads write one value each time; no thread waits for another.
const char* const Setters =
    "shared a, b; thread setter(i in 1..8) { a := 1; b := 2; }"
    "thread checker { r := a; s := b; }";

}  // namespace

TEST_CASE("many writes of one value make exploring by values promising") {
  const auto promise = promise_of(Setters);
  REQUIRE(promise.has_value());
  // 8! orders of each location's writes, 9 places for each read; 8! permutations.
  CHECK(promise->executions == doctest::Approx(40320.0 * 9 * 9));
  // Each read sees the initial value or the other one.
  CHECK(promise->value_paths == doctest::Approx(4));
  CHECK(promise->location == "a");
  CHECK(promise->writers == 8);
  CHECK(promise->values == 1);
}

TEST_CASE("a thread that has written does not read the initial value") {
  const auto promise = promise_of("shared s; thread t(i in 1..8) { s := 4; v := s; }");
  REQUIRE(promise.has_value());
  CHECK(promise->value_paths == doctest::Approx(1));
  // Half of the seven other writes are behind the thread's own: 4.5 places for a read.
  CHECK(promise->executions == doctest::Approx(std::pow(4.5, 8)));
  // Unless some thread writes that value.
  const auto again =
      promise_of("shared s; thread t(i in 1..8) { s := 4; v := s; } thread zero { s := 0; }");
  REQUIRE(again.has_value());
  CHECK(again->value_paths == doctest::Approx(256));
}

TEST_CASE("locations in conditions count by their last values") {
  const auto promise =
      promise_of("shared s; thread t(i in 1..8) { s := 4; v := s; } exists (s == 4);");
  REQUIRE(promise.has_value());
  CHECK(promise->value_paths == doctest::Approx(2));  // 0 and 4, as far as the analysis knows
}

TEST_CASE("exploring by values promises little if values differ, or threads wait") {
  const auto is_promised = [](const std::string& source) {
    CAPTURE(source);
    return promise_of(source).has_value();
  };
  // Different values.
  CHECK_FALSE(is_promised(
      "shared x; thread t(i in 1..6) { x := i; r := x; } thread u { x := 7; r := x; }"));
  // Few writes.
  CHECK_FALSE(is_promised("shared x; thread t(i in 1..2) { x := 1; r := x; }"));
  // Behind a lock, a read-modify-write, an await, on some paths only.
  CHECK_FALSE(
      is_promised("shared m, x; thread t(i in 1..8) { lock(m); x := 1; r := x; unlock(m); }"));
  CHECK_FALSE(is_promised("shared m, x; thread t(i in 1..8) { faa(m, 1); x := 1; r := x; }"));
  CHECK_FALSE(
      is_promised("shared go, x; thread t(i in 1..8) { await(go == 1); x := 1; r := x; } thread g "
                  "{ go := 1; }"));
  CHECK_FALSE(is_promised(
      "shared y, x; thread t(i in 1..8) { if (y == 1) { x := 1; r := x; } } thread g { y := 1; }"));
}

TEST_CASE("a program that is too large to tell promises nothing") {
  CHECK_FALSE(promise_of("shared a; thread t(i in 1..8) {"
                         "  for (k := 0; k < 90; k := k + 1) { a := a * 3 + i; } }")
                  .has_value());
  CHECK_FALSE(promise_of("shared a[65]; thread t(i in 1..8) {"
                         "  for (k := 0; k < 65; k := k + 1) { a[k] := 1; } }")
                  .has_value());
}

TEST_CASE("`auto` explores by values if that is promising, with the same answers") {
  const Program program =
      testing::program_from(std::string(Setters) + "exists (checker:r == 1 && checker:s == 0);");
  ExplorerOptions options = options_of_sc();
  const ExplorationResult by_values = explore(program, options);
  CHECK(by_values.algorithm == "rvf");
  REQUIRE(by_values.algorithm_reason.has_value());
  const auto* promise = std::get_if<ValuePromise>(&by_values.algorithm_reason->reason);
  REQUIRE(promise != nullptr);
  CHECK(promise->writers == 8);
  CHECK(promise->location == "a");
  CHECK(by_values.vsc.has_value());
  CHECK(by_values.stop_reason == StopReason::Exhausted);

  options.algorithm = AlgorithmKind::Interleave;
  const Program smaller = testing::program_from(
      "shared a, b; thread setter(i in 1..3) { a := 1; b := 2; }"
      "thread checker { r := a; s := b; } exists (checker:r == 1 && checker:s == 0);");
  const ExplorationResult all = explore(smaller, options);
  REQUIRE(all.outcomes.size() == by_values.outcomes.size());
  for (const auto& [state, count] : all.outcomes) CHECK(by_values.outcomes.contains(state));
  CHECK(by_values.conditions[0].holds());
}

TEST_CASE("`auto` does not explore by values where executions are to be counted") {
  const Program program = testing::program_from(Setters);
  const auto chosen = [&](const ExplorerOptions& options) {
    return make_plan(program, options).algorithm;
  };
  CHECK(chosen(options_of_sc()) == AlgorithmKind::Rvf);
  for (const Reduction reduction : AllReductions) {
    ExplorerOptions options = options_of_sc();
    options.reductions.erase(reduction);
    CHECK(chosen(options) == AlgorithmKind::Spore);
  }
  ExplorerOptions options = options_of_sc();
  options.duplicates = DuplicatePolicy::Count;
  CHECK(chosen(options) == AlgorithmKind::Spore);
  options = options_of_sc();
  options.on_final_state = [](const Execution&, const std::vector<Value>&) {};
  CHECK(chosen(options) == AlgorithmKind::Spore);
  for (const MemoryModel* model : all_models()) {
    if (model->name() == "sc") continue;
    options = options_of_sc();
    options.model = model;
    CHECK(chosen(options) != AlgorithmKind::Rvf);
  }
}

TEST_CASE("`auto` does not explore by values where there is a heap, or helping") {
  const std::string more = " struct Node { value; } thread other { p := alloc Node; }";
  CHECK(make_plan(testing::program_from(Setters + more), options_of_sc()).algorithm ==
        AlgorithmKind::Spore);
  const std::string help =
      " shared c; fn f() { cas(c, 0, 1); } thread owner { main f(); } thread helper { help f(); }";
  CHECK(make_plan(testing::program_from(Setters + help), options_of_sc()).algorithm ==
        AlgorithmKind::Spore);
}

TEST_CASE("`auto` gives up on values where they tell more apart than was promised") {
  // Which writes a thread has read from before it wrote matters, too.
  const Program program =
      testing::program_from("shared x; thread t(i in 1..5) { r := x; x := 1; s := x; }");
  ExplorerOptions options = options_of_sc();
  const Plan plan = make_plan(program, options);
  REQUIRE(plan.algorithm == AlgorithmKind::Rvf);
  REQUIRE(plan.fallback != nullptr);
  CHECK(plan.fallback->algorithm == AlgorithmKind::Spore);
  REQUIRE(plan.max_executions.has_value());
  const std::uint64_t trial = *plan.max_executions;
  const ExplorationResult all = explore(program, options);
  CHECK(all.algorithm == "spore");
  REQUIRE(all.algorithm_reason.has_value());
  REQUIRE(all.algorithm_reason->failed_trial.has_value());
  CHECK(all.algorithm_reason->failed_trial->algorithm == AlgorithmKind::Rvf);
  CHECK(all.algorithm_reason->failed_trial->executions == trial);
  CHECK(all.executions == 14400);
  CHECK(all.stop_reason == StopReason::Exhausted);
  // A limit of the user that is larger is kept, too.
  options.max_executions = trial + 1;
  CHECK(explore(program, options).executions == *options.max_executions);
  // A limit of the user comes first.
  options.max_executions = 3;
  const ExplorationResult few = explore(program, options);
  CHECK(few.algorithm == "rvf");
  CHECK(few.stop_reason == StopReason::MaxExecutions);
  CHECK(few.verdict == Verdict::Incomplete);
}

}  // namespace drover::value_promise_test
