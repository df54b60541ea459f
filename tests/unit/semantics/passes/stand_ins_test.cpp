#include "semantics/passes/stand_ins.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/stand_in.h"
#include "tests/support/program_text.h"

namespace drover::stand_ins_test {

namespace {

const std::string Slot = "shared slot; fn put(v) { slot@rel := v; } fn take() { return slot@acq; }";

// The sizes of the groups of symmetric threads, in words.
std::string groups_with_stand_ins(const std::string& threads) {
  const auto program = passes::with_stand_ins(testing::program_from(Slot + threads));
  if (!program) return "none";
  std::string sizes;
  for (const auto& group : passes::find_symmetric_threads(*program)) {
    sizes += std::to_string(group.size()) + " ";
  }
  return sizes;
}

ExplorationResult run(const Program& program) {
  const auto model = builtin_model("rc11");
  ExplorerOptions options;
  options.model = model.get();
  options.client_orders = ClientOrders::All;
  return explore(program, options);
}

}  // namespace

TEST_CASE("threads that differ in a number become symmetric") {
  CHECK(groups_with_stand_ins("thread a { put(1); } thread b { put(2); } thread c { put(3); }") ==
        "3 ");
  CHECK(groups_with_stand_ins("thread a { put(1); } thread b { r := take(); }") == "none");
  CHECK(groups_with_stand_ins("thread a { put(1); } thread b { put(0); }") == "none");
  // The two differences would have to be the same.
  CHECK(groups_with_stand_ins("thread a { put(1); put(5); } thread b { put(2); put(6); }") ==
        "none");
  CHECK(groups_with_stand_ins("thread a { put(1); put(1); } thread b { put(2); put(2); }") == "2 ");
  CHECK(groups_with_stand_ins("thread a { put(1); } thread b { put(2); } thread c { put(1); }") ==
        "2 ");
}

TEST_CASE("of executions with stand-ins, one of each permutation is explored") {
  const std::string object = "object cell promises v : register(write = put, read = take);";
  const std::string threads =
      "thread a { put(1); } thread b { put(2); } thread c { put(3); } thread d { r := take(); }";
  const Program program = testing::program_from(Slot + object + threads);
  const auto with = passes::with_stand_ins(program);
  REQUIRE(with);
  const ExplorationResult plain = run(program);
  const ExplorationResult reduced = run(*with);
  CHECK(plain.errors.empty());
  CHECK(reduced.errors.empty());
  CHECK(plain.executions == 24);  // 3! orders of writes, 4 sources
  CHECK(reduced.executions == 4);
}

// Lemma 83: a stand-in may be copied, and compared with 0 and with stand-ins.
TEST_CASE("what else is done with a stand-in depends on placement") {
  const Value one = stand_in::of_thread(ThreadId(0));
  const Value two = stand_in::of_thread(ThreadId(1));
  CHECK_FALSE(depends_on_placement(Operator::Equal, one, two));
  CHECK_FALSE(depends_on_placement(Operator::NotEqual, one, 0));
  CHECK(depends_on_placement(Operator::Equal, one, 1));
  CHECK(depends_on_placement(Operator::NotEqual, 2, one));
  CHECK(depends_on_placement(Operator::Add, one, 1));
  CHECK(depends_on_placement(Operator::BitAnd, one, 1));
  CHECK(depends_on_placement(Operator::Less, 0, one));
  for (const std::string condition : {"v == 2", "v > 1", "v % 2 == 0", "cas(slot, v, 7)"}) {
    CAPTURE(condition);
    const std::string text = "shared slot; fn put(v) { if (" + condition +
                             ") { return 0; } slot := v; return 1; }" +
                             "thread a { r := put(1); } thread b { r := put(2); }";
    const auto with = passes::with_stand_ins(testing::program_from(text));
    REQUIRE(with);
    const ExplorationResult result = run(*with);
    bool is_noted = false;
    for (const PlanRemark& remark : result.remarks) {
      is_noted |= remark.obstacle == ReductionObstacle::PlacementMatters;
    }
    CHECK(is_noted == (condition != "cas(slot, v, 7)"));
  }
}

// A number in memory may be the one that a stand-in is for.
TEST_CASE("a compare-and-swap with a number is noted") {
  const std::string text =
      "shared slot = 1; fn put(v) { return cas(slot, v, 0); }"
      "thread a { r := put(1); } thread b { r := put(2); }";
  const auto with = passes::with_stand_ins(testing::program_from(text));
  REQUIRE(with);
  const ExplorationResult result = run(*with);
  REQUIRE(result.remarks.size() == 1);
  CHECK(result.remarks.front().obstacle == ReductionObstacle::PlacementMatters);
}

}  // namespace drover::stand_ins_test
