#include "explorer/algorithms/trust/trust_search.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "explorer/run/searches.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"

namespace drover::trust_test {

namespace {

// The canonical forms of all executions, each as often as it was reported.
class Forms : public ExecutionObserver {
 public:
  void on_execution(const Execution& execution) override {
    forms.insert(canonical_form(execution.graph(), CoherencePart::Included));
  }
  std::multiset<std::vector<std::uint32_t>> forms;
};

const char* const Programs[] = {
    // Revisits that delete what another read saw, [SPORE] Example 3.
    "shared x, y; thread t1 { a := y; x := 2; } thread t2 { if (x == 1) { c := x; } }"
    "thread t3 { x := 1; y := 1; }",
    // Read-modify-writes that revisit one another, [RCMC] Fig. 4 and 8.
    "shared x; thread t(i in 1..3) { faa(x, 1); }",
    "shared x; thread a { faa(x, 1); } thread b { cas(x, 1, 5); } thread c { faa(x, 2); }",
    // A read-modify-write that revisits past a write.
    "shared x, y; thread a { r := x; y := 1; } thread b { faa(x, 1); } thread c { s := y; }",
    // A lock and awaits.
    "shared m, x; thread t(i in 1..2) { lock(m); x := x + 1; unlock(m); } final { a := x; }",
    "shared x; thread t { await(x == 1); await(x == 0); } thread u { x := 1; x := 0; }",
    // SC fences and accesses.
    "shared x, y; thread a { x@rlx := 1; fence@sc; r := y@rlx; }"
    "thread b { y@rlx := 1; fence@sc; s := x@rlx; } thread c { x@sc := 2; t := y@sc; }",
};

}  // namespace

TEST_CASE("TruSt explores each graph exactly once, whatever the capacity") {
  for (const char* text : Programs) {
    CAPTURE(text);
    const Program program = testing::program_from(text);
    for (const MemoryModel* model : all_models()) {
      if (model->traits().checker == IncrementalChecker::None) continue;
      CAPTURE(model->name());
      ProgramAutomata automata(program, {});
      RunControl control;
      Forms expected;
      reference::enumerate_executions(automata, *model, control, expected);
      for (const std::size_t capacity : GraphCapacities) {
        CAPTURE(capacity);
        Forms found;
        REQUIRE(run_trust(*model, capacity, automata, {}, control, found) == RunEnd::Done);
        CHECK(found.forms == expected.forms);
      }
    }
  }
}

TEST_CASE("graphs that outgrow their capacity are explored at the next") {
  // 150 writes in a row, and a reader that sees one of them.
  const Program program = testing::program_from(
      "shared x; thread w { for (i := 0; i < 75; i := i + 1) { x@rlx := i; x@rlx := i; } }"
      "thread r { a := x@rlx; }");
  ExplorerOptions options;
  options.algorithm = AlgorithmKind::Spore;
  for (const MemoryModel* model : all_models()) {
    if (model->traits().checker == IncrementalChecker::None) continue;
    options.model = model;
    const ExplorationResult result = explore(program, options);
    CHECK(result.executions == 151);
    CHECK(result.verdict == Verdict::Safe);
  }
}

TEST_CASE("more than sixteen threads can be explored") {
  const Program program = testing::program_from(
      "shared x; thread w { x@rlx := 1; } thread r(i in 1..17) { if (i == 9) { a := x@rlx; } }");
  ExplorerOptions options;
  options.algorithm = AlgorithmKind::Spore;
  options.model = find_model("rc11");
  CHECK(explore(program, options).executions == 2);
}

TEST_CASE("executions of thousands of events are explored") {
  const Program program = testing::program_from(
      "shared x, y; thread w { for (i := 0; i < 60; i := i + 1) { for (j := 0; j < 60; j := j + 1) "
      "{"
      "x@rlx := i; } } y@rlx := 1; } thread r { a := y@rlx; b := x@rlx; }"
      "exists (r:a == 1 && r:b == 59);");
  ExplorerOptions options;
  options.algorithm = AlgorithmKind::Spore;
  options.model = find_model("ra");
  const ExplorationResult result = explore(program, options);
  CHECK(result.verdict == Verdict::Safe);
  CHECK(result.executions == 3602);  // b is read at any of 3601 places, after a = 0, or a = 1
}

TEST_CASE("a program that is too large has the verdict incomplete, not safe") {
  const Program program = testing::program_from(
      "shared x; thread w { for (i := 0; i < 60; i := i + 1) { for (j := 0; j < 60; j := j + 1) {"
      "for (k := 0; k < 20; k := k + 1) { x@rlx := i; } } } }");
  ExplorerOptions options;
  options.algorithm = AlgorithmKind::Spore;
  options.model = find_model("sc");
  const ExplorationResult result = explore(program, options);
  CHECK(result.stop_reason == StopReason::TooManyEvents);
  CHECK(result.verdict == Verdict::Incomplete);
}

}  // namespace drover::trust_test
