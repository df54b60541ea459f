#include "explorer/plan/choice.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::choice_test {

namespace {

constexpr const char* Buffering =
    "shared x, y; thread a { r := x; y := 1; } thread b { s := y; x := 1; }";

Choice choose(const char* text, const char* model, AlgorithmKind algorithm = AlgorithmKind::Auto) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = algorithm;
  return choose_algorithm(testing::program_from(text), options);
}

template <typename Reason>
bool is_for(const Choice& choice) {
  return choice.reason && std::holds_alternative<Reason>(*choice.reason);
}

Measurements sizes(double orders, double values) {
  return {.promise = {},
          .sizes = SizeComparison{.orders = {.looks = 1, .share = orders},
                                  .values = {.looks = 1, .classes = 1, .share = values}},
          .may_reorder = true};
}

}  // namespace

TEST_CASE("`auto` chooses by the model") {
  CHECK(choose(Buffering, "rc11").algorithm == AlgorithmKind::Spore);
  CHECK(is_for<ExploresEachOnce>(choose(Buffering, "rc11")));
  CHECK(choose(Buffering, "wrc11").algorithm == AlgorithmKind::Rcmc);
  CHECK(choose(Buffering, "imm").algorithm == AlgorithmKind::Buffering);
  CHECK(is_for<OrdersDependencies>(choose(Buffering, "imm")));
}

TEST_CASE("programs with control barriers are enumerated") {
  const char* const waits =
      "shared x; thread a { x := 1; barrier(); } thread b { barrier(); r := x; }";
  CHECK(choose(waits, "rc11").algorithm == AlgorithmKind::Enumerate);
  CHECK(choose(waits, "rc11", AlgorithmKind::Spore).algorithm == AlgorithmKind::Enumerate);
}

TEST_CASE("an algorithm that is asked for by name needs no reason") {
  const Choice choice = choose(Buffering, "rc11", AlgorithmKind::Enumerate);
  CHECK(choice.algorithm == AlgorithmKind::Enumerate);
  CHECK_FALSE(choice.reason);
}

TEST_CASE("a program that lb does not take is enumerated, whoever chose lb") {
  const char* const fails = "shared x, y; thread a { r := x; y := 1 / r; } thread b { x := y; }";
  for (const AlgorithmKind algorithm : {AlgorithmKind::Auto, AlgorithmKind::Buffering}) {
    const Choice choice = choose(fails, "imm", algorithm);
    CHECK(choice.algorithm == AlgorithmKind::Enumerate);
    REQUIRE(is_for<BeyondBuffering>(choice));
    CHECK(std::get<BeyondBuffering>(*choice.reason).obstacle == BufferingObstacle::MayFail);
  }
}

TEST_CASE("a program that only enumerate takes is refused, with the place, unless it is small") {
  const auto refusal = [](const std::string& text, AlgorithmKind algorithm = AlgorithmKind::Auto) {
    ExplorerOptions options;
    options.model = find_model("imm");
    options.algorithm = algorithm;
    return find_refusal(testing::program_from(text), options);
  };
  const std::string body = "{ c := choose(3);\n n := alloc(x + c); y := n; }";
  const std::string small = "shared x, y; thread a " + body;
  const std::string large = small + " thread b(i in 1..4) { r := y; y := r + 1; q := x; x := i; }";
  const auto found = refusal(large);
  REQUIRE(found);
  CHECK(found->obstacle.kind == BufferingObstacle::Choices);
  CHECK(found->obstacle.source.line == 1);
  CHECK(found->model == "imm");
  CHECK_FALSE(refusal(small));
  CHECK_FALSE(refusal(large, AlgorithmKind::Enumerate));
  const auto loop = refusal("shared x, y; thread a { while (x) {\n n := alloc(x); } }");
  REQUIRE(loop);
  CHECK(loop->obstacle.kind == BufferingObstacle::ComputedSize);
  CHECK(loop->obstacle.source.line == 2);
  CHECK_FALSE(refusal("shared x, y; thread a { while (x) { y := 1; } }"));
}

TEST_CASE("measurements decide between spore and other algorithms") {
  CHECK_FALSE(choose_shortcut({}));
  CHECK_FALSE(choose_shortcut(sizes(1, 1)));
  // Many orders for one: dpor, unless its work would have to be divided.
  const auto orders = choose_shortcut(sizes(0.01, 1));
  REQUIRE(orders);
  CHECK(orders->algorithm == AlgorithmKind::Dpor);
  CHECK_FALSE(orders->trial);
  Measurements divided = sizes(0.01, 1);
  divided.may_reorder = false;
  CHECK_FALSE(choose_shortcut(divided));
  // Few values: rvf, on trial. It takes longer for each execution than dpor.
  const auto values = choose_shortcut(sizes(1, 0.001));
  REQUIRE(values);
  CHECK(values->algorithm == AlgorithmKind::Rvf);
  CHECK(values->trial == 100'000);
  CHECK_FALSE(choose_shortcut(sizes(1, 0.1)));
  CHECK(choose_shortcut(sizes(0.5, 0.001))->algorithm == AlgorithmKind::Dpor);
}

TEST_CASE("a promise of values comes first, and its trial is as long as it is worth") {
  Measurements measured = sizes(0.01, 0.01);
  measured.promise = ValuePromise{.executions = 2000, .value_paths = 2, .location = "x"};
  const auto chosen = choose_shortcut(measured);
  REQUIRE(chosen);
  CHECK(chosen->algorithm == AlgorithmKind::Rvf);
  CHECK(chosen->trial == 10);
  measured.promise->executions = 1e12;
  CHECK(choose_shortcut(measured)->trial == 100'000);
}

TEST_CASE("values are chosen only where executions are not counted one by one") {
  const Program plain =
      testing::program_from("shared x; thread a { x := 1; } thread b { r := x; }");
  ExplorerOptions options;
  options.model = find_model("sc");
  CHECK(may_choose_values(plain, options));
  CHECK(may_start_again(options));
  options.reductions.erase(Reduction::Plp);
  CHECK_FALSE(may_choose_values(plain, options));
  options.reductions = ReductionSet::all();
  options.duplicates = DuplicatePolicy::Count;
  CHECK_FALSE(may_choose_values(plain, options));
  options.duplicates = DuplicatePolicy::Ignore;
  options.model = find_model("rc11");
  CHECK_FALSE(may_choose_values(plain, options));
  options.model = find_model("sc");
  CHECK_FALSE(may_choose_values(
      testing::program_from("struct N { v; } shared x; thread a { p := alloc N; x := 1; }"),
      options));
  options.parts = PartsKept::Apart;
  CHECK_FALSE(may_start_again(options));
}

}  // namespace drover::choice_test
