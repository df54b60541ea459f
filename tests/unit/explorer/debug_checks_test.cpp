// A build with internal checks compares incremental checkers with the axioms: `explore` aborts if
// they disagree.

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "support/check.h"
#include "tests/support/program_text.h"

namespace drover::debug_checks_test {

namespace {

// Has the traits of sc, and hence its incremental checker, but the axioms of tso.
class Impostor : public MemoryModel {
 public:
  [[nodiscard]] std::string_view name() const override { return "sc"; }
  [[nodiscard]] std::string_view summary() const override { return tso_.summary(); }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override { return tso_.axioms(); }
  [[nodiscard]] const ModelTraits& traits() const override { return find_model("sc")->traits(); }
  [[nodiscard]] std::optional<std::vector<ModelProperty>> missing_properties() const override {
    return tso_.missing_properties();
  }
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

// Explores in a process of its own, since that may abort.
bool aborts(const Program& program, const MemoryModel& model) {
  std::fflush(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // doctest has a handler of its own
    std::fclose(stderr);
    ExplorerOptions options;
    options.algorithm = AlgorithmKind::Spore;
    options.model = &model;
    const ExplorationResult result = explore(program, options);
    _exit(result.verdict == Verdict::Safe ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGABRT;
  CHECK(WEXITSTATUS(status) == 0);
  return false;
}

}  // namespace

TEST_CASE("a checker that disagrees with the axioms is caught where internal checks are on") {
  const Program store_buffering = testing::program_from(
      "shared x, y; thread a { x := 1; r := y; } thread b { y := 1; s := x; }");
  CHECK_FALSE(aborts(store_buffering, *find_model("sc")));
  CHECK(aborts(store_buffering, Impostor()) == ChecksAreOn);
}

}  // namespace drover::debug_checks_test
