#include "analysis/explain/coherence_checker.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/models/every_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "tests/support/program_text.h"

namespace drover::coherence_checker_test {
using namespace drover::testing;

namespace {

struct Tally {
  std::size_t questions = 0;
  std::size_t coherent = 0;
  std::size_t differences = 0;
};

// Answers as the definition does, and counts where the checker differs from it. Nothing is given
// up, so that all graphs are asked about.
class ComparingChecker : public GraphChecker {
 public:
  explicit ComparingChecker(Tally& tally) : tally_(tally) {}
  void set_events(const ExecutionGraph& graph) override { checker_.set_events(graph); }
  bool may_become_consistent(const ExecutionGraph& graph) override {
    is_consistent(graph);
    return true;
  }
  bool is_consistent(const ExecutionGraph& graph) override {
    const bool expected = explain::satisfies_coherence(graph);
    ++tally_.questions;
    if (expected) ++tally_.coherent;
    if (checker_.is_consistent(graph) != expected) ++tally_.differences;
    return true;
  }

 private:
  Tally& tally_;
  explain::CoherenceChecker checker_;
};

class ComparingModel : public EveryGraph {
 public:
  explicit ComparingModel(Tally& tally) : tally_(tally) {}
  [[nodiscard]] std::unique_ptr<GraphChecker> make_checker() const override {
    return std::make_unique<ComparingChecker>(tally_);
  }

 private:
  Tally& tally_;
};

class Nobody : public ExecutionObserver {
 public:
  void on_execution(const Execution& /*execution*/) override {}
};

Tally compare_answers(const std::string& text) {
  const Program program = program_from(text);
  ProgramAutomata automata(program, {});
  Tally tally;
  const ComparingModel model(tally);
  RunControl control;
  Nobody nobody;
  reference::enumerate_executions(automata, model, control, nobody);
  return tally;
}

}  // namespace

TEST_CASE("the quick checker says of every partial candidate what the definition says") {
  for (const std::string text : {
           "shared x; thread a { x := 1; r := x; } thread b { x := 2; s := x; q := x; }",
           "shared x, y; thread a { x := 1; r := y; x := 2; } thread b { y := 1; s := x; t := x; }",
           "shared x; thread a { r := faa(x, 1); } thread b { s := faa(x, 1); } thread c { x := 5; "
           "}",
           "shared x; thread a { r := cas(x, 0, 1); } thread b { s := cas(x, 0, 2); t := x; }",
           "shared x; init { x := 3; } thread a { x := 1; r := x; } final { s := x; x := 4; t := "
           "x; }",
           "shared x, y; init { y := 1; } thread a { x := 1; } thread b { r := x; } final { s := "
           "x; }",
       }) {
    CAPTURE(text);
    const Tally tally = compare_answers(text);
    CHECK(tally.differences == 0);
    CHECK(tally.coherent > 0);
    CHECK(tally.coherent < tally.questions);
  }
}

}  // namespace drover::coherence_checker_test
