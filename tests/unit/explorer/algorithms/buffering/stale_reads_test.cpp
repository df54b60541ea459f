#include "explorer/algorithms/buffering/stale_reads.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/buffering_limits.h"
#include "mapping/compile.h"
#include "tests/support/program_text.h"

namespace drover::stale_reads_test {

namespace {

Program compiled(const std::string& text, const MemoryModel& model) {
  Program program = testing::program_from(text);
  const auto mapping = mapping::find_mapping(model.traits().mapping);
  if (mapping == nullptr) return program;
  DiagnosticSink sink;
  return *mapping::compile(program, *mapping, sink);
}

ExplorationResult explore_lb(const std::string& text, const char* name,
                             ReductionSet reductions = ReductionSet({Reduction::Await})) {
  static std::vector<std::unique_ptr<Program>> programs;  // results refer to them
  const MemoryModel& model = *find_model(name);
  programs.push_back(std::make_unique<Program>(compiled(text, model)));
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Buffering;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  return explore(*programs.back(), options);
}

bool may_drop(const std::string& text, const char* name) {
  const MemoryModel& model = *find_model(name);
  return may_drop_stale_reads(compiled(text, model), model);
}

}  // namespace

TEST_CASE("a thread gives up because of the last write alone") {
  for (const char* const model : {"imm", "aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    const char* const late = "shared x; thread w { x := 1; } thread t { r := x; assume(r == 1); }";
    const ExplorationResult dropped = explore_lb(late, model);
    CHECK(dropped.executions == 1);
    CHECK(dropped.blocked == 0);
    CHECK(explore_lb(late, model, ReductionSet::none()).blocked == 1);
    const char* const early = "shared x; thread w { x := 1; } thread t { r := x; assume(r == 0); }";
    CHECK(explore_lb(early, model).executions == 1);
    CHECK(explore_lb(early, model).blocked == 1);
  }
}

TEST_CASE("reads before others, fences and hidden writes leave with the last reads") {
  for (const char* const code :
       {"r := x; s := y; assume(r == 1);", "r := x@rlx; fence@acq; assume(r == 1);",
        "n := alloc N; r := x; n->v := r; s := n->v; assume(s == 1);"}) {
    CAPTURE(code);
    const ExplorationResult result = explore_lb(
        std::string("struct N { v; } shared x, y; thread w { x := 1; } thread t { ") + code + " }",
        "imm");
    CHECK(result.executions == 1);
    CHECK(result.blocked == 0);
  }
  // A write that others see stays, with what is before it.
  CHECK(explore_lb("shared x, y; thread w { x := 1; } thread t { r := x; y := 1; assume(r == 1); }",
                   "imm")
            .blocked == 1);
}

TEST_CASE("a thread that has noted a failed computation is not dropped") {
  const ExplorationResult result = explore_lb(
      "shared x; thread w { x := 1; } thread t { r := x; q := 8 / r; assume(r == 1); }", "imm");
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].kind == ErrorKind::Arithmetic);
}

TEST_CASE("a flag that only the dropped thread raises keeps it") {
  const std::string waits = "thread t { r := x@rlx; if (r == 0) { fence@sc; block; } }";
  const ExplorationResult alone =
      explore_lb("shared x; thread w { x@rlx := 1; } " + waits, "aarch64");
  CHECK(alone.blocked == 1);
  CHECK(alone.flags.size() == 1);
  const ExplorationResult both =
      explore_lb("shared x; thread w { x@rlx := 1; fence@sc; } " + waits, "aarch64");
  CHECK(both.blocked == 0);
  CHECK(both.flags.size() == 1);
}

TEST_CASE("reads of the heap leave if their allocation happens before, and nothing is freed") {
  const auto text = [](const char* read, const char* write, const char* end) {
    return std::string("struct N { v; } shared p; thread w { n := alloc N; p") + write +
           " := n; n->v@rlx := 2; " + end + " } thread t { n := p" + read +
           "; if (n != 0) { r := n->v@rlx; assume(r == 2); } }";
  };
  CHECK(explore_lb(text("@acq", "@rel", ""), "imm").blocked == 0);
  CHECK(explore_lb(text("@rlx", "@rlx", ""), "imm").blocked == 1);
  CHECK(explore_lb(text("@rlx", "@rlx", ""), "aarch64").blocked == 0);
  CHECK(explore_lb(text("@acq", "@rel", "free(n);"), "imm").blocked == 1);
}

TEST_CASE("reads of variables with non-atomic accesses stay") {
  CHECK(explore_lb("shared x; thread w { x@na := 1; } thread t { r := x@rlx; assume(r == 1); }",
                   "imm")
            .blocked == 1);
}

TEST_CASE("a compare-and-swap that fails is blocked by the last write alone") {
  const char* const text =
      "shared x; thread w { x := 1; } thread t { r := cas(x, 1, 2); assume(r); }";
  for (const char* const model : {"imm", "aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    CHECK(explore_lb(text, model).executions == 1);
    CHECK(explore_lb(text, model).blocked == 0);
    CHECK(explore_lb(text, model, ReductionSet::none()).blocked == 1);
  }
}

TEST_CASE("stale graphs are dropped only where every graph can be completed") {
  const char* const swap = "shared x; thread t { r := cas(x, 0, 1); assume(r); }";
  const char* const add = "shared x; thread t { r := faa(x, 1); assume(r); }";
  // Lemma 77: also as pairs, and as one event.
  for (const char* const model : {"imm", "aarch64", "riscv", "ppc"}) {
    CAPTURE(model);
    CHECK(may_drop(swap, model));
    CHECK(may_drop(add, model));
  }
  // An end that is no execution.
  const MemoryModel& riscv = *find_model("riscv");
  Program drops = compiled("shared x; thread t { r := x; if (r) { block; } }", riscv);
  CHECK(may_drop_stale_reads(drops, riscv));
  for (Instruction& each : drops.threads[0].code) {
    if (auto* block = std::get_if<BlockInstruction>(&each.body)) block->is_dropped = true;
  }
  CHECK_FALSE(may_drop_stale_reads(drops, riscv));
  // With promises.
  CHECK_FALSE(may_drop("shared x; thread t { r := x; assume(r); }", "lkmm"));
}

}  // namespace drover::stale_reads_test
