#include "explorer/models/incremental/comparing_checker.h"

#include <vector>

#include "explorer/algorithms/execution_graph_of.h"
#include "explorer/algorithms/trust/trust_search.h"
#include "explorer/models/incremental/sc_checker.h"
#include "tests/support/program_text.h"
#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::incremental::comparing_checker_test {

namespace {

// Lets a read read from any write, as if it had seen nothing.
class ForgetfulChecker : public ScChecker<1> {
 public:
  [[nodiscard]] static std::size_t lowest_rank(const Graph& /*graph*/, Slot /*event*/) { return 0; }
};

// Lets nobody read from, or stand behind, any write but the last.
class StrictChecker : public ScChecker<1> {
 public:
  [[nodiscard]] static std::size_t lowest_rank(const Graph& graph, Slot event) {
    return graph.location(graph[event].location).coherence.size();
  }
};

// Refuses every read from the initial write.
class RefusingChecker : public ScChecker<1> {
 public:
  bool on_read(const Graph& graph, Slot read) {
    return ScChecker<1>::on_read(graph, read) && graph[read].reads_from != InitialWrite;
  }
};

struct Found {
  std::vector<Disagreement> disagreements;
  std::size_t executions = 0;
};

class Counter : public ExecutionObserver {
 public:
  void on_execution(const Execution& /*execution*/) override { ++executions; }
  std::size_t executions = 0;
};

// Explores a program under sc with `Checker`, compared with the axioms of sc.
template <typename Checker>
Found explore_compared(const char* text) {
  const Program program = testing::program_from(text);
  ProgramAutomata automata(program, {});
  const AxiomChecker<1> axioms(*find_model("sc"), [&automata](const WorkingGraph<1>& graph) {
    return execution_graph_of(graph, automata, DependencyPart::LeftOut);
  });
  Found found;
  const auto make_checker = [&] {
    return AnyChecker<1>::of<ComparingChecker<Checker>>(
        Checker(), axioms, [&found](const Disagreement& disagreement) {
          found.disagreements.push_back(disagreement);
        });
  };
  RunControl control;
  Counter counter;
  const auto run = std::make_unique<trust::TrustSearch<1>>(automata, trust::TrustOptions(),
                                                           make_checker, control, counter);
  run->begin();
  REQUIRE(run->run() == SearchEnd::Done);
  found.executions = counter.executions;
  return found;
}

const char* const WriterAndReader =
    "shared x; thread w { x := 1; x := 2; } thread r { a := x; b := x; }";

}  // namespace

TEST_CASE("comparing: a checker that is right agrees with the axioms on every step") {
  const Found found = explore_compared<ScChecker<1>>(WriterAndReader);
  CHECK(found.disagreements.empty());
  CHECK(found.executions == 6);
}

TEST_CASE("comparing: a checker that allows too much is caught, and decides all the same") {
  const Found found = explore_compared<ForgetfulChecker>(WriterAndReader);
  REQUIRE_FALSE(found.disagreements.empty());
  for (const Disagreement& each : found.disagreements) CHECK(each.is_allowed);
  CHECK(found.executions > 6);
}

TEST_CASE("comparing: a checker whose lowest rank is too high is caught") {
  const Found found = explore_compared<StrictChecker>(WriterAndReader);
  REQUIRE_FALSE(found.disagreements.empty());
  for (const Disagreement& each : found.disagreements) CHECK_FALSE(each.is_allowed);
}

TEST_CASE("comparing: a checker that refuses too much is caught") {
  const Found found = explore_compared<RefusingChecker>(WriterAndReader);
  REQUIRE_FALSE(found.disagreements.empty());
  for (const Disagreement& each : found.disagreements) CHECK_FALSE(each.is_allowed);
}

}  // namespace drover::incremental::comparing_checker_test
