#include "analysis/explain/explain.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/explain/outcome.h"
#include "explorer/models/model_registry.h"
#include "tests/support/explained.h"
#include "tests/support/graph_text.h"
#include "tests/support/program_text.h"

namespace drover::explain_test {
using namespace drover::testing;

TEST_CASE("a forbidden outcome with one candidate has its axiom, cycle and removable edges") {
  const Explained mp(MessagePassing + "exists (r:a == 1 && r:b == 0);", {"rc11"});
  CHECK(mp.answer().verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(mp.explanation.candidate_count() == 1);
  CHECK(mp.explanation.is_complete());
  REQUIRE(!mp.answer().reasons.empty());
  const explain::Reason& reason = mp.answer().reasons.front();
  CHECK(reason.axiom == "coherence");
  CHECK(reason.settled == 1);
  CHECK(reason.violation.cycle.size() == 4);
  const ExecutionGraph& graph = mp.explanation.candidates[reason.candidate].graph;
  std::vector<std::string> base;
  for (const CycleEdge& edge : reason.removable) {
    CHECK(find_model("rc11")->is_consistent_without(graph, edge));
    const bool is_base = edge.edge == "po" || edge.edge == "rf" || edge.edge == "fr";
    if (is_base) base.push_back(edge.edge);
  }
  std::ranges::sort(base);
  CHECK(base == std::vector<std::string>{"fr", "po", "po", "rf"});
  CHECK(mp.ladder() == "ffffffff");
}

TEST_CASE(
    "an allowed outcome has a witness, and the strongest models of the ladder that allow it") {
  const Explained mp(
      "shared x, y;\n"
      "thread w { x@rlx := 1; y@rlx := 1; }\n"
      "thread r { a := y@rlx; b := x@rlx; }\n"
      "exists (r:a == 1 && r:b == 0);",
      {"rc11", "sc"});
  CHECK(mp.answer(0).verdict == explain::OutcomeVerdict::Allowed);
  CHECK(mp.answer(1).verdict == explain::OutcomeVerdict::Forbidden);
  const explain::Candidate& witness = mp.explanation.candidates[*mp.answer(0).witness];
  CHECK(find_model("rc11")->is_consistent(witness.graph));
  CHECK(witness.state == std::vector<Value>{1, 0});
  CHECK(mp.ladder() == "ffaffaaa");
  std::vector<std::size_t> changes;
  for (const explain::LadderChange& change : mp.explanation.changes)
    changes.push_back(change.upper);
  CHECK(changes == std::vector<std::size_t>{1, 2, 4});
}

TEST_CASE("the shown witness is one that the most models accept") {
  // r may read from either write of 1; only one of them is there for sc.
  const Explained two(
      "shared x, y;\n"
      "thread a { x@rlx := 1; s := y@rlx; x@rlx := 2; }\n"
      "thread b { r := x@rlx; }\n"
      "exists (b:r == 0 || b:r == 1);",
      {"rc11"});
  const explain::Candidate& witness = two.explanation.candidates[*two.answer().witness];
  CHECK(find_model("sc")->is_consistent(witness.graph));
}

TEST_CASE("final values of models without coherence: the last write is not overwritten in hb") {
  const Explained coww("shared x;\nthread t { x@rlx := 1; x@rlx := 2; }\nexists (x == 1);",
                       {"rc11", "wrc11"});
  CHECK(coww.answer(0).verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(coww.answer(0).reasons.front().axiom == "coherence");
  CHECK(coww.answer(1).verdict == explain::OutcomeVerdict::Forbidden);
  REQUIRE(coww.answer(1).reasons.size() == 1);
  const explain::Reason& reason = coww.answer(1).reasons.front();
  REQUIRE(reason.overwritten.has_value());
  const ExecutionGraph& graph = coww.explanation.candidates[reason.candidate].graph;
  CHECK(graph.event(reason.overwritten->write).value == 1);
  CHECK(graph.event(reason.overwritten->by).value == 2);
}

TEST_CASE("models explore the program themselves if the search for candidates is too long") {
  explain::ExplainOptions options;
  options.max_steps = 5;
  const std::string plain =
      "shared x, y;\n"
      "thread w { x := 1; y := 1; }\n"
      "thread r { a := y; b := x; }\n"
      "exists (r:a == 1 && r:b == 0);";
  const Explained forbidden(plain, {"rc11", "pso"}, options);
  CHECK(forbidden.explanation.stop_reason == StopReason::MaxExecutions);
  CHECK(forbidden.answer(0).verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(forbidden.answer(0).reasons.empty());
  REQUIRE(forbidden.answer(1).verdict == explain::OutcomeVerdict::Allowed);
  const explain::Candidate& witness =
      forbidden.explanation.candidates[*forbidden.answer(1).witness];
  CHECK(find_model("pso")->is_consistent(witness.graph));
  CHECK(witness.names->threads == std::vector<std::string>{"w", "r"});
  CHECK(forbidden.ladder() == "ffafffff");

  options.max_executions = 1;
  const Explained unknown(plain, {"rc11"}, options);
  CHECK(unknown.answer().verdict == explain::OutcomeVerdict::Unknown);
}

TEST_CASE("a loop that is cut makes the answer unknown, a loop that only waits does not") {
  const std::string count =
      "shared x;\n"
      "thread t { for (i := 0; i < 9; i := i + 1) { x@rlx := i; } }\n"
      "thread u { r := x@rlx; }\n"
      "exists (u:r == 8);";
  explain::ExplainOptions options;
  options.unroll = 3;
  const Explained cut(count, {"sc"}, options);
  CHECK(cut.explanation.was_cut);
  CHECK(cut.answer().verdict == explain::OutcomeVerdict::Unknown);
  options.unroll = 20;
  CHECK(Explained(count, {"sc"}, options).answer().verdict == explain::OutcomeVerdict::Allowed);

  const Explained spin(
      "shared x, y;\n"
      "thread w { x@rlx := 1; y@rel := 1; }\n"
      "thread r { while (y@acq == 0) { } b := x@rlx; }\n"
      "exists (r:b == 0);",
      {"rc11"});
  CHECK_FALSE(spin.explanation.was_cut);
  CHECK(spin.answer().verdict == explain::OutcomeVerdict::Forbidden);
}

TEST_CASE("candidates include values that only a cycle of reads and writes gives") {
  const std::string program =
      "shared x, y;\n"
      "thread a { r := x@rlx; y@rlx := r; }\n"
      "thread b { s := y@rlx; x@rlx := s; }\n";
  const Explained thin_air(program + "exists (a:r == 42);", {"rc11"});
  CHECK(thin_air.answer().verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(thin_air.answer().reasons.front().axiom == "sbrf");
  CHECK(Explained(program + "exists (a:r == 1 && b:s == 2);", {"rc11"}).answer().verdict ==
        explain::OutcomeVerdict::Impossible);
}

TEST_CASE("incoherent candidates are counted, and explained only if there is no coherent one") {
  const Explained lock(
      "shared m, x;\n"
      "thread t(i in 1..2) { lock(m); x@rlx := x@rlx + 1; unlock(m); }\n"
      "exists (x == 1);",
      {"rc11"});
  CHECK(lock.answer().verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(lock.explanation.coherent_count == 4);
  CHECK(lock.explanation.incoherent_count > 100);
  CHECK(lock.answer().explained == 4);
  CHECK_FALSE(lock.answer().axioms_against_incoherent.empty());
}

TEST_CASE("a witness that sc accepts has an interleaving, in which reads read the last write") {
  const Explained mp(MessagePassing + "exists (r:a == 1 && r:b == 1);", {"rc11"});
  const explain::Candidate& witness = mp.explanation.candidates[*mp.answer().witness];
  const std::vector<EventId>& order = mp.answer().interleaving;
  REQUIRE(order.size() == 4);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Event& event = witness.graph.event(order[i]);
    if (!event.label.is_read()) continue;
    EventId last = witness.graph.initial_write(event.label.location);
    for (std::size_t j = 0; j < i; ++j) {
      const Event& before = witness.graph.event(order[j]);
      const bool is_write = before.label.kind == LabelKind::Write;
      if (is_write && before.label.location == event.label.location) last = order[j];
    }
    CHECK(event.reads_from == last);
  }
}

TEST_CASE("a failing assertion is explained like an outcome") {
  const std::string text =
      "shared x, y;\n"
      "thread w { x@rlx := 1; y@rlx := 1; }\n"
      "thread r { a := y@rlx; b := x@rlx; assert(a == 0 || b == 1); assert(a < 2); error; }\n";
  const Program program = program_from(text);
  const std::vector<explain::FailurePlace> places = explain::failure_places(program);
  REQUIRE(places.size() == 3);
  CHECK(places[0].is_assertion);
  CHECK_FALSE(places[2].is_assertion);
  const std::vector<const MemoryModel*> models{find_model("rc11"), find_model("tso")};
  explain::Outcome outcome;
  outcome.failure = places[0].source.begin;
  const explain::Explanation fails = explain::explain(program, outcome, models);
  REQUIRE(fails.answers[0].verdict == explain::OutcomeVerdict::Allowed);
  CHECK(fails.candidates[*fails.answers[0].witness].failed == ThreadId(1));
  CHECK(fails.answers[0].allowance.has_value());
  REQUIRE(fails.answers[1].verdict == explain::OutcomeVerdict::Forbidden);
  CHECK(fails.answers[1].reasons.front().axiom == "global-order");
  outcome.failure = places[1].source.begin;
  CHECK(explain::explain(program, outcome, models).answers[0].verdict ==
        explain::OutcomeVerdict::Impossible);
  outcome.failure = places[2].source.begin;
  const explain::Explanation always = explain::explain(program, outcome, models);
  REQUIRE(always.answers[1].verdict == explain::OutcomeVerdict::Allowed);
  CHECK_FALSE(always.answers[1].interleaving.empty());
  // The same where models have to find out by themselves.
  explain::ExplainOptions options;
  options.max_steps = 5;
  outcome.failure = places[0].source.begin;
  const explain::Explanation explored = explain::explain(program, outcome, models, options);
  CHECK(explored.answers[0].verdict == explain::OutcomeVerdict::Allowed);
  CHECK(explored.candidates[*explored.answers[0].witness].failed == ThreadId(1));
  CHECK(explored.answers[1].verdict == explain::OutcomeVerdict::Forbidden);
}

TEST_CASE("the explanation has the broken one of two axioms with one name") {
  // Both read-modify-writes read the initial write.
  const ExecutionGraph twice = graph("U@rlx x 0 1 || U@rlx x 0 2");
  const MemoryModel& wrc11 = *find_model("wrc11");
  const std::vector<Violation> found = wrc11.find_violations(twice);
  REQUIRE(!found.empty());
  const Violation& violation = found.back();
  CHECK(violation.axiom == "atomicity");
  CHECK(wrc11.axioms()[violation.position].name == "atomicity");
  CHECK(wrc11.axioms()[violation.position].formula.starts_with("acyclic"));
}

TEST_CASE("candidates that are incoherent only because an update is not atomic are counted") {
  const Explained torn(
      "shared x;\n"
      "thread t(i in 1..2) { r := xchg@rlx(x, i); }\n"
      "exists (t1:r == 0 && t2:r == 0);",
      {"rc11"});
  CHECK(torn.explanation.coherent_count == 0);
  CHECK(torn.explanation.incoherent_count > 0);
  CHECK(torn.explanation.torn_count == torn.explanation.incoherent_count);
  const Explained incoherent("shared x;\nthread t { r := x@rlx; x@rlx := 1; }\nexists (t:r == 1);",
                             {"rc11"});
  CHECK(incoherent.explanation.incoherent_count == 1);
  CHECK(incoherent.explanation.torn_count == 0);
}

}  // namespace drover::explain_test
