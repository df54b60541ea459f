#include "analysis/orders/search_state.h"

#include <doctest/doctest.h>

namespace drover::orders::search_state_test {

namespace {

KeptExploration about(Assignment assignment, bool is_under_sc) {
  KeptExploration kept;
  kept.assignment = std::move(assignment);
  kept.is_under_sc = is_under_sc;
  return kept;
}

}  // namespace

TEST_CASE("a saved exploration is found by its program and its model") {
  SearchState state;
  state.explorations.push_back(about({Acquire, Nothing}, false));
  state.explorations.push_back(about({Acquire, Nothing}, true));
  CHECK(state.find(about({Acquire, Nothing}, false)) == state.explorations.data());
  CHECK(state.find(about({Acquire, Nothing}, true)) == &state.explorations[1]);
  CHECK(state.find(about({Acquire, Release}, false)) == nullptr);
}

TEST_CASE("a state of a search is read as it was written, other bytes are refused") {
  SearchState state;
  state.explorations.push_back(about({Acquire, Release | Total}, true));
  state.explorations[0].state = whole_exploration();
  state.explorations[0].state.obstacle = ReductionObstacle::CausalCycle;
  state.explorations[0].state.findings.executions = 7;
  ByteWriter out;
  state.write(out);
  ByteReader in(out.bytes());
  const SearchState again = SearchState::read(in);
  REQUIRE(in.has_ended_well());
  REQUIRE(again.explorations.size() == 1);
  const KeptExploration* const found = again.find(about({Acquire, Release | Total}, true));
  REQUIRE(found != nullptr);
  CHECK(found->state.is_whole());
  CHECK(found->state.obstacle == ReductionObstacle::CausalCycle);
  CHECK(found->state.findings.executions == 7);
  for (std::size_t length = 0; length < out.bytes().size(); ++length) {
    ByteReader cut(std::string_view(out.bytes()).substr(0, length));
    (void)SearchState::read(cut);
    CHECK_FALSE(cut.has_ended_well());
  }
}

}  // namespace drover::orders::search_state_test
