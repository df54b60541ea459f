// Exploration with symmetric threads.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/trust/symmetry_relation.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/orbits.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"

namespace drover::spore_test {

namespace {

using testing::Orbits;

// Counts the executions in which symb does not contradict eco, and the others.
class SymmetryJudge : public ExecutionObserver {
 public:
  SymmetryJudge(const LocationTable& locations, const std::vector<passes::SymmetricThreads>& groups)
      : locations_(locations), groups_(groups) {}

  void on_execution(const Execution& execution) override {
    const ExecutionGraph& graph = execution.graph();
    const Relation symb = trust::symmetry_before(graph, locations_, groups_);
    ++(trust::contradicts_eco(graph, locations_, symb) ? contradicting : agreeing);
  }

  std::size_t agreeing = 0;
  std::size_t contradicting = 0;

 private:
  const LocationTable& locations_;
  const std::vector<passes::SymmetricThreads>& groups_;
};

// The number of executions of a program under a model, of orbits among them, and of the
// executions explored with symmetry.
struct Sizes {
  std::size_t executions = 0;
  std::size_t orbits = 0;
  std::size_t explored = 0;
  bool has_cycle = false;

  bool operator==(const Sizes&) const = default;
};

// Checks that each orbit is explored, and explored once.
Sizes explore_orbits(const char* text, const MemoryModel& model) {
  CAPTURE(text);
  CAPTURE(model.name());
  const Program program = testing::program_from(text);
  const std::vector<passes::SymmetricThreads> groups = passes::find_symmetric_threads(program);
  REQUIRE_FALSE(groups.empty());
  ProgramAutomata automata(program, {});
  RunControl control;
  Orbits all(automata.thread_count(), groups);
  reference::enumerate_executions(automata, model, control, all);
  Orbits representatives(automata.thread_count(), groups);
  const trust::TrustOptions options{.symmetric = groups,
                                    .causal_cycles = model.traits().causal_cycles};
  REQUIRE(run_trust(model, 64, automata, options, control, representatives) == RunEnd::Done);
  if (!representatives.has_cycle) {
    CHECK(representatives.found.size() == all.found.size());
    for (const auto& [orbit, count] : representatives.found) {
      CHECK(count == 1);
      CHECK(all.found.contains(orbit));
    }
    // [SPORE] §3.2: consistent_SYM, of all executions and of those that were explored.
    SymmetryJudge every(automata.locations(), groups);
    reference::enumerate_executions(automata, model, control, every);
    CHECK(every.agreeing == all.found.size());
    CHECK(every.agreeing + every.contradicting == all.count);
    SymmetryJudge explored(automata.locations(), groups);
    REQUIRE(run_trust(model, 64, automata, options, control, explored) == RunEnd::Done);
    CHECK(explored.agreeing == representatives.count);
    CHECK(explored.contradicting == 0);
  }
  return {all.count, all.found.size(), representatives.count, representatives.has_cycle};
}

const MemoryModel& model(const char* name) { return *find_model(name); }

ExplorerOptions options_for(const char* name, ReductionSet reductions = ReductionSet::all()) {
  ExplorerOptions options;
  options.model = find_model(name);
  options.algorithm = AlgorithmKind::Spore;
  options.reductions = reductions;
  options.after_error = AfterError::GoOn;
  return options;
}

ReductionSet all_but(Reduction reduction) {
  ReductionSet reductions = ReductionSet::all();
  reductions.erase(reduction);
  return reductions;
}

// [SPORE] Examples 1, 4 and 5, and appendix B.
const char* const Wrr =
    "shared x; thread t1 { x := 1; } thread t2 { r := x; } thread t3 { r := x; }";
const char* const WrrRev =
    "shared x, y; thread t1 { x := 1; a := y; } thread t2 { r := x; } thread t3 { r := x; }"
    "thread t4 { y := 1; }";
const char* const Rww =
    "shared x, y; thread t1 { a := y; } thread t(i in 2..3) { r := x; x := 1; y := 1; }";
const char* const RmwExtens =
    "shared x, y, z; thread t1 { z := 1; z := 2; } thread t2 { a := y; }"
    "thread t(i in 3..4) { r := z; if (r != 1) { b := cas(x, 0, 1); if (b == 1) { y := 1; } } }";
// The example of trust/symmetry.h: the write of a twin is a cause.
const char* const RmwTwins =
    "shared z; thread a { z := 0; r := z; } thread t(i in 1..2) { faa(z, 1); }";
// The example of next_event.h: the await of the left thread leaves the graph, and cannot read what
// the right one could.
const char* const HeldUpTwin =
    "shared x, y; thread b { x := 2; } thread t(i in 1..2) { await(x == 2); }"
    "thread a { x := 1; y := 1; } thread c { x := 2; }"
    "thread d { r := y; assume(r == 1); x := 2; }";
// Nodes that are prepared before they are published, and read again by their thread.
const char* const Publishers =
    "shared top; thread t(i in 1..3) { p := alloc(2); *p := 7; *(p + 1) := *p; q := top;"
    "*(p + 1) := q; assume(cas(top, q, p)); }";
const char* const Locks =
    "shared m, x; thread t(i in 1..3) { lock(m); x@rlx := x@rlx + 1; unlock(m); }"
    "final { r := x@rlx; }";
const char* const TwoGroups =
    "shared x, y; thread w(i in 1..2) { x := 1; r := y; } thread v(i in 1..2) { s := x; y := 1; }";

}  // namespace

TEST_CASE("threads that choose are symmetric, as far as they choose the same") {
  for (const char* const name : {"sc", "tso", "ra", "rc11"}) {
    const Sizes only =
        explore_orbits("shared x; thread t(i in 1..3) { c := choose(3); x := c; }", model(name));
    CHECK(only.explored == only.orbits);
    const Sizes sizes = explore_orbits(
        "shared x, y; thread t(i in 1..3) { c := choose(2); if (c == 1) { x := 1; } r := y;"
        "if (r == 0) { d := choose(2); y := d; } }",
        model(name));
    CHECK(sizes.explored == sizes.orbits);
    CHECK(sizes.explored < sizes.executions);
    // Reads that choices come after are revisited by writes that choices come before.
    explore_orbits(
        "shared x, y; thread w { r := y; x := 1; } thread t(i in 1..2) { r := x; c := choose(2);"
        "y := c; s := x; }",
        model(name));
  }
}

TEST_CASE("symmetry: exactly one execution of each orbit, [SPORE] Theorem 3.8") {
  for (const char* text :
       {Wrr, WrrRev, Rww, RmwExtens, RmwTwins, HeldUpTwin, Publishers, Locks, TwoGroups}) {
    for (const MemoryModel* each : all_models()) {
      if (each->traits().checker == IncrementalChecker::None) continue;
      const Sizes sizes = explore_orbits(text, *each);
      CAPTURE(text);
      CAPTURE(each->name());
      CHECK(sizes.explored < sizes.executions);
      const bool is_strong = each->traits().causal_cycles == trust::CausalCycles::Impossible;
      if (is_strong) CHECK_FALSE(sizes.has_cycle);
    }
  }
}

TEST_CASE("symmetry: the counts of the papers' examples under sc") {
  CHECK(explore_orbits(Wrr, model("sc")) == Sizes{4, 3, 3, false});
  CHECK(explore_orbits("shared x; thread t(i in 1..4) { faa(x, 1); }", model("sc")) ==
        Sizes{24, 1, 1, false});
  CHECK(explore_orbits("shared x; thread t(i in 1..3) { x := 1; }", model("sc")) ==
        Sizes{6, 1, 1, false});
  CHECK(explore_orbits("shared x; thread w { x := 1; } thread r(i in 1..4) { a := x; }",
                       model("sc")) == Sizes{16, 5, 5, false});
}

TEST_CASE("symmetry: a cycle of po, rf and co makes a run start again without, [SPORE] Example 6") {
  const char* const SpCyc =
      "shared x, y; thread t1 { x@rlx := 2; }"
      "thread t(i in 2..3) { r := x@rlx; if (r == 2) { y@rlx := 1; } }"
      "thread t4 { a := y@rlx; x@rlx := 1; }";
  const Program program = testing::program_from(SpCyc);
  for (const char* weak : {"rc11", "rc20"}) {
    ExplorerOptions options = options_for(weak);
    options.after_error = AfterError::Stop;
    const ExplorationResult result = explore(program, options);
    CHECK(result.errors.empty());
    CHECK(result.stop_reason == StopReason::Exhausted);
    CHECK(result.symmetric.empty());
    CHECK(std::ranges::count(result.reductions, Reduction::Symmetry) == 0);
    REQUIRE(result.remarks.size() == 1);
    CHECK(result.remarks[0].obstacle == ReductionObstacle::CausalCycle);
    CHECK(result.verdict == Verdict::Safe);

    const ExplorationResult all = explore(program, options_for(weak, all_but(Reduction::Symmetry)));
    CHECK(all.errors.empty());
    CHECK(all.symmetric.empty());
    CHECK(all.remarks.empty());
    CHECK(all.verdict == Verdict::Safe);
    CHECK(result.executions == all.executions);
  }
  for (const char* strong : {"sc", "tso", "sra"}) {
    CHECK(explore(program, options_for(strong)).verdict == Verdict::Safe);
    CHECK_FALSE(explore_orbits(SpCyc, model(strong)).has_cycle);
  }
  CHECK(explore_orbits(SpCyc, model("rc11")).has_cycle);
}

TEST_CASE("symmetry: a program without symmetric threads may have cycles") {
  const Program program = testing::program_from(
      "shared x, y; thread a { x@rlx := 2; y@rlx := 1; } thread b { y@rlx := 2; x@rlx := 1; }");
  CHECK(explore(program, options_for("rc11")).verdict == Verdict::Safe);
}

TEST_CASE("symmetry: threads that look at where objects are fall back, with a remark") {
  const std::string head = "shared x, y; thread a { x := 0; }";
  // Each violates its condition only if the second of two threads comes first.
  for (const char* text :
       {"thread t(i in 0..1) { p := alloc(1); q := xchg(y, p); if (q > p) { x := 5; } }"
        "forbid (x == 5);",
        "thread t(i in 0..1) { p := alloc(1); if (!cas(x, 0, p)) { y := p; } }"
        "forbid (x > y && y != 0);",
        "thread t(i in 0..1) { p := alloc(1); k := (p & (8191 << 48)) >> 48;"
        "if (cas(x, 0, 1)) { y := k; } } forbid (y == 2);",
        "thread t(i in 0..1) { p := alloc(1); if (cas(x, 0, 1)) { q := p | (1 << 48);"
        "y := q == p; } } forbid (x == 1 && y == 0);"}) {
    CAPTURE(text);
    const Program program = testing::program_from(head + text);
    const ExplorationResult result = explore(program, options_for("sc"));
    CHECK(result.verdict == Verdict::Violation);
    CHECK(result.symmetric.empty());
    CHECK(std::ranges::find(result.reductions, Reduction::Symmetry) == result.reductions.end());
    REQUIRE(result.remarks.size() == 1);
    CHECK(result.remarks[0].obstacle == ReductionObstacle::PlacementMatters);
    const ExplorationResult all = explore(program, options_for("sc", all_but(Reduction::Symmetry)));
    CHECK(result.executions == all.executions);
    CHECK(all.remarks.empty());
  }
}

TEST_CASE("symmetry: a run says which threads it takes as one") {
  const Program program = testing::program_from(TwoGroups);
  const ExplorationResult result = explore(program, options_for("sc"));
  CHECK(result.symmetric == std::vector<std::vector<std::string>>{{"w1", "w2"}, {"v1", "v2"}});
  CHECK(result.reductions == std::vector<Reduction>{Reduction::Symmetry});
  CHECK(explore(program, options_for("sc", ReductionSet::none())).reductions.empty());
}

TEST_CASE("symmetry: conditions on memory have the same answer with and without") {
  for (const char* text :
       {"shared x; thread t(i in 1..3) { r := x; x := r + 1; } exists (x == 1);",
        "shared x; thread t(i in 1..3) { r := x; x := r + 1; } forbid (x == 1);",
        "shared x; thread t(i in 1..3) { faa(x, 1); } forall (x == 3);",
        "shared x, y; thread a { r := y; x := 2; } thread t(i in 1..2) { if (x == 2) { y := 1; } }"
        "exists (y == 1 && x == 2);"}) {
    CAPTURE(text);
    const Program program = testing::program_from(text);
    for (const char* name : {"sc", "tso", "pso", "sra"}) {
      const ExplorationResult some = explore(program, options_for(name));
      const ExplorationResult all =
          explore(program, options_for(name, all_but(Reduction::Symmetry)));
      CHECK(some.verdict == all.verdict);
      CHECK(some.conditions[0].holds() == all.conditions[0].holds());
      CHECK(some.outcomes.size() == all.outcomes.size());
      CHECK(some.executions < all.executions);
    }
  }
}

}  // namespace drover::spore_test
