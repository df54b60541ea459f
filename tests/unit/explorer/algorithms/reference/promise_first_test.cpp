#include "explorer/algorithms/reference/promise_first.h"

#include <doctest/doctest.h>

#include <set>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "mapping/compile.h"
#include "tests/support/program_text.h"

namespace drover::promise_first_test {

namespace {

class Found : public ExecutionObserver {
 public:
  void on_execution(const Execution& execution) override {
    CHECK(forms.insert(canonical_form(execution.graph(), CoherencePart::Included)).second);
    ends.insert(execution.ends);
  }
  std::set<std::vector<std::uint32_t>> forms;
  std::set<std::vector<ThreadEnd>> ends;
};

struct Both {
  Found axioms;
  Found machine;
};

Both found(const char* text, const char* model) {
  DiagnosticSink sink;
  const auto mapping = mapping::find_mapping(find_model(model)->traits().mapping);
  const Program program = *mapping::compile(testing::program_from(text), *mapping, sink);
  ProgramAutomata automata(program, {.unroll = 2, .dependencies = DependencyTracking::On});
  Both both;
  RunControl control;
  reference::enumerate_executions(automata, *find_model(model), control, both.axioms);
  const auto search = reference::make_promise_first(automata, *find_model(model)->traits().promises,
                                                    control, both.machine);
  search->begin();
  CHECK(search->run() == SearchEnd::Done);
  return both;
}

}  // namespace

TEST_CASE("promises first: the executions of the axioms, each once, with the same ends") {
  struct Case {
    const char* text;
    std::size_t executions;
  };
  for (const auto& [text, executions] : {
           // Load buffering takes a promise.
           Case{"shared x, y; thread a { r := x@rlx; y@rlx := 1; } "
                "thread b { s := y@rlx; x@rlx := 1; }",
                4},
           Case{"shared x, y; thread a { r := x@rlx; y@rlx := r; } "
                "thread b { s := y@rlx; x@rlx := s; }",
                3},
           Case{"shared x; thread a { x@rlx := 1; x@rlx := 2; } thread b { r := x@rlx; }", 3},
           // Numbers that are chosen and not used.
           Case{"shared x; thread a { r := choose(3); x@rlx := 1; }", 3},
           // Blocks, awaits that wait forever, threads that wait for each other.
           Case{"shared x; init { x@rlx := 1; } thread a { x@rlx := 2; r := x@rlx; } "
                "thread b { x@rlx := 3; } final { f := x@rlx; }",
                3},
           Case{"shared x, y; thread a { await@rlx(x == 1); y@rlx := 1; } "
                "thread b { r := y@rlx; if (r == 0) { x@rlx := 1; } }",
                1},
           Case{"shared x, m; thread a(i in 1..2) { lock(m); r := x@rlx; x@rlx := r + 1; "
                "unlock(m); }",
                2},
           Case{"shared x; fn f(v) { x@rlx := v; return v; } thread a { t := spawn f(3); "
                "r := x@rlx; u := join t; s := x@rlx; }",
                2},
       }) {
    for (const char* const model : {"aarch64", "riscv"}) {
      CAPTURE(text);
      CAPTURE(model);
      const Both both = found(text, model);
      CHECK(both.machine.forms == both.axioms.forms);
      CHECK(both.machine.ends == both.axioms.ends);
      CHECK(both.machine.forms.size() == executions);
    }
  }
}

}  // namespace drover::promise_first_test
