// A build with internal checks compares incremental checkers with the axioms: `explore` aborts if
// they disagree. The same comparison can be asked of TruSt in any build.

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/run/searches.h"
#include "support/check.h"
#include "tests/support/program_text.h"

namespace drover::debug_checks_test {

namespace {

// Has the traits of sc, and hence its incremental checker, but the axioms of tso.
class Impostor : public MemoryModel {
 public:
  Impostor()
      : MemoryModel({.name = "sc",
                     .traits = &find_model("sc")->traits(),
                     .auditor =
                         [](const MemoryModel&) {
                           return find_model("tso")->missing_properties().value_or(
                               std::vector<ModelProperty>());
                         },
                     .facts = ModelFacts{}}) {}
  [[nodiscard]] std::string_view summary() const override { return tso_.summary(); }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override { return tso_.axioms(); }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    return tso_.is_consistent(graph);
  }
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    return tso_.find_violation(graph);
  }
  [[nodiscard]] bool is_consistent_without(const ExecutionGraph& graph,
                                           const CycleEdge& edge) const override {
    return tso_.is_consistent_without(graph, edge);
  }
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph& graph,
                                                 std::string_view relation_name) const override {
    return tso_.relation(graph, relation_name);
  }
  [[nodiscard]] std::vector<std::string> relation_names() const override {
    return tso_.relation_names();
  }
  [[nodiscard]] Relation happens_before(const ExecutionGraph& graph) const override {
    return tso_.happens_before(graph);
  }

 private:
  const MemoryModel& tso_ = *find_model("tso");
};

// Runs in a process of its own, since it may abort; else it must answer true.
template <typename Run>
bool aborts(const Run& run) {
  std::fflush(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // doctest has a handler of its own
    std::fclose(stderr);
    _exit(run() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGABRT;
  CHECK(WEXITSTATUS(status) == 0);
  return false;
}

bool explores_safely(const Program& program, const MemoryModel& model) {
  ExplorerOptions options;
  options.algorithm = AlgorithmKind::Spore;
  options.model = &model;
  return explore(program, options).verdict == Verdict::Safe;
}

class Counter : public ExecutionObserver {
 public:
  void on_execution(const Execution& /*execution*/) override { ++executions; }
  std::size_t executions = 0;
};

// Under sc, store buffering has three executions.
bool finds_three(const Program& program, const MemoryModel& model, std::size_t capacity,
                 trust::Comparison comparison) {
  ProgramAutomata automata(program, {});
  RunControl control;
  Counter counter;
  const std::unique_ptr<Search> search =
      make_trust(model, capacity, automata, {.comparison = comparison}, control, counter);
  search->begin();
  return search->run() == SearchEnd::Done && counter.executions == 3;
}

const char* const StoreBuffering =
    "shared x, y; thread a { x := 1; r := y; } thread b { y := 1; s := x; }";

}  // namespace

TEST_CASE("a checker that disagrees with the axioms is caught where internal checks are on") {
  const Program program = testing::program_from(StoreBuffering);
  CHECK_FALSE(aborts([&] { return explores_safely(program, *find_model("sc")); }));
  CHECK(aborts([&] { return explores_safely(program, Impostor()); }) == ChecksAreOn);
}

TEST_CASE("a checker that disagrees with the axioms is caught where it is compared, in any build") {
  const Program program = testing::program_from(StoreBuffering);
  for (const std::size_t capacity : GraphCapacities) {
    CAPTURE(capacity);
    const auto run = [&](const MemoryModel& model, trust::Comparison comparison) {
      return aborts([&] { return finds_three(program, model, capacity, comparison); });
    };
    CHECK_FALSE(run(*find_model("sc"), trust::Comparison::WithAxioms));
    CHECK(run(Impostor(), trust::Comparison::WithAxioms));
    CHECK_FALSE(run(Impostor(), trust::Comparison::None));
  }
}

}  // namespace drover::debug_checks_test
