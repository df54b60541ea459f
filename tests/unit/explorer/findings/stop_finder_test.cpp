#include "explorer/findings/stop_finder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::stop_finder_test {

namespace {

struct Stopped {
  ThreadStop stop;
  bool is_deadlock = false;
};

// A program explored with pure loops stopped, and why the threads of its blocked executions
// stopped.
class Blocked {
 public:
  explicit Blocked(const std::string& text, const std::string& model = "sc",
                   ReductionSet reductions = ReductionSet::all())
      : program_(testing::program_from(text)) {
    ExplorerOptions options;
    options.model = find_model(model);
    options.reductions = reductions;
    options.after_error = AfterError::GoOn;
    struct Kept {
      ExecutionGraph graph;
      std::vector<NodeId> nodes;
      std::vector<ThreadEnd> ends;
    };
    std::vector<Kept> kept;
    options.on_execution = [&](const Execution& execution) {
      if (std::ranges::count(execution.ends, ThreadEnd::Finished) ==
          static_cast<std::ptrdiff_t>(execution.ends.size())) {
        return;
      }
      kept.push_back({execution.graph(), execution.nodes, execution.ends});
    };
    result = explore(program_, options);
    for (const Kept& each : kept) {
      const Execution execution(each.graph, each.nodes, each.ends);
      const auto found = result.stops->find(execution, *options.model, WaitText::Included);
      for (const ThreadStop& stop : found) {
        if (stop.kind != StopKind::None) stops.push_back({stop, is_deadlock(execution, found)});
      }
    }
  }

  [[nodiscard]] const Stopped& only() const {
    REQUIRE(stops.size() == 1);
    return stops[0];
  }

  ExplorationResult result;
  std::vector<Stopped> stops;

 private:
  Program program_;
};

ReductionSet without_await() {
  ReductionSet set = ReductionSet::all();
  set.erase(Reduction::Await);
  return set;
}

using Values = std::vector<std::pair<std::string, Value>>;

}  // namespace

TEST_CASE("a thread that read an overwritten value does not wait forever") {
  const Blocked run("shared x; thread a { while (x == 0) {} } thread b { x := 1; }", "sc",
                    without_await());
  CHECK(run.only().stop.kind == StopKind::LooksAgain);
  CHECK_FALSE(run.only().is_deadlock);
  CHECK(run.only().stop.source.line == 1);
  CHECK(run.only().stop.values == Values{{"x", 0}});
  REQUIRE(run.result.blocked_places.size() == 1);
  CHECK(run.result.blocked_places[0].kind == StopKind::LooksAgain);
  CHECK(run.result.blocked_places[0].threads == std::vector<std::string>{"a"});
  CHECK(run.result.blocked_places[0].executions == 1);
}

TEST_CASE("Peterson's lock: nobody waits forever") {
  const Blocked run(
      "shared f[2], turn; thread p(i in 0..1) { f[i] := 1; turn := 1 - i; while (f[1 - i] == 1 && "
      "turn == 1 - i) {} f[i] := 0; }",
      "sc", without_await());
  CHECK(run.result.deadlocks == 0);
  CHECK_FALSE(run.stops.empty());
  for (const Stopped& each : run.stops) CHECK_FALSE(each.is_deadlock);
  const auto would_go_on = [](const Stopped& each) {
    return each.stop.kind == StopKind::LooksAgain;
  };
  CHECK(std::ranges::any_of(run.stops, would_go_on));
}

TEST_CASE("a thread that reads the last value forever waits") {
  for (const ReductionSet& reductions : {ReductionSet::all(), without_await()}) {
    const Blocked run("shared x, y; thread a { while (x == 0) {} } thread b { y := 1; }", "sc",
                      reductions);
    CHECK(run.only().stop.kind == StopKind::Waits);
    CHECK(run.only().is_deadlock);
    CHECK(run.only().stop.values == Values{{"x", 0}});
  }
  const Blocked awaiting("shared x; thread a { await(x == 1); }");
  CHECK(awaiting.only().stop.kind == StopKind::Waits);
  CHECK(awaiting.only().is_deadlock);
}

TEST_CASE("a thread that is stuck at an assumption is reported with it") {
  const Blocked assumed("shared x; thread a { r := x; s := 1; assume(r == 5 && s); }", "sc",
                        ReductionSet::none());
  CHECK(assumed.only().stop.kind == StopKind::Assumption);
  CHECK(assumed.only().stop.values == Values{{"r", 0}, {"s", 1}});
  const Blocked read("shared x; thread a { assume(x == 5); }");
  CHECK(read.only().stop.kind == StopKind::Assumption);
  CHECK(read.only().stop.values == Values{{"x", 0}});
  CHECK(Blocked("shared x; thread a { x := 1; block; }").only().stop.kind == StopKind::Block);
}

TEST_CASE("a thread does not wait forever if another one stopped at an assumption") {
  const Blocked run(
      "shared x, y; thread a { while (x == 0) {} } thread b { r := y; assume(r == 1); x := 1; }");
  REQUIRE(run.stops.size() == 2);
  CHECK(run.stops[0].stop.kind == StopKind::Waits);
  CHECK(run.stops[1].stop.kind == StopKind::Assumption);
  CHECK_FALSE(run.stops[0].is_deadlock);
}

TEST_CASE("without coherence threads wait if each choice of last writes keeps them waiting") {
  // Deadlocks under every other model.
  const std::string crossed =
      "shared l, m; fn take(p) { while (cas(*p, 0, 1) == 0) {} }"
      "thread a { take(&l); take(&m); m := 0; l := 0; }"
      "thread b { take(&m); take(&l); l := 0; m := 0; }";
  for (const char* model : {"sc", "rc11", "wrc11"}) {
    CAPTURE(model);
    const Blocked run(crossed, model);
    CHECK(run.result.deadlocks > 0);
    CHECK(run.result.verdict == Verdict::Violation);
  }
  // Either write may be the last one: whether it waits is not known.
  const Blocked either(
      "shared x; thread a { while (x@rlx != 1) {} } thread b { x@rlx := 1; } thread c { x@rlx := "
      "2; "
      "}",
      "wrc11");
  CHECK(either.result.deadlocks == 0);
  CHECK(std::ranges::any_of(either.result.blocked_places, [](const BlockedPlace& place) {
    return place.kind == StopKind::Undecided;
  }));
  const Blocked neither(
      "shared x; thread a { while (x@rlx == 0) {} } thread b { x@rlx := 1; } thread c { x@rlx := "
      "2; "
      "}",
      "wrc11");
  CHECK(neither.result.deadlocks == 0);
  CHECK(neither.result.verdict == Verdict::Safe);
}

}  // namespace drover::stop_finder_test
