#include "analysis/explain/reasons.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tests/support/explained.h"
#include "tests/support/graph_text.h"

namespace drover::explain_reasons_test {

using namespace drover::testing;

TEST_CASE("each candidate counts as settled by its first reason") {
  // x = 1 in the end, read in the order 1, 2: coherence has 1 before 2 or 2 before 1.
  const Explained corr(
      "shared x;\n"
      "thread w { x@rlx := 1; }\n"
      "thread v { x@rlx := 2; }\n"
      "thread r { a := x@rlx; b := x@rlx; c := x@rlx; }\n"
      "exists (r:a == 1 && r:b == 2 && r:c == 1);",
      {"rc11"});
  CHECK(corr.answer().verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(corr.explanation.candidate_count() == 2);
  std::size_t settled = 0;
  std::size_t length = 0;
  for (const explain::Reason& reason : corr.answer().reasons) {
    settled += reason.settled;
    CHECK(reason.violation.cycle.size() >= length);
    length = reason.violation.cycle.size();
  }
  CHECK(settled == 2);
}

TEST_CASE("a reason is shown in a candidate that breaks no other axiom") {
  // The first candidate has t read the value that init overwrites, too.
  const Explained last(
      "shared x, y = 3;\n"
      "init { x@rlx := 1; }\n"
      "thread t { r := x@rlx; }\n"
      "thread u { y@rlx := 4; }\n"
      "final { s := y@rlx; }\n"
      "exists (final:s == 3);",
      {"sc"});
  CHECK(last.explanation.coherent_count == 0);
  CHECK(last.explanation.incoherent_count == 2);
  const explain::Reason& reason = last.answer().reasons.front();
  CHECK(reason.settled == 2);
  CHECK_FALSE(reason.removable.empty());
  const ExecutionGraph& graph = last.explanation.candidates[reason.candidate].graph;
  CHECK(graph.event(graph.events_of(ThreadId(1))[0]).value == 1);
}

TEST_CASE("the shape of a cycle does not depend on where it begins") {
  const ExecutionGraph sb = graph("W x 1; R y 0 || W y 1; R x 0");
  const std::vector<CycleEdge> cycle = find_model("sc")->find_violation(sb)->cycle;
  std::vector<CycleEdge> rotated = cycle;
  std::ranges::rotate(rotated, rotated.begin() + 1);
  CHECK(explain::shape_of(cycle, sb) == explain::shape_of(rotated, sb));
  CHECK(explain::shape_of(cycle, sb) == "R fr W po R fr W po ");
  const ExecutionGraph lb = graph("R x 1; W y 1 || R y 1; W x 1");
  CHECK(explain::shape_of(find_model("sc")->find_violation(lb)->cycle, lb) !=
        explain::shape_of(cycle, sb));
}

TEST_CASE("removable pairs are named forwards, each once") {
  const ExecutionGraph mp = graph("W@rlx x 1; W@rel y 1 || R@acq y 1; R@rlx x 0");
  const EventId read = mp.events_of(ThreadId(1))[1];
  const EventId source = mp.event(read).reads_from;
  Violation made{"coherence", {}, {{read, "rf^-1", source, {}}, {read, "rf^-1", source, {}}}};
  const std::vector<CycleEdge> blamed = explain::find_removable(*find_model("wrc11"), mp, made);
  CHECK(blamed == std::vector<CycleEdge>{{source, "rf", read}});
}

TEST_CASE(
    "of two axioms that a cycle breaks, the one that every edge is to blame for comes first") {
  // Coherence blames one of the two reads-from only, as sw: `sbrf` blames both.
  const Explained lb(
      "shared x, y;\n"
      "thread l { a := x@acq; y@rel := 1; }\n"
      "thread r { b := y@acq; x@rel := 1; }\n"
      "exists (l:a == 1 && r:b == 1);",
      {"rc11"});
  CHECK(lb.answer().reasons.front().violation.cycle.size() == 4);
}

}  // namespace drover::explain_reasons_test
