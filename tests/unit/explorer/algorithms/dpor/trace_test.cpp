#include "explorer/algorithms/dpor/trace.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "tests/support/well_formed.h"

namespace drover::trace_test {

namespace {

// A program, and the trace of one of its interleavings.
class Run {
 public:
  Run(const std::string& text, dpor::Additions additions,
      std::initializer_list<std::uint32_t> schedule)
      : program_(testing::program_from(text)),
        automata_(program_, {}),
        trace(automata_, additions) {
    for (const std::uint32_t thread : schedule) trace.push(thread);
  }

  // The pairs of events that are ordered, as text: "0<1 0<2".
  [[nodiscard]] std::string order() const {
    std::string text;
    for (std::size_t a = 0; a < trace.size(); ++a) {
      for (std::size_t b = a + 1; b < trace.size(); ++b) {
        if (!trace.happens_before(a, b)) continue;
        text += (text.empty() ? "" : " ") + std::to_string(a) + "<" + std::to_string(b);
      }
    }
    return text;
  }

 private:
  Program program_;
  ProgramAutomata automata_;

 public:
  dpor::Trace trace;
};

const char* const Accesses =
    "shared x; thread a { x := 1; } thread b { r := x; } thread c { r := x; } thread d { x := 2; }";
const char* const Adding =
    "shared x; thread a { faa(x, 1); } thread b { fas(x, 2); } thread c { r := x; }"
    "thread d { faa(x, 4); }";

}  // namespace

TEST_CASE("happens-before orders conflicting accesses, and only these") {
  CHECK(Run(Accesses, dpor::Additions::Conflict, {0, 1, 2, 3}).order() == "0<1 0<2 0<3 1<3 2<3");
  CHECK(Run(Accesses, dpor::Additions::Conflict, {1, 0, 3, 2}).order() ==
        "0<1 0<2 0<3 1<2 1<3 2<3");
  CHECK(Run(Accesses, dpor::Additions::Conflict, {1, 2}).order().empty());
  CHECK(Run("shared x, y; thread a { x := 1; y := 1; } thread b { y := 2; r := x; }",
            dpor::Additions::Conflict, {0, 1, 0, 1})
            .order() == "0<2 0<3 1<2 1<3");
}

TEST_CASE("additions are ordered with reads, and with each other on request") {
  CHECK(Run(Adding, dpor::Additions::Commute, {0, 1, 2, 3}).order() == "0<2 0<3 1<2 1<3 2<3");
  CHECK(Run(Adding, dpor::Additions::Conflict, {0, 1, 3, 2}).order() == "0<1 0<2 0<3 1<2 1<3 2<3");
  CHECK(Run(Adding, dpor::Additions::Commute, {3, 1, 0}).order().empty());
}

TEST_CASE("taking back an event restores the trace") {
  Run run(Adding, dpor::Additions::Commute, {0, 1});
  const LocationId x = run.trace[0].access.location;
  CHECK(run.trace[1].before == 1);
  CHECK(run.trace[1].after == -1);
  run.trace.push(2);
  CHECK_FALSE(run.trace.is_enabled(2));
  run.trace.pop();
  CHECK(run.trace.is_enabled(2));
  CHECK(run.trace.last_at(x) == 1);
  run.trace.pop();
  run.trace.push(3);
  CHECK(run.trace[1].before == 1);
  CHECK(run.trace[1].after == 5);
  CHECK(run.order().empty());
}

TEST_CASE("an await is enabled by what is in memory") {
  Run run("shared x; thread a { await(x == 2); } thread b { x := 2; x := 3; }",
          dpor::Additions::Conflict, {});
  CHECK_FALSE(run.trace.is_enabled(0));
  run.trace.push(1);
  CHECK(run.trace.is_enabled(0));
  run.trace.push(1);
  CHECK_FALSE(run.trace.is_enabled(0));
  CHECK(run.trace.is_satisfied(0, run.trace.node_of(0), 2));
}

TEST_CASE("the end of a trace and its graph: blocks, local steps, reads that wait") {
  Run run(
      "shared x, y; init { x := 1; } thread a { fence@sc; r := faa(x, 1); fence@sc; y := r; }"
      "thread b { await(y == 7); } final { y := 9; }",
      dpor::Additions::Conflict, {0, 0});
  Execution execution;
  execution.nodes.resize(4);
  execution.ends.resize(4);
  run.trace.describe_end(execution);
  CHECK(execution.ends == std::vector<ThreadEnd>{ThreadEnd::Finished, ThreadEnd::Finished,
                                                 ThreadEnd::StuckAtAwait, ThreadEnd::NotStarted});
  CHECK(execution.event_count == 7);
  const ExecutionGraph graph = run.trace.make_graph();
  CHECK_FALSE(find_ill_formedness(graph).has_value());
  CHECK(find_model("sc")->is_consistent(graph));
  CHECK(graph.events_of(ThreadId(1)).size() == 5);
  CHECK(graph.event(graph.events_of(ThreadId(2))[0]).value == 1);
  CHECK(graph.events_of(ThreadId(3)).empty());
}

TEST_CASE("a trace reports accesses to memory that is not known to be allocated") {
  const char* const text =
      "shared x, y; thread a { p := alloc(1); y := 0; x := p; } thread b { p := x; *p := 1; }";
  CHECK_FALSE(Run(text, dpor::Additions::Conflict, {0, 0, 1, 1}).trace.may_misuse_memory());
  CHECK(Run("shared p; init { r := alloc(1); p := r; } thread a { q := p; free(q); }",
            dpor::Additions::Conflict, {0})
            .trace.may_misuse_memory());
  CHECK(Run("shared p; init { r := alloc(1); p := r; } thread a { q := p; *(q + 1) := 1; }",
            dpor::Additions::Conflict, {0, 0})
            .trace.may_misuse_memory());
}

}  // namespace drover::trace_test
