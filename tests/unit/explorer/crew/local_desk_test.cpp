#include "explorer/crew/local_desk.h"

#include <doctest/doctest.h>

#include <chrono>

namespace drover::local_desk_test {

namespace {

constexpr std::chrono::milliseconds NoPatience{0};

Findings counted(std::uint64_t executions) {
  Findings findings;
  findings.executions = executions;
  return findings;
}

// A desk whose only item has been taken and given back in two parts: places[0] comes first.
struct Divided {
  explicit Divided(const ExplorerOptions& options) : desk(plan, options, nullptr) {
    desk.put(whole_exploration());
    const auto item = desk.take(call, NoPatience);
    REQUIRE(item);
    desk.give(item->place, "later", 0);
    desk.give(item->place, "earlier", 0);
    desk.finish(item->place, {});
    for (auto& place : places) place = desk.take(call, NoPatience)->place;
  }

  Plan plan;
  LocalDesk desk;
  work::Board::Call call{false};
  work::Place places[2];
};

}  // namespace

TEST_CASE("a run that goes on after errors counts all findings") {
  ExplorerOptions options;
  options.after_error = AfterError::GoOn;
  Divided run(options);
  run.desk.finish(run.places[1], {counted(2), {}});
  run.desk.finish(run.places[0], {counted(3), {}});
  CHECK(run.desk.state().findings.executions == 5);
  CHECK(run.desk.reason() == StopReason::Exhausted);
}

TEST_CASE("findings after the first error do not count") {
  const ExplorerOptions options;
  Divided run(options);
  run.desk.finish(run.places[1], {counted(2), {}});
  run.desk.finish(run.places[0], {counted(3), StopReason::FirstError});
  const ExplorationState state = run.desk.state();
  CHECK(state.findings.executions == 3);
  CHECK(state.finished.empty());
  CHECK(state.error_at == run.places[0]);
  CHECK(run.desk.reason() == StopReason::FirstError);
}

TEST_CASE("findings after an unfinished part are kept apart") {
  const ExplorerOptions options;
  Divided run(options);
  run.desk.finish(run.places[1], {counted(2), {}});
  const ExplorationState state = run.desk.state();
  CHECK(state.findings.executions == 0);
  REQUIRE(state.finished.size() == 1);
  CHECK(state.finished[0].first == run.places[1]);
}

TEST_CASE("the first reason to stop is the reason of the run") {
  const ExplorerOptions options;
  Divided run(options);
  run.desk.stop(StopReason::MaxTime);
  run.desk.stop(StopReason::Interrupted);
  CHECK(run.desk.reason() == StopReason::MaxTime);
  CHECK(run.desk.order_for(run.places[0]) == work::Order::Park);
}

}  // namespace drover::local_desk_test
