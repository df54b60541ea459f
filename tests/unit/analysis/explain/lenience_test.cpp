#include "analysis/explain/lenience.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/support/explained.h"
#include "tests/support/graph_text.h"

namespace drover::explain_lenience_test {

using namespace drover::testing;

TEST_CASE("lenience: pairs that only the stronger model has") {
  const Explained sb(
      "shared x, y;\n"
      "thread l { x@rlx := 1; a := y@rlx; }\n"
      "thread r { y@rlx := 1; b := x@rlx; }\n"
      "exists (l:a == 0 && r:b == 0);",
      {"tso"});
  REQUIRE(sb.answer().allowance.has_value());
  CHECK(sb.answer().allowance->strict == find_model("sc"));
  const explain::Lenience& lenience = sb.answer().allowance->lenience;
  CHECK(lenience.given_up.empty());
  CHECK(lenience.gaps.size() == 2);
  CHECK(sb.answer().interleaving.empty());
}

TEST_CASE("lenience: pairs that a derived relation of the weaker model leaves out") {
  const Explained mp(
      "shared x, y;\n"
      "thread w { x@rlx := 1; y@rlx := 1; }\n"
      "thread r { a := y@rlx; b := x@rlx; }\n"
      "exists (r:a == 1 && r:b == 0);",
      {"rc11"});
  REQUIRE(mp.answer().allowance.has_value());
  CHECK(mp.answer().allowance->strict == find_model("ra"));
  const explain::Lenience& lenience = mp.answer().allowance->lenience;
  CHECK(lenience.given_up.empty());
  REQUIRE(lenience.outside.size() == 1);
  CHECK(lenience.outside[0].pair.edge == "rf");
  CHECK(lenience.outside[0].relation == "hb");
}

TEST_CASE("lenience: one sc fence is too few for store buffering") {
  const ExecutionGraph sb = graph("W@rlx x 1; F@sc; R@rlx y 0 || W@rlx y 1; R@rlx x 0");
  const Violation violation = *find_model("sc")->find_violation(sb);
  for (const char* name : {"rc11", "rc20", "ra"}) {
    CAPTURE(name);
    const MemoryModel& model = *find_model(name);
    const explain::Lenience lenience =
        explain::find_lenience(*find_model("sc"), violation, model, sb);
    REQUIRE(lenience.few_fences.has_value());
    CHECK(lenience.few_fences->present == std::vector{sb.events_of(ThreadId(0))[1]});
    REQUIRE(lenience.few_fences->without.size() == 1);
    CHECK(lenience.few_fences->without.front().from == sb.events_of(ThreadId(1))[0]);
    CHECK(lenience.few_fences->without.front().to == sb.events_of(ThreadId(1))[1]);
  }
  const explain::Lenience rc11 =
      explain::find_lenience(*find_model("sc"), violation, *find_model("rc11"), sb);
  CHECK(find_model("rc11")->axioms()[rc11.few_fences->axiom].name == "sc");
  CHECK(rc11.few_fences->is_of_fences);
}

TEST_CASE("lenience: the weaker model forbids only shorter cycles") {
  const ExecutionGraph iriw =
      graph("W@rel x 1 || W@rel y 1 || R@acq x 1; R@acq y 0 || R@acq y 1; R@acq x 0");
  const Violation violation = *find_model("sc")->find_violation(iriw);
  for (const char* name : {"ra", "rc11"}) {
    CAPTURE(name);
    const MemoryModel& model = *find_model(name);
    REQUIRE(model.is_consistent(iriw));
    const explain::Lenience lenience =
        explain::find_lenience(*find_model("sc"), violation, model, iriw);
    REQUIRE(lenience.rounds.has_value());
    CHECK(lenience.rounds->count == 2);
    CHECK(model.axioms()[lenience.rounds->axiom].name == "coherence");
  }
}

TEST_CASE("lenience: a model without coherence does not order two writes") {
  const ExecutionGraph sb = graph("W x 1; W y 2 || W y 1; W x 2 ;; co x: 2 1 ;; co y: 2 1");
  const Violation violation = *find_model("rc11")->find_violation(sb);
  const explain::Lenience lenience =
      explain::find_lenience(*find_model("rc11"), violation, *find_model("wrc11"), sb);
  REQUIRE(lenience.given_up.size() == 2);
  CHECK(lenience.given_up[0].edge == "co");
}

}  // namespace drover::explain_lenience_test
