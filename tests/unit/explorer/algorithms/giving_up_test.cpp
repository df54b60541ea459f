// Reads that give up, and what keeps them in the graph (algorithms/giving_up.h).

#include "explorer/algorithms/giving_up.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/plan.h"
#include "tests/support/program_text.h"

namespace drover::giving_up_test {

namespace {

ExplorerOptions options_for(const char* model, ReductionSet reductions) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = AlgorithmKind::Spore;
  options.after_error = AfterError::GoOn;
  options.reductions = reductions;
  return options;
}

ReductionSet awaits() {
  ReductionSet result = ReductionSet::none();
  result.insert(Reduction::Await);
  return result;
}

struct Counts {
  std::uint64_t complete = 0;
  std::uint64_t blocked = 0;
  std::size_t errors = 0;

  bool operator==(const Counts&) const = default;
};

Counts counts_of(const char* text, const char* model, ReductionSet reductions) {
  const ExplorationResult result =
      explore(testing::program_from(text), options_for(model, reductions));
  return {result.executions, result.blocked, result.errors.size()};
}

GivingUp planned(const char* text, const char* model, ReductionSet reductions = awaits()) {
  return make_plan(testing::program_from(text), options_for(model, reductions)).trust.giving_up;
}

constexpr const char* Swap =
    "shared x; thread a { r := cmpxchg(x, 0, 1); if (r > 1) { block; } }"
    "thread b { x := 2; x := 3; x := 1; }";

constexpr const char* Heap =
    "struct Node { f; } shared head; init { p := alloc Node; p->f := 0; head := p; }"
    "thread a { p := head; if (p->f == 1) { block; } }"
    "thread b { p := head; p->f := 1; p->f := 1; p->f := 2; }";

// Only where the field is less than 2 does the allocation not happen before the access.
constexpr const char* Unordered =
    "struct Node { f; } shared head;"
    "thread a { p := alloc Node; p->f@rlx := 0; head@rlx := p; p->f@rlx := 1; p->f@rel := 2; }"
    "thread b { p := head@rlx; if (p == 0) { block; } if (p->f@acq < 2) { block; } }";

// The helper looks again once the operation is done.
constexpr const char* Help =
    "shared x, f; thread owner { f := 1; main cas(x, 0, 1); }"
    "thread helper(i in 1..2) { g := f; if (g == 1 && x == 0) { help cas(x, 0, 1); block; } }";

// It helps with what nobody does, if it is quick enough.
constexpr const char* WrongHelp =
    "shared x, f; thread owner { f := 1; main cas(x, 0, 1); f := 2; }"
    "thread helper { g := f; if (g == 1) { help cas(x, 0, 2); block; } }";

// The value of its first read is old when it blocks.
constexpr const char* Several =
    "shared x, y; thread a { r := x; s := y; if (r != s) { block; } }"
    "thread b { x := 1; y := 1; }";

ReductionSet helping_awaits() {
  ReductionSet result = awaits();
  result.insert(Reduction::Helping);
  return result;
}

}  // namespace

TEST_CASE("giving up: a thread that has helped reads again, and nothing is explored in vain") {
  ReductionSet helping = ReductionSet::none();
  helping.insert(Reduction::Helping);
  for (const char* model : {"sc", "tso", "ra", "sra", "rc11", "rc20"}) {
    CAPTURE(model);
    const Counts before = counts_of(Help, model, helping);
    CHECK(before.blocked > 0);
    CHECK(counts_of(Help, model, helping_awaits()) == Counts{before.complete, 0, 0});
  }
}

TEST_CASE("giving up: a wrong `help` call that would be left out is still reported") {
  for (const char* model : {"sc", "rc11"}) {
    CAPTURE(model);
    const ExplorationResult result =
        explore(testing::program_from(WrongHelp), options_for(model, helping_awaits()));
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].kind == ErrorKind::Annotation);
    REQUIRE(result.remarks.size() == 1);
    CHECK(result.remarks[0].obstacle == ReductionObstacle::HelpInDoubt);
  }
}

TEST_CASE("giving up: `help` calls stay where reads of the heap do") {
  const char* text =
      "struct Node { f; } shared x, f; init { p := alloc Node; p->f := 0; x := p; }"
      "thread owner { p := x; f := 1; main cas(p->f, 0, 1); }"
      "thread helper { g := f; if (g == 1) { p := x; help cas(p->f, 0, 1); block; } }";
  const auto help_of = [&](const char* program, const char* model) {
    return make_plan(testing::program_from(program), options_for(model, helping_awaits()))
        .trust.given_up_help;
  };
  CHECK(help_of(text, "rc11") == GivenUpHelp::Leaves);
  CHECK(help_of(text, "tso") == GivenUpHelp::Stays);
  CHECK(help_of(Help, "tso") == GivenUpHelp::Leaves);
  CHECK(help_of(Help, "pso") == GivenUpHelp::Stays);  // helpers run there
}

TEST_CASE("giving up: a blocked thread has read no overwritten value") {
  for (const char* model : {"sc", "tso", "pso", "ra", "sra", "rc11", "rc20"}) {
    CAPTURE(model);
    CHECK(counts_of(Several, model, ReductionSet::none()).blocked > 0);
    CHECK(counts_of(Several, model, awaits()).blocked == 0);
    CHECK(counts_of(Several, model, awaits()).complete ==
          counts_of(Several, model, ReductionSet::none()).complete);
  }
}

TEST_CASE("giving up: an assertion on the way to a block has been reached") {
  const char* text =
      "shared x; thread a { r := cmpxchg(x, 7, 8); if (r == 1) { assert(r < 5); block; } }"
      "thread b { x := 1; x := 2; }";
  const ExplorationResult result =
      explore(testing::program_from(text), options_for("rc11", awaits()));
  CHECK(result.unreached.empty());
  CHECK(result.verdict == Verdict::Safe);
}

TEST_CASE("giving up: a compare-and-swap that may go on where it fails is tried later") {
  for (const char* model : {"sc", "tso", "pso", "ra", "sra", "rc11", "rc20"}) {
    CAPTURE(model);
    CHECK(counts_of(Swap, model, ReductionSet::none()) == Counts{2, 2, 0});
    CHECK(counts_of(Swap, model, awaits()) == Counts{2, 0, 0});
  }
}

TEST_CASE("giving up: a read of the heap is tried later too, but not under tso and pso") {
  for (const char* model : {"sc", "ra", "sra", "rc11", "rc20"}) {
    CAPTURE(model);
    CHECK(counts_of(Heap, model, awaits()) == Counts{2, 0, 0});
  }
  for (const char* model : {"tso", "pso"}) {
    CAPTURE(model);
    CHECK(counts_of(Heap, model, awaits()) == Counts{2, 2, 0});
  }
}

TEST_CASE("giving up: a thread that can never go on is blocked in one execution") {
  const char* text =
      "shared x; thread a { r := cmpxchg(x, 5, 1); if (r != 7) { block; } }"
      "thread b { x := 2; x := 3; }";
  CHECK(counts_of(text, "sc", ReductionSet::none()) == Counts{0, 3, 0});
  CHECK(counts_of(text, "sc", awaits()) == Counts{0, 1, 0});
}

TEST_CASE("giving up: an access that the allocation does not happen before is still an error") {
  CHECK(planned(Unordered, "rc11") == GivingUp::AfterAllocation);
  CHECK(counts_of(Unordered, "rc11", ReductionSet::none()).errors == 1);
  CHECK(counts_of(Unordered, "rc11", awaits()).errors == 1);
}

TEST_CASE("giving up: an access that may be an error is explored") {
  const char* freed =
      "struct Node { f; } shared head; init { p := alloc Node; p->f := 0; head := p; }"
      "thread a { p := head; if (p->f == 1) { block; } } thread b { p := head; free(p); }";
  CHECK(planned(freed, "rc11") == GivingUp::LeavesVariables);
  CHECK(counts_of(freed, "rc11", awaits()).errors ==
        counts_of(freed, "rc11", ReductionSet::none()).errors);
  const char* raced =
      "shared x; thread a { r := cmpxchg(x, 0, 1); if (r > 1) { block; } }"
      "thread b { x@na := 2; x := 1; }";
  CHECK(planned(raced, "rc11") == GivingUp::LeavesVariables);
  CHECK(counts_of(raced, "rc11", awaits()) == counts_of(raced, "rc11", ReductionSet::none()));
}

TEST_CASE("giving up: only where awaits are wanted, and something can block") {
  CHECK(planned(Swap, "rc11", ReductionSet::none()) == GivingUp::Stays);
  CHECK(planned("shared x; thread a { r := x; x := r; }", "rc11") == GivingUp::Stays);
  CHECK(planned(Swap, "sc") == GivingUp::AfterCauses);
  CHECK(planned(Swap, "tso") == GivingUp::LeavesVariables);
}

namespace {

// The text of a built-in model with something behind it, as a file has it.
std::unique_ptr<CatModel> written(const char* model, const std::string& more = "") {
  const std::string text = std::string(find_model(model)->text()) + more;
  const cat::ModelReading reading = cat::read_model_text("written.cat", text);
  REQUIRE(reading.code != nullptr);
  return std::make_unique<CatModel>(ModelInfo{.name = "written.cat", .text = text}, reading.code);
}

Plan plan_for(const char* text, const MemoryModel& model) {
  ExplorerOptions options = options_for("rc11", awaits());
  options.model = &model;
  options.algorithm = AlgorithmKind::Auto;  // what it takes is proved
  return make_plan(testing::program_from(text), options);
}
GivingUp planned(const char* text, const MemoryModel& model) {
  return plan_for(text, model).trust.giving_up;
}

}  // namespace

TEST_CASE("giving up: under a model from a file, where it is proved that nothing is lost") {
  CHECK(planned(Swap, *written("rc11")) == GivingUp::AfterAllocation);
  CHECK(planned(Heap, *written("rc11")) == GivingUp::AfterAllocation);
  CHECK(planned(Heap, *written("rc20")) == GivingUp::AfterAllocation);
  CHECK(planned(Swap, *written("tso")) == GivingUp::LeavesVariables);
  // A flag may be up for a read that leaves.
  CHECK(planned(Swap, *written("rc11", "\nflag ~empty [R]; rf^-1 as seen\n")) == GivingUp::Stays);
  // So may that of a race.
  CHECK(planned("shared x; thread a { r := cmpxchg(x, 0, 1); if (r > 1) { block; } }"
                "thread b { x@na := 2; x := 1; }",
                *written("rc11")) == GivingUp::Stays);
  // Happens-before may change when a read leaves the graph.
  const auto odd = written("rc11", "\nlet hb = po | (loc \\ (rf; rf^-1))\n");
  CHECK(planned(Heap, *odd) == GivingUp::Stays);
  const std::vector<PlanRemark> remarks = plan_for(Heap, *odd).remarks;
  CHECK(std::ranges::any_of(remarks, [](const PlanRemark& remark) {
    return remark.obstacle == ReductionObstacle::LoopsUnproved;
  }));
  CHECK(planned(Swap, *odd) == GivingUp::LeavesVariables);
}

TEST_CASE("giving up: a model from a file counts what the built-in one counts") {
  for (const char* const text : {Swap, Heap, Unordered}) {
    for (const char* const name : {"rc11", "rc20"}) {
      CAPTURE(text);
      CAPTURE(name);
      const auto model = written(name);
      ExplorerOptions options = options_for(name, awaits());
      options.model = model.get();
      options.algorithm = AlgorithmKind::Auto;
      const ExplorationResult result = explore(testing::program_from(text), options);
      CHECK(Counts{result.executions, result.blocked, result.errors.size()} ==
            counts_of(text, name, awaits()));
    }
  }
}

}  // namespace drover::giving_up_test
