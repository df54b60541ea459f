#include "explorer/plan/plan.h"

#include <doctest/doctest.h>

#include "explorer/explore.h"
#include "explorer/models/every_graph.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "tests/support/program_text.h"

namespace drover::plan_test {

namespace {

// Has a reason for each reduction.
const char* const Everything =
    "shared x, m; thread t(i in 1..2) { lock(m); unlock(m); } thread o { x := 0; main cas(x, 0, 1);"
    "} thread h { help cas(x, 0, 1); }";
const char* const Nothing =
    "shared x; thread t { x := 1; } thread u { r := x; main cas(x, 0, 1); }";

ExplorerOptions options_of(AlgorithmKind algorithm, const char* model,
                           ReductionSet allowed = ReductionSet::all()) {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = algorithm;
  options.reductions = allowed;
  return options;
}

Plan plan(const char* text, AlgorithmKind algorithm, const char* model,
          ReductionSet allowed = ReductionSet::all()) {
  return make_plan(testing::program_from(text), options_of(algorithm, model, allowed));
}

}  // namespace

TEST_CASE("reductions are used where they are allowed and the program gives a reason") {
  const Plan all = plan(Everything, AlgorithmKind::Spore, "rc11");
  CHECK(all.used.contains(Reduction::Await));
  CHECK(all.used.contains(Reduction::Symmetry));
  CHECK(all.used.contains(Reduction::Helping));
  CHECK(all.trust.symmetric == std::vector<passes::SymmetricThreads>{{ThreadId(0), ThreadId(1)}});
  CHECK(all.unfold.help_calls == HelpCalls::MarkOnly);
  CHECK(all.trust.failed_awaits == trust::FailedAwaits::Leave);
  CHECK(all.remarks.empty());

  const Plan none = plan(Nothing, AlgorithmKind::Spore, "rc11");
  for (const Reduction reduction : AllReductions) CHECK_FALSE(none.used.contains(reduction));
  CHECK(none.trust.symmetric.empty());
  CHECK(none.unfold.help_calls == HelpCalls::Run);
  CHECK(none.remarks.empty());
}

TEST_CASE("each reduction has its switch") {
  for (const Reduction off : {Reduction::Await, Reduction::Symmetry, Reduction::Helping}) {
    CAPTURE(reduction_name(off));
    ReductionSet allowed = ReductionSet::all();
    allowed.erase(off);
    const Plan some = plan(Everything, AlgorithmKind::Spore, "sc", allowed);
    for (const Reduction each : {Reduction::Await, Reduction::Symmetry, Reduction::Helping}) {
      CHECK(some.used.contains(each) == (each != off));
    }
    CHECK(some.trust.symmetric.empty() == (off == Reduction::Symmetry));
    CHECK((some.unfold.help_calls == HelpCalls::Run) == (off == Reduction::Helping));
    CHECK((some.trust.failed_awaits == trust::FailedAwaits::Stay) == (off == Reduction::Await));
  }
  const Plan none = plan(Everything, AlgorithmKind::Spore, "sc", ReductionSet::none());
  CHECK(none.trust.symmetric.empty());
  CHECK(none.unfold.help_calls == HelpCalls::Run);
}

TEST_CASE("the references reduce nothing, and have no remarks") {
  for (const AlgorithmKind algorithm : {AlgorithmKind::Enumerate, AlgorithmKind::Interleave}) {
    const Plan references = plan(Everything, algorithm, "pso");
    for (const Reduction reduction : AllReductions) {
      CHECK_FALSE(references.used.contains(reduction));
    }
    CHECK(references.trust.symmetric.empty());
    CHECK(references.unfold.help_calls == HelpCalls::Run);
    CHECK(references.remarks.empty());
  }
}

TEST_CASE("under pso `help` calls run, and it is said why") {
  const Plan pso = plan(Everything, AlgorithmKind::Spore, "pso");
  CHECK(pso.unfold.help_calls == HelpCalls::Run);
  CHECK_FALSE(pso.used.contains(Reduction::Helping));
  CHECK(pso.used.contains(Reduction::Symmetry));
  REQUIRE(pso.remarks.size() == 1);
  CHECK(pso.remarks[0].obstacle == ReductionObstacle::HelpingUnsound);
  CHECK(pso.remarks[0].model == "pso");
  CHECK(plan(Nothing, AlgorithmKind::Spore, "pso").remarks.empty());
  ReductionSet allowed = ReductionSet::all();
  allowed.erase(Reduction::Helping);
  CHECK(plan(Everything, AlgorithmKind::Spore, "pso", allowed).remarks.empty());
}

TEST_CASE("dpor waits, and lets additions commute") {
  const char* const additions = "shared x; thread t(i in 1..2) { faa(x, 1); assume(x == 2); }";
  const Plan all = plan(additions, AlgorithmKind::Dpor, "sc");
  CHECK(all.used.contains(Reduction::Ifaa));
  CHECK(all.used.contains(Reduction::Await));
  CHECK_FALSE(all.used.contains(Reduction::Symmetry));
  CHECK(all.additions == dpor::Additions::Commute);
  ReductionSet allowed = ReductionSet::all();
  allowed.erase(Reduction::Ifaa);
  CHECK(plan(additions, AlgorithmKind::Dpor, "sc", allowed).additions == dpor::Additions::Conflict);
  CHECK_FALSE(plan(additions, AlgorithmKind::Spore, "sc").used.contains(Reduction::Ifaa));
  const Plan none = plan(Nothing, AlgorithmKind::Dpor, "sc");
  for (const Reduction reduction : AllReductions) CHECK_FALSE(none.used.contains(reduction));
  CHECK(plan(Everything, AlgorithmKind::Dpor, "sc").unfold.help_calls == HelpCalls::Run);
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
    CHECK(result.algorithm_reason.has_value());
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
    CHECK((model->traits().causal_cycles == CausalCycles::Possible) == has_cycle);
  }
}

TEST_CASE("a plan names the algorithm to run, and why it was chosen") {
  const auto chosen = [](const char* model) { return plan(Nothing, AlgorithmKind::Auto, model); };
  CHECK(chosen("rc11").algorithm == AlgorithmKind::Spore);
  CHECK(std::holds_alternative<ExploresEachOnce>(chosen("rc11").reason->reason));
  const Plan weak = chosen("wrc11");
  CHECK(weak.algorithm == AlgorithmKind::Rcmc);
  CHECK(std::get<NeedsNoCoherence>(weak.reason->reason).model == "wrc11");
  CHECK_FALSE(plan(Nothing, AlgorithmKind::Spore, "rc11").reason.has_value());

  ExplorerOptions options;
  const EveryGraph every;
  options.model = &every;
  const Plan other = make_plan(testing::program_from(Nothing), options);
  CHECK(other.algorithm == AlgorithmKind::Enumerate);
  CHECK(std::get<TakesEveryModel>(other.reason->reason).model == "every graph");
}

TEST_CASE("choices are explored by `spore`, with symmetry, or else by `enumerate`") {
  const char* const text =
      "shared x; thread t(i in 1..2) { r := choose(3); x := r; } thread u { s := x; }";
  for (const char* model : {"sc", "rc11"}) {
    for (const AlgorithmKind algorithm : {AlgorithmKind::Auto, AlgorithmKind::Spore}) {
      const Plan made = plan(text, algorithm, model);
      CHECK(made.algorithm == AlgorithmKind::Spore);
      CHECK(made.used.contains(Reduction::Symmetry));
      CHECK(made.trust.symmetric.size() == 1);
    }
  }
  CHECK(plan(text, AlgorithmKind::Auto, "wrc11").algorithm == AlgorithmKind::Enumerate);
  CHECK(plan(text, AlgorithmKind::Rcmc, "rc11").algorithm == AlgorithmKind::Enumerate);
  for (const AlgorithmKind algorithm :
       {AlgorithmKind::Dpor, AlgorithmKind::Rvf, AlgorithmKind::Interleave}) {
    CHECK(plan(text, algorithm, "sc").algorithm == AlgorithmKind::Enumerate);
  }
}

TEST_CASE("`auto` chooses what fits, under every model") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    ExplorerOptions options;
    options.model = model;
    const Plan made = make_plan(testing::program_from(Nothing), options);
    CHECK(made.algorithm != AlgorithmKind::Auto);
    CHECK_FALSE(find_misfit(made.algorithm, *model).has_value());
    REQUIRE(made.reason.has_value());
    CHECK_FALSE(made.reason->failed_trial.has_value());
  }
}

TEST_CASE("passes that are asked for by name run for the references, too") {
  ExplorerOptions options = options_of(AlgorithmKind::Enumerate, "sc");
  options.asked_for = ReductionSet({Reduction::Await, Reduction::Symmetry});
  const Plan asked = make_plan(testing::program_from(Everything), options);
  CHECK(asked.used.contains(Reduction::Await));
  CHECK_FALSE(asked.used.contains(Reduction::Symmetry));
  options.reductions.erase(Reduction::Await);
  const Plan forbidden = make_plan(testing::program_from(Everything), options);
  CHECK_FALSE(forbidden.used.contains(Reduction::Await));
}

TEST_CASE("a plan has the machine and the cycles of its model") {
  CHECK(plan(Nothing, AlgorithmKind::Interleave, "tso").machine == StoreBuffers::Fifo);
  CHECK(plan(Nothing, AlgorithmKind::Interleave, "pso").machine == StoreBuffers::PerLocation);
  CHECK(plan(Nothing, AlgorithmKind::Spore, "sc").trust.causal_cycles == CausalCycles::Impossible);
  CHECK(plan(Nothing, AlgorithmKind::Spore, "rc11").trust.causal_cycles == CausalCycles::Possible);
}

TEST_CASE("a plan says whether executions may come up again") {
  CHECK(plan(Nothing, AlgorithmKind::Rcmc, "rc11").may_repeat);
  CHECK_FALSE(plan("shared x; thread t { x := 1; }", AlgorithmKind::Rcmc, "rc11").may_repeat);
  CHECK_FALSE(plan(Nothing, AlgorithmKind::Spore, "rc11").may_repeat);
  for (const AlgorithmKind algorithm : {AlgorithmKind::Rcmc, AlgorithmKind::Spore}) {
    ExplorerOptions options = options_of(algorithm, "rc11");
    CHECK_FALSE(make_plan(testing::program_from(Nothing), options).counts_duplicates);
    options.duplicates = DuplicatePolicy::Count;
    const bool counts = make_plan(testing::program_from(Nothing), options).counts_duplicates;
    CHECK(counts == (algorithm == AlgorithmKind::Rcmc));
  }
}

TEST_CASE("only a choice for a promise has a trial, and only below the user's limit") {
  const Program program =
      testing::program_from("shared x; thread t(i in 1..5) { r := x; x := 1; s := x; }");
  ExplorerOptions options = options_of(AlgorithmKind::Auto, "sc");
  const Plan tried = make_plan(program, options);
  REQUIRE(tried.fallback != nullptr);
  CHECK(std::holds_alternative<ValuePromise>(tried.reason->reason));
  CHECK(tried.fallback->fallback == nullptr);
  CHECK_FALSE(tried.fallback->max_executions.has_value());
  CHECK(tried.fallback->reason->failed_trial->executions == *tried.max_executions);

  options.max_executions = *tried.max_executions;
  const Plan limited = make_plan(program, options);
  CHECK(limited.algorithm == AlgorithmKind::Rvf);
  CHECK(limited.fallback == nullptr);
  CHECK(limited.max_executions == tried.max_executions);

  options.algorithm = AlgorithmKind::Rvf;
  CHECK(make_plan(program, options).fallback == nullptr);
}

TEST_CASE("a plan for lb says of each reduction whether it is used, or why not") {
  const auto states = [](const char* text, const char* model, ReductionSet allowed) {
    ExplorerOptions options;
    options.model = find_model(model);
    options.algorithm = AlgorithmKind::Buffering;
    options.reductions = allowed;
    std::vector<ReductionState> found;
    for (const ReductionUse& use : make_plan(testing::program_from(text), options).reduction_uses) {
      found.push_back(use.state);
    }
    return found;  // plp, await, ifaa, symmetry, helping
  };
  using enum ReductionState;
  using States = std::vector<ReductionState>;
  const char* const equal = "shared x; thread t(i in 1..2) { faa(x, 1); r := x; assume(r == 2); }";
  CHECK(states(equal, "imm", ReductionSet::all()) ==
        States{NothingToReduce, On, NotOfAlgorithm, On, NothingToReduce});
  CHECK(states(equal, "sc", ReductionSet::all()) ==
        States{NothingToReduce, On, NotOfAlgorithm, On, NothingToReduce});
  CHECK(states(equal, "imm", ReductionSet::none()) ==
        States{TurnedOff, TurnedOff, TurnedOff, TurnedOff, TurnedOff});
}

}  // namespace drover::plan_test
