#include "explorer/fit.h"

#include <doctest/doctest.h>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

// Has a reason for each reduction.
const char* const Everything =
    "shared x, m; thread t(i in 1..2) { lock(m); unlock(m); } thread o { x := 0; main cas(x, 0, 1);"
    "} thread h { help cas(x, 0, 1); }";
const char* const Nothing =
    "shared x; thread t { x := 1; } thread u { r := x; main cas(x, 0, 1); }";

ReductionPlan plan(const char* text, AlgorithmKind algorithm, const char* model,
                   ReductionSet allowed = ReductionSet::all()) {
  return plan_reductions(testing::program_from(text), algorithm, *find_model(model), allowed);
}

}  // namespace

TEST_CASE("reductions are used where they are allowed and the program gives a reason") {
  const ReductionPlan all = plan(Everything, AlgorithmKind::Spore, "rc11");
  CHECK(all.used.contains(Reduction::Await));
  CHECK(all.used.contains(Reduction::Symmetry));
  CHECK(all.used.contains(Reduction::Helping));
  CHECK(all.symmetric == std::vector<passes::SymmetricThreads>{{ThreadId(0), ThreadId(1)}});
  CHECK(all.help_calls == HelpCalls::MarkOnly);
  CHECK(all.failed_awaits == trust::FailedAwaits::Leave);
  CHECK(all.remarks.empty());

  const ReductionPlan none = plan(Nothing, AlgorithmKind::Spore, "rc11");
  for (const Reduction reduction : AllReductions) CHECK_FALSE(none.used.contains(reduction));
  CHECK(none.symmetric.empty());
  CHECK(none.help_calls == HelpCalls::Run);
  CHECK(none.remarks.empty());
}

TEST_CASE("each reduction has its switch") {
  for (const Reduction off : {Reduction::Await, Reduction::Symmetry, Reduction::Helping}) {
    CAPTURE(reduction_name(off));
    ReductionSet allowed = ReductionSet::all();
    allowed.erase(off);
    const ReductionPlan some = plan(Everything, AlgorithmKind::Spore, "sc", allowed);
    for (const Reduction each : {Reduction::Await, Reduction::Symmetry, Reduction::Helping}) {
      CHECK(some.used.contains(each) == (each != off));
    }
    CHECK(some.symmetric.empty() == (off == Reduction::Symmetry));
    CHECK((some.help_calls == HelpCalls::Run) == (off == Reduction::Helping));
    CHECK((some.failed_awaits == trust::FailedAwaits::Stay) == (off == Reduction::Await));
  }
  const ReductionPlan none = plan(Everything, AlgorithmKind::Spore, "sc", ReductionSet::none());
  CHECK(none.symmetric.empty());
  CHECK(none.help_calls == HelpCalls::Run);
}

TEST_CASE("the references reduce nothing, and have no remarks") {
  for (const AlgorithmKind algorithm : {AlgorithmKind::Enumerate, AlgorithmKind::Interleave}) {
    const ReductionPlan references = plan(Everything, algorithm, "pso");
    for (const Reduction reduction : AllReductions) {
      CHECK_FALSE(references.used.contains(reduction));
    }
    CHECK(references.symmetric.empty());
    CHECK(references.help_calls == HelpCalls::Run);
    CHECK(references.remarks.empty());
  }
}

TEST_CASE("under pso `help` calls run, and it is said why") {
  const ReductionPlan pso = plan(Everything, AlgorithmKind::Spore, "pso");
  CHECK(pso.help_calls == HelpCalls::Run);
  CHECK_FALSE(pso.used.contains(Reduction::Helping));
  CHECK(pso.used.contains(Reduction::Symmetry));
  REQUIRE(pso.remarks.size() == 1);
  CHECK(pso.remarks[0].find("under pso") != std::string::npos);
  CHECK(plan(Nothing, AlgorithmKind::Spore, "pso").remarks.empty());
  ReductionSet allowed = ReductionSet::all();
  allowed.erase(Reduction::Helping);
  CHECK(plan(Everything, AlgorithmKind::Spore, "pso", allowed).remarks.empty());
}

TEST_CASE("dpor is for sc, waits, and lets additions commute") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    CHECK(why_unfit(AlgorithmKind::Dpor, *model).has_value() == (model->name() != "sc"));
  }
  const char* const additions = "shared x; thread t(i in 1..2) { faa(x, 1); assume(x == 2); }";
  const ReductionPlan all = plan(additions, AlgorithmKind::Dpor, "sc");
  CHECK(all.used.contains(Reduction::Ifaa));
  CHECK(all.used.contains(Reduction::Await));
  CHECK_FALSE(all.used.contains(Reduction::Symmetry));
  CHECK(all.additions == dpor::Additions::Commute);
  ReductionSet allowed = ReductionSet::all();
  allowed.erase(Reduction::Ifaa);
  CHECK(plan(additions, AlgorithmKind::Dpor, "sc", allowed).additions == dpor::Additions::Conflict);
  CHECK_FALSE(plan(additions, AlgorithmKind::Spore, "sc").used.contains(Reduction::Ifaa));
  const ReductionPlan none = plan(Nothing, AlgorithmKind::Dpor, "sc");
  for (const Reduction reduction : AllReductions) CHECK_FALSE(none.used.contains(reduction));
  CHECK(plan(Everything, AlgorithmKind::Dpor, "sc").help_calls == HelpCalls::Run);
}

TEST_CASE("`auto` reduces as the algorithm does that it chooses") {
  const Program program = testing::program_from("shared x; thread t(i in 1..3) { faa(x, 1); }");
  ExplorerOptions options;
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    options.model = model;
    const ExplorationResult result = explore(program, options);
    const bool is_spore = model->name() != "wrc11";
    CHECK(result.algorithm == (is_spore ? "spore" : "rcmc"));
    CHECK_FALSE(result.algorithm_reason.empty());
    CHECK(result.executions == (is_spore ? 1 : 6));
    CHECK(result.symmetric.size() == (is_spore ? 1 : 0));
  }
}

TEST_CASE("cycles of po, rf and co are possible exactly where a model allows them") {
  // 2+2W, read back: the cycle is there iff the outcome is.
  const Program program = testing::program_from(
      "shared x, y; thread a { x@rlx := 1; y@rlx := 2; } thread b { y@rlx := 1; x@rlx := 2; }"
      "exists (x == 1 && y == 1);");
  for (const MemoryModel* model : all_models()) {
    if (!model->has_coherence()) continue;
    CAPTURE(model->name());
    ExplorerOptions options;
    options.model = model;
    const bool has_cycle = explore(program, options).conditions[0].holds();
    CHECK((causal_cycles_of(*model) == trust::CausalCycles::Possible) == has_cycle);
  }
}

TEST_CASE("every algorithm is found by its name") {
  for (const AlgorithmInfo& info : all_algorithms()) {
    CHECK(find_algorithm(info.name) == info.kind);
    CHECK(algorithm_name(info.kind) == info.name);
    CHECK_FALSE(info.summary.empty());
  }
  CHECK_FALSE(find_algorithm("trust").has_value());
  CHECK(all_algorithms()[0].kind == AlgorithmKind::Auto);
}

}  // namespace drover
