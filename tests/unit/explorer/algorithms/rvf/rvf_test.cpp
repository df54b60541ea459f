#include "explorer/algorithms/rvf/rvf.h"

#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "tests/support/program_text.h"

namespace drover::rvf_test {

namespace {

const char* const Fig6 =
    "shared x, y; thread t1 { x := 1; a := x; y := 1; }"
    "thread t2 { x := 1; y := 1; b := y; x := 2; }";

ExplorationResult explore_text(const std::string& text, const rvf::RvfOptions& rvf = {},
                               AlgorithmKind algorithm = AlgorithmKind::Rvf) {
  static std::vector<std::unique_ptr<Program>> programs;  // results refer to them
  programs.push_back(std::make_unique<Program>(testing::program_from(text)));
  ExplorerOptions options;
  options.model = find_model("sc");
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  options.rvf = rvf;
  return explore(*programs.back(), options);
}

std::set<std::vector<Value>> outcomes_of(const ExplorationResult& result) {
  std::set<std::vector<Value>> outcomes;
  for (const auto& [state, count] : result.outcomes) outcomes.insert(state);
  return outcomes;
}

}  // namespace

TEST_CASE("[RVF] Fig. 6: the signal of one read's branch opens the other's") {
  const ExplorationResult result = explore_text(Fig6);
  CHECK(result.executions == 2);
  CHECK(result.blocked == 0);
  CHECK(result.vsc);
}

TEST_CASE("switching off parts of RVF-SMC changes no result") {
  for (const bool signals : {true, false}) {
    for (const bool closure : {true, false}) {
      for (const bool guide : {true, false}) {
        CHECK(explore_text(Fig6, {{true, closure, guide}, signals}).executions == 2);
      }
    }
  }
}

TEST_CASE("without its guide, VerifySC is called for every trace") {
  CHECK(explore_text(Fig6).vsc->instances <
        explore_text(Fig6, {{true, true, false}}).vsc->instances);
}

TEST_CASE("signals save instances, [RVF] Fig. 11") {
  std::string text = "shared x;";
  for (int i = 0; i < 4; ++i) text += " thread t" + std::to_string(i) + " { x := 1; r := x; }";
  const ExplorationResult with = explore_text(text);
  const ExplorationResult without = explore_text(text, {{}, false});
  CHECK(with.executions == 1);
  CHECK(without.executions == 1);
  CHECK(with.vsc->instances <= without.vsc->instances);
}

TEST_CASE("a compare-and-swap that fails in one branch sends its signal, [RVF] App. A") {
  // b's can read what a's writes only if a's is first, and the other way round: in each one's
  // branch the other fails.
  const char* const text =
      "shared x; thread a { r := cas(x, 0, 1); } thread b { r := cas(x, 0, 2); }"
      "exists (a:r == 1 && b:r == 0 && x == 1);";
  const auto found = outcomes_of(explore_text(text));
  CHECK(found == outcomes_of(explore_text(text, {}, AlgorithmKind::Enumerate)));
  CHECK(found.size() == 2);
  // A fetch-and-add makes a compare-and-swap fail as well.
  const char* const other =
      "shared x; thread a { r := faa(x, 1); } thread b { r := cas(x, 0, 2); }"
      "exists (a:r == 2 && b:r == 1);";
  CHECK(outcomes_of(explore_text(other)) ==
        outcomes_of(explore_text(other, {}, AlgorithmKind::Enumerate)));
}

TEST_CASE("unread last writes make different executions if a condition names the location") {
  const char* const writers =
      "shared x, y; thread a { x := 1; y := 2; } thread b { y := 1; x := 2; }";
  CHECK(explore_text(writers).executions == 1);
  const std::string asked = std::string(writers) + " exists (x == 1 && y == 1);";
  const ExplorationResult result = explore_text(asked);
  CHECK(outcomes_of(result) == outcomes_of(explore_text(asked, {}, AlgorithmKind::Enumerate)));
  CHECK(result.outcomes.size() == 3);
}

TEST_CASE("an await that may be missed is a deadlock, although it may be passed too") {
  const ExplorationResult result = explore_text(
      "shared x; thread a { x := 1; } thread b { x := 2; } thread c { await(x == 1); }");
  CHECK(result.executions == 1);
  CHECK(result.blocked == 1);
  CHECK(result.deadlocks == 1);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors.front().kind == ErrorKind::Deadlock);
}

TEST_CASE("an await behind a write of another await is reached") {
  const ExplorationResult result = explore_text(
      "shared x, y; thread a { await(y == 1); x := 1; } thread b { await(x == 1); }"
      "thread c { y := 1; }");
  CHECK(result.verdict == Verdict::Safe);
  CHECK(result.executions == 1);
  CHECK(result.blocked == 0);
}

TEST_CASE("a spinning thread is a livelock only where memory stays as it is") {
  // The last write decides.
  const ExplorationResult result = explore_text(
      "shared x; thread a { x := 1; } thread b { x := 2; } thread c { while (x != 1) { } }");
  CHECK(result.deadlocks > 0);
  const ExplorationResult fine = explore_text(
      "shared x; thread a { x := 1; } thread b { x := 1; } thread c { while (x != 1) { } }");
  CHECK(fine.deadlocks == 0);
  CHECK(fine.verdict == Verdict::Safe);
}

TEST_CASE("a use after free is found although the values do not show it") {
  // b frees after reading 1, which c may have written: then a's access may come later.
  const char* const text =
      "struct Node { v; } shared p, x;"
      "init { n := alloc Node; p := n; }"
      "thread a { n := p; n->v := 1; x := 1; }"
      "thread b { if (x == 1) { n := p; free(n); } }";
  CHECK(explore_text(text).verdict == Verdict::Safe);
  const ExplorationResult result = explore_text(std::string(text) + " thread c { x := 1; }");
  CHECK(result.verdict == Verdict::Violation);
  REQUIRE_FALSE(result.errors.empty());
  CHECK(result.errors.front().kind == ErrorKind::Memory);
}

TEST_CASE("locks: sections in every order, none at the same time") {
  const char* const text =
      "shared m, x; thread t(i in 1..3) { lock(m); r := x; x := r + 1; unlock(m); }"
      "exists (x == 3); forbid (x != 3);";
  const ExplorationResult result = explore_text(text);
  CHECK(result.verdict == Verdict::Safe);
  CHECK(result.executions == 6);
}

TEST_CASE("rvf refuses other models than sc, with the reason") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(std::string(model->name()));
    const auto misfit = find_misfit(AlgorithmKind::Rvf, *model);
    CHECK(misfit.has_value() == (model->name() != "sc"));
    if (misfit) CHECK(misfit->need == AlgorithmNeed::TotalAccessOrder);
  }
}

TEST_CASE("rvf stops at its limits") {
  static const Program program =
      testing::program_from("shared x; thread t(i in 1..6) { r := faa(x, 1); s := x; }");
  ExplorerOptions options;
  options.model = find_model("sc");
  options.algorithm = AlgorithmKind::Rvf;
  options.max_executions = 10;
  const ExplorationResult result = explore(program, options);
  CHECK(result.executions == 10);
  CHECK(result.stop_reason == StopReason::MaxExecutions);
  CHECK(result.verdict == Verdict::Incomplete);
}

}  // namespace drover::rvf_test
