#include "explorer/algorithms/rcmc/rcmc.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/explore.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "explorer/run/searches.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"

namespace drover::rcmc_test {

namespace {

// The canonical forms of all executions, and how often each was reported.
class Forms : public ExecutionObserver {
 public:
  explicit Forms(const MemoryModel& model)
      : part_(model.has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut) {}

  void on_execution(const Execution& execution) override {
    ++counts[canonical_form(execution.graph(), part_)];
  }
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> distinct() const {
    std::vector<std::vector<std::uint32_t>> forms;
    for (const auto& [form, count] : counts) forms.push_back(form);
    return forms;
  }
  [[nodiscard]] std::size_t total() const {
    std::size_t sum = 0;
    for (const auto& [form, count] : counts) sum += count;
    return sum;
  }

  std::map<std::vector<std::uint32_t>, std::size_t> counts;

 private:
  CoherencePart part_;
};

Forms enumerated(const Program& program, const MemoryModel& model) {
  ProgramAutomata automata(program, {});
  RunControl control;
  Forms forms(model);
  reference::enumerate_executions(automata, model, control, forms);
  return forms;
}

Forms explored(const Program& program, const MemoryModel& model, std::size_t capacity = 64) {
  ProgramAutomata automata(program, {});
  RunControl control;
  Forms forms(model);
  REQUIRE(run_rcmc(model, capacity, automata, control, forms) == RunEnd::Done);
  return forms;
}

ExplorationResult result_of(const Program& program, const char* model, DuplicatePolicy duplicates) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = AlgorithmKind::Rcmc;
  options.duplicates = duplicates;
  return explore(program, options);
}

constexpr const char* Models[] = {"rc11", "wrc11"};

const char* const Programs[] = {
    // §2.1 and §2.2: W+R, COWW+R, CO2RRW; §5: WW3R.
    "shared x; thread a { x@rlx := 1; } thread b { r := x@rlx; }",
    "shared x; thread a { x@rlx := 1; x@rlx := 2; } thread b { r := x@rlx; }",
    "shared x; thread a { r := x@rlx; s := x@rlx; } thread b { t := x@rlx; x@rlx := 1; }",
    "shared x; thread a { x@rlx := 1; } thread b { x@rlx := 2; }"
    "thread c { r := x@rlx; s := x@rlx; t := x@rlx; }",
    // Algorithm 5, line 4: the second read has seen a write that is later than that of c.
    "shared x; thread a { x@rlx := 2; } thread b { r := x@rlx; s := x@rlx; }"
    "thread c { x@rlx := 1; }",
    // Algorithm 3, line 8: the writes of a and b may take either order before y is written.
    "shared x, y; thread a { r := y@rlx; x@rlx := 1; } thread b { x@rlx := 2; }"
    "thread c { y@rlx := 1; }",
    // Fig. 4 with a third thread, which makes it explore an execution again.
    "shared x; thread t(i in 1..2) { faa@rlx(x, 1); } thread c { x@rlx := 42; }",
    // Fig. 5, LB+FAIS: the reads before a forced revisit stay revisitable.
    "shared x, y, z; thread a { r := x@rlx; faa@rlx(z, 1); y@rlx := 1; }"
    "thread b { s := y@rlx; faa@rlx(z, 1); x@rlx := 1; }",
    // Fig. 8: two revisited reads become exclusive at once.
    "shared x; thread a { cas@rlx(x, 1, 5); } thread b { faa@rlx(x, 1); }"
    "thread c { faa@rlx(x, 1); }",
    // §2.5.3: a graph that breaks SC-ACYCLICITY leads to one that does not.
    "shared x, y; thread a { x@sc := 1; r := y@sc; } thread b { y@sc := 1; s := x@sc; }"
    "thread c { y@sc := 2; }",
    "shared x, y; thread a { x@rlx := 1; fence@sc; r := y@rlx; }"
    "thread b { y@rlx := 1; fence@sc; s := x@rlx; } thread c { x@sc := 2; t := y@sc; }",
    // Locks, awaits that are missed, init and final blocks.
    "shared m, x; init { x := 3; } thread t(i in 1..2) { lock(m); x := x + 1; unlock(m); }"
    "final { a := x; }",
    "shared x; thread t { await(x == 1); await(x == 0); } thread u { x := 1; x := 0; }",
};

}  // namespace

TEST_CASE("RCMC finds every execution, and none twice without read-modify-writes") {
  for (const char* text : Programs) {
    CAPTURE(text);
    const Program program = testing::program_from(text);
    for (const char* name : Models) {
      CAPTURE(name);
      const MemoryModel& model = *find_model(name);
      const Forms expected = enumerated(program, model);
      for (const std::size_t capacity : GraphCapacities) {
        CAPTURE(capacity);
        const Forms found = explored(program, model, capacity);
        CHECK(found.distinct() == expected.distinct());
        if (!has_read_modify_write(program)) CHECK(found.total() == expected.total());
      }
    }
  }
}

TEST_CASE("RCMC explores a fetch-and-add beside a write with a duplicate, [RCMC] §2.4") {
  const Program program = testing::program_from(
      "shared x; thread t(i in 1..2) { faa@rlx(x, 1); } thread c { x@rlx := 42; }");
  const MemoryModel& model = *find_model("rc11");
  const Forms found = explored(program, model);
  CHECK(found.total() > found.distinct().size());
}

TEST_CASE("binc(N) has the duplicates of [RCMC] Table 2") {
  const auto program = [](const std::string& threads) {
    return testing::program_from("shared x, y; thread t(i in 1.." + threads +
                                 ") { faa@rlx(x, 1); faa@rlx(y, 1); }");
  };
  for (const char* model : Models) {
    CAPTURE(model);
    const Program three = program("3");
    const ExplorationResult counted = result_of(three, model, DuplicatePolicy::Count);
    CHECK(counted.executions == 36);
    CHECK(counted.duplicates == 2);
    const ExplorationResult plain = result_of(three, model, DuplicatePolicy::Ignore);
    CHECK(plain.executions == 38);
    CHECK(plain.may_repeat);
    CHECK_FALSE(plain.duplicates.has_value());
    const ExplorationResult four = result_of(program("4"), model, DuplicatePolicy::Count);
    CHECK(four.executions == 576);
    CHECK(four.duplicates == 98);
  }
}

TEST_CASE("casw(5) is explored without a duplicate, [RCMC] Table 3") {
  const Program program =
      testing::program_from("shared x; thread t(i in 1..5) { cas@rlx(x, 0, i); x@rel := i + 3; }");
  const ExplorationResult weak = result_of(program, "wrc11", DuplicatePolicy::Count);
  CHECK(weak.executions == 2160);
  CHECK(weak.duplicates == 0);
  const ExplorationResult total = result_of(program, "rc11", DuplicatePolicy::Count);
  CHECK(total.executions == 32880);
  CHECK(total.duplicates == 0);
}

TEST_CASE("duplicates are counted only for algorithms that may have some") {
  const Program program = testing::program_from("shared x; thread t(i in 1..2) { faa(x, 1); }");
  ExplorerOptions options;
  options.model = find_model("rc11");
  options.algorithm = AlgorithmKind::Spore;
  options.duplicates = DuplicatePolicy::Count;
  CHECK_FALSE(explore(program, options).duplicates.has_value());
  CHECK_FALSE(explore(program, options).may_repeat);
}

TEST_CASE("RCMC explores graphs up to its size limit, and many threads") {
  const Program writes = testing::program_from(
      "shared x; thread w { for (i := 0; i < 75; i := i + 1) { x@rlx := i; x@rlx := i; } }"
      "thread r { a := x@rlx; }");
  const Program threads = testing::program_from(
      "shared x; thread w { x@rlx := 1; } thread r(i in 1..17) { if (i == 9) { a := x@rlx; } }");
  // Each step is deeper in the stack than the one before.
  const Program long_thread = testing::program_from(
      "shared x; thread w { for (i := 0; i < 20; i := i + 1) {"
      "for (j := 0; j < 50; j := j + 1) { x@rlx := i; } } a := x@rlx; }");
  for (const char* model : Models) {
    CAPTURE(model);
    CHECK(result_of(writes, model, DuplicatePolicy::Ignore).executions == 151);
    CHECK(result_of(threads, model, DuplicatePolicy::Ignore).executions == 2);
    CHECK(result_of(long_thread, model, DuplicatePolicy::Ignore).executions == 1);
  }
}

TEST_CASE("RCMC stops at its limits") {
  const Program program = testing::program_from("shared x; thread t(i in 1..6) { faa(x, 1); }");
  ExplorerOptions options;
  options.model = find_model("rc11");
  options.algorithm = AlgorithmKind::Rcmc;
  options.max_executions = 5;
  const ExplorationResult result = explore(program, options);
  CHECK(result.executions == 5);
  CHECK(result.stop_reason == StopReason::MaxExecutions);
  CHECK(result.verdict == Verdict::Incomplete);
}

}  // namespace drover::rcmc_test
