#include "explorer/crew/exploration_state.h"

#include <doctest/doctest.h>

namespace drover::exploration_state_test {

TEST_CASE("the state of an exploration is read as it was written") {
  ExplorationState state = whole_exploration();
  CHECK(state.is_whole());
  state.findings.executions = 12;
  state.finished.emplace_back(work::Place().part(1), Findings());
  state.items.push_back(
      {.place = work::Place().part(2), .width = 1, .is_whole = false, .bytes = "item"});
  state.error_at = work::Place().part(3);
  state.is_fallback = true;
  state.obstacle = ReductionObstacle::CausalCycle;
  ByteWriter out;
  state.write(out);
  ByteReader in(out.bytes());
  const ExplorationState read = ExplorationState::read(in);
  CHECK(in.has_ended_well());
  CHECK_FALSE(read.is_whole());
  CHECK(read.findings.executions == 12);
  REQUIRE(read.finished.size() == 1);
  CHECK(read.finished[0].first == work::Place().part(1));
  REQUIRE(read.items.size() == 2);
  CHECK(read.items[0].is_whole);
  CHECK(read.items[1].bytes == "item");
  CHECK(read.error_at == state.error_at);
  CHECK(read.is_fallback);
  CHECK(read.obstacle == ReductionObstacle::CausalCycle);
}

TEST_CASE("bytes that are no state of an exploration are refused") {
  ByteReader in("\x7f");
  (void)ExplorationState::read(in);
  CHECK_FALSE(in.has_ended_well());
}

}  // namespace drover::exploration_state_test
