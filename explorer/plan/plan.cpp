#include "explorer/plan/plan.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "explorer/models/model_proof.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/buffering_limits.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/program_features.h"
#include "explorer/plan/size_comparison.h"
#include "explorer/run/program_sets.h"
#include "semantics/automaton/liveness.h"
#include "semantics/passes/await_pass.h"
#include "semantics/passes/plain_calls.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/operands.h"
#include "support/check.h"

namespace drover {

namespace {

class Planner {
 public:
  Planner(AlgorithmKind algorithm, const Program& program, const ExplorerOptions& options)
      : program_(program),
        options_(options),
        model_(*options.model),
        algorithm_(algorithm_info(algorithm)) {
    plan_.algorithm = algorithm;
    plan_.unfold = options.unfold;
    plan_.unfold.help_calls = HelpCalls::Run;
    const bool knows_parts =
        model_.is_builtin() ? model_.traits().takes_parts : !program.architecture.empty();
    if (knows_parts) plan_.unfold.atomic_sizes = AtomicSizes::Any;
    if (model_.needs_dependencies() || model_.candidates() != Candidates::Supported ||
        algorithm == AlgorithmKind::Buffering) {
      plan_.unfold.dependencies = DependencyTracking::On;
    }
    if (algorithm == AlgorithmKind::Buffering) {
      plan_.unfold = unfolded_for_buffering(model_, plan_.unfold);
    }
    plan_.rvf = options.rvf;
    plan_.max_executions = options.max_executions;
  }

  Plan make() {
    plan_.reduced = reduce_program(program_, usable_passes(), liberties());
    if (algorithm_.kind == AlgorithmKind::Buffering) {
      plan_.reduced.program = program_for_buffering(plan_.reduced.program, model_);
    }
    plan_.used = plan_.reduced.used;
    if (may_use(Reduction::Ifaa)) plan_additions();
    if (algorithm_.reductions.contains(Reduction::Symmetry)) plan_symmetry();
    if (may_use(Reduction::Helping)) plan_helping();
    if (!model_.is_builtin()) remark_on_proofs();
    plan_.trust.causal_cycles = model_.traits().causal_cycles;
    plan_.trust.annotation_rule = model_.traits().annotation_rule;
    if (model_.needs_dependencies()) plan_.trust.dependencies = DependencyPart::Included;
    plan_.trust.giving_up = giving_up();
    if (algorithm_.kind == AlgorithmKind::Buffering) note_uses();
    if (plan_.trust.giving_up != trust::GivingUp::Stays) {
      plan_.trust.atomic_cells = AtomicObjects(plan_.reduced.program).atomic_cells();
      plan_.trust.given_up_help = given_up_help();
      // Lemma 7 (docs/proofs.md) covers the built-in models.
      if (model_.is_builtin()) plan_.trust.over_graphs = trust::OverGraphs::Dropped;
    }
    const bool may_leave =
        plan_.used.contains(Reduction::Await) || plan_.trust.giving_up != trust::GivingUp::Stays;
    plan_.trust.failed_awaits = may_leave ? trust::FailedAwaits::Leave : trust::FailedAwaits::Stay;
    if (ChecksAreOn) plan_.trust.comparison = trust::Comparison::WithAxioms;
    plan_.machine = model_.traits().machine.value_or(StoreBuffers::None);
    plan_.promises = model_.traits().promises;
    const bool may_repeat = algorithm_.repetition == Repetition::Possible;
    plan_.may_repeat = may_repeat && has_read_modify_write(program_);
    plan_.has_orders = chooses_orders(program_);
    plan_.counts_duplicates = may_repeat && options_.duplicates == DuplicatePolicy::Count;
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool may_use(Reduction reduction) const {
    return options_.reductions.contains(reduction) && is_sound(reduction) &&
           algorithm_.reductions.contains(reduction) && keeps_scopes(reduction);
  }
  // With scopes, atomic accesses race: the reads of idle iterations and of threads that block must
  // not be left out.
  [[nodiscard]] bool keeps_scopes(Reduction reduction) const {
    return program_.topology == nullptr || reduction == Reduction::Symmetry;
  }

  // True if letting reads that give up leave a graph of a model that is not built in changes only
  // the counts of blocked executions. Consistency without these reads, and with their replacements,
  // follows from the properties that awaits need; errors and flags must not be lost either.
  [[nodiscard]] bool may_lose_stale_reads(const Program& program) const {
    const StaleReadProofs& proofs = model_.proofs().stale_reads;
    const bool has_flags = model_.has_flags() && (!proofs.has_no_flags || may_race(program));
    return !has_flags && (!has_allocations(program) || proofs.keeps_order);
  }

  // Returns the reads that leave a graph if their threads give up: see algorithms/giving_up.h.
  [[nodiscard]] trust::GivingUp giving_up() const {
    const Program& program = plan_.reduced.program;
    if (algorithm_.kind == AlgorithmKind::Buffering) return giving_up_by_buffering();
    if (!may_use(Reduction::Await) || !may_block(program)) return trust::GivingUp::Stays;
    if (!model_.is_builtin() && !may_lose_stale_reads(program)) return trust::GivingUp::Stays;
    if (has_frees(program) || may_race(program)) return trust::GivingUp::LeavesVariables;
    // Checkers of models from files know which part of happens-before follows from causes alone.
    if (!model_.is_builtin()) {
      return model_.proofs().stale_reads.follows_threads ? trust::GivingUp::AfterAllocation
                                                         : trust::GivingUp::LeavesVariables;
    }
    switch (model_.traits().checker) {
      case IncrementalChecker::Sc:
      case IncrementalChecker::Ra:
      case IncrementalChecker::Sra: return trust::GivingUp::AfterCauses;
      case IncrementalChecker::Rc11:
      case IncrementalChecker::Rc20: return trust::GivingUp::AfterAllocation;
      case IncrementalChecker::Tso:
      case IncrementalChecker::Pso:
      case IncrementalChecker::None: return trust::GivingUp::LeavesVariables;
    }
    return trust::GivingUp::Stays;
  }

  // The same for `lb`: see buffering/stale_reads.h.
  [[nodiscard]] GivingUp giving_up_by_buffering() const {
    const Program& program = plan_.reduced.program;
    if (!options_.reductions.contains(Reduction::Await) || !may_block(program) ||
        !may_drop_stale_reads(program, model_)) {
      return GivingUp::Stays;
    }
    const StaleReadProofs& proofs = model_.proofs().stale_reads;
    const bool is_heap_left = !has_frees(program) && !may_race(program) && proofs.follows_threads;
    return is_heap_left ? GivingUp::AfterAllocation : GivingUp::LeavesVariables;
  }

  // If heap reads do not leave, `help` calls that use the heap would be in doubt.
  [[nodiscard]] trust::GivenUpHelp given_up_help() const {
    if (plan_.unfold.help_calls != HelpCalls::MarkOnly) return trust::GivenUpHelp::Stays;
    const bool is_heap_left_alone = plan_.trust.giving_up == trust::GivingUp::LeavesVariables &&
                                    has_allocations(plan_.reduced.program);
    return is_heap_left_alone ? trust::GivenUpHelp::Stays : trust::GivenUpHelp::Leaves;
  }

  // For models that are not built in, only proofs count. An await needs no more than `spore`
  // itself: a waiting read is the last of its thread and reads the last write, so it may leave
  // (prefix-closedness) and return later (extensibility). Pure iterations are reads in the middle
  // of a thread. The soundness of helping has not been proved.
  [[nodiscard]] bool is_sound(Reduction reduction) const {
    if (algorithm_.kind == AlgorithmKind::Buffering) {
      if (reduction == Reduction::Symmetry) return true;
      const bool is_of_waits = reduction == Reduction::Plp || reduction == Reduction::Await;
      return (is_of_waits && model_.traits().allows_read_removal) ||
             (reduction == Reduction::Plp && allows_idle_iterations());
    }
    if (model_.is_builtin()) return true;
    switch (reduction) {
      case Reduction::Await: return tried_properties(program_, model_).empty();
      case Reduction::Plp:
        return tried_properties(program_, model_).empty() &&
               model_.proofs()[ModelProperty::ReadRemoval].is_proved;
      case Reduction::Symmetry: return true;
      case Reduction::Helping:
      case Reduction::Ifaa: return false;
    }
    return false;
  }

  // Lemma 38 (docs/proofs.md): true if the model, where branches order only what is inside, allows
  // the removal of reads and fences from this program's graphs.
  [[nodiscard]] bool allows_idle_iterations() const {
    if (!model_.is_builtin() || !model_.proofs().dependencies.promises_ways) return false;
    if (!allows_idle_iterations_) {
      const cat::Code code = code_for(*model_.code(), program_);
      allows_idle_iterations_ = prove_properties(code)[ModelProperty::ReadRemoval].is_proved;
    }
    return *allows_idle_iterations_;
  }

  // A reduction requested by name is used in full.
  [[nodiscard]] passes::Liberties liberties() const {
    const bool has_all = model_.is_builtin() && (algorithm_.kind != AlgorithmKind::Buffering ||
                                                 model_.traits().allows_update_removal ||
                                                 options_.asked_for.contains(Reduction::Plp));
    // Lemma 73 (docs/proofs.md).
    return {.removes_updates = has_all,
            .removes_spinning_updates = has_all || model_.traits().allows_read_removal,
            .removes_barriers = !model_.has_flags(),
            .adds_dependencies = plan_.unfold.dependencies == DependencyTracking::Off,
            .adds_dependencies_of_fences = model_.is_builtin()};
  }

  [[nodiscard]] ReductionSet usable_passes() const {
    ReductionSet usable = ReductionSet::none();
    for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
      const bool is_asked_for =
          options_.reductions.contains(pass) && options_.asked_for.contains(pass);
      if (is_asked_for || may_use(pass)) usable.insert(pass);
    }
    return usable;
  }

  void plan_additions() {
    if (!has_commuting(plan_.reduced.program)) return;
    if (has_allocations(plan_.reduced.program)) {
      remark(ReductionObstacle::AdditionsOrderHeap);
      return;
    }
    plan_.additions = dpor::Additions::Commute;
    plan_.used.insert(Reduction::Ifaa);
  }

  void plan_symmetry() {
    if (!options_.reductions.contains(Reduction::Symmetry)) return;
    plan_.trust.symmetric = passes::find_symmetric_threads(program_);
    if (!plan_.trust.symmetric.empty()) plan_.used.insert(Reduction::Symmetry);
  }

  void plan_helping() {
    if (!has_help_calls(program_)) return;
    if (model_.traits().helping == Helping::Unsound) {
      remark(ReductionObstacle::HelpingUnsound);
      return;
    }
    plan_.unfold.help_calls = HelpCalls::MarkOnly;
    plan_.used.insert(Reduction::Helping);
  }

  // Adds remarks on reductions left out, and properties assumed, for lack of a proof.
  void remark_on_proofs() {
    if (plan_.algorithm != AlgorithmKind::Spore) return;
    std::vector<ModelProperty> tried = tried_properties(program_, model_);
    const bool is_tried = !tried.empty();
    if (is_tried) {
      plan_.remarks.push_back(
          {ReductionObstacle::OnlyTried, std::string(model_.name()), std::move(tried)});
    }
    if (options_.reductions.contains(Reduction::Helping) && has_help_calls(program_)) {
      remark(ReductionObstacle::HelpingUnproved);
    }
    const auto is_wanted = [&](Reduction pass) {
      return options_.reductions.contains(pass) && !plan_.used.contains(pass);
    };
    ReductionSet wanted = ReductionSet::none();
    for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
      if (is_wanted(pass)) wanted.insert(pass);
    }
    const ReducedProgram possible = reduce_program(program_, wanted);
    const bool may_give_up = may_use(Reduction::Await) && may_block(plan_.reduced.program);
    if (possible.used.contains(Reduction::Plp) || possible.used.contains(Reduction::Await) ||
        (may_give_up && giving_up() == trust::GivingUp::Stays)) {
      remark(ReductionObstacle::LoopsUnproved);
    }
  }

  // Records which reductions are used, and why others are not.
  void note_uses() {
    for (const Reduction reduction : AllReductions) {
      plan_.reduction_uses.push_back({reduction, state_of(reduction), std::string(model_.name())});
    }
  }
  [[nodiscard]] ReductionState state_of(Reduction reduction) const {
    if (plan_.used.contains(reduction)) return ReductionState::On;
    const bool has_stale_reads = plan_.trust.giving_up != GivingUp::Stays;
    if (reduction == Reduction::Await && has_stale_reads) return ReductionState::On;
    if (!options_.reductions.contains(reduction)) return ReductionState::TurnedOff;
    if (!has_reason_for(reduction)) return ReductionState::NothingToReduce;
    const bool is_unproved = model_.needs_dependencies() || !keeps_scopes(reduction);
    return reduction == Reduction::Ifaa || !is_unproved ? ReductionState::NotOfAlgorithm
                                                        : ReductionState::Unproved;
  }
  [[nodiscard]] bool has_reason_for(Reduction reduction) const {
    switch (reduction) {
      case Reduction::Plp:
        return reduce_program(program_, ReductionSet({reduction})).used.contains(reduction);
      // The program's own awaits wait anyway.
      case Reduction::Await: return passes::insert_awaits(program_).has_changed;
      case Reduction::Ifaa: return has_commuting(program_);
      case Reduction::Symmetry: return !passes::find_symmetric_threads(program_).empty();
      case Reduction::Helping: return has_help_calls(program_);
    }
    return false;
  }

  void remark(ReductionObstacle obstacle) {
    plan_.remarks.push_back({obstacle, std::string(model_.name())});
  }

  const Program& program_;
  const ExplorerOptions& options_;
  const MemoryModel& model_;
  const AlgorithmInfo& algorithm_;
  mutable std::optional<bool> allows_idle_iterations_;
  Plan plan_;
};

// Explores by values; `other` is the fallback if there are more executions than `trial`.
Plan plan_trial(Plan plan, std::uint64_t trial, Plan other, const ExplorerOptions& options) {
  if (options.max_executions && *options.max_executions <= trial) return plan;
  plan.max_executions = trial;
  other.reason->failed_trial = {AlgorithmKind::Rvf, trial};
  other.is_fallback = true;
  plan.fallback = std::make_shared<const Plan>(std::move(other));
  return plan;
}

// True if the only obstacle to `lb` is a computation that may fail, and a failure can be detected.
// An observer of executions must learn of the restart.
bool may_try_buffering(const Plan& plan, const Program& program, const ExplorerOptions& options) {
  if (!plan.reason) return false;
  const auto* beyond = std::get_if<BeyondBuffering>(&plan.reason->reason);
  if (beyond == nullptr || beyond->obstacle != BufferingObstacle::MayFail) return false;
  const bool is_observed = options.on_execution || options.on_final_state;
  return may_start_again(options) && (!is_observed || options.on_start) &&
         !buffering_obstacle(program_for_buffering(program, *options.model), *options.model,
                             FailedComputations::AreNoted) &&
         may_note_failures(*options.model);
}

// Returns `lb` that notes failures; `other` is the fallback if there is one.
Plan plan_noting_failures(Plan other, const Program& program, const ExplorerOptions& options) {
  Plan plan = Planner(AlgorithmKind::Buffering, program, options).make();
  plan.unfold.failures = FailedComputations::AreNoted;
  if (options.algorithm == AlgorithmKind::Auto) {
    plan.reason = AlgorithmReason{OrdersDependencies{std::string(options.model->name())}};
  }
  other.reason = AlgorithmReason{BeyondBuffering{BufferingObstacle::Fails}};
  plan.fallback = std::make_shared<const Plan>(std::move(other));
  return plan;
}

Plan build(AlgorithmKind algorithm, std::optional<ChoiceReason> reason, const Program& program,
           const ExplorerOptions& options) {
  Plan plan = Planner(algorithm, program, options).make();
  if (reason) plan.reason = AlgorithmReason{*std::move(reason)};
  return plan;
}

// Measures a program before the choice. `plan` is for `spore`. Sizes are compared only if exploring
// by values promises nothing: the comparison takes longer, since it runs `spore` for a moment.
Measurements measure(const Plan& plan, const ExplorerOptions& options) {
  const Program& program = plan.reduced.program;
  Measurements measured;
  measured.promise = promise_of_values(program, plan.unfold, plan.trust.symmetric);
  if (measured.promise) return measured;
  ExplorerOptions limits = options;
  if (!may_start_again(options)) {
    limits.max_seconds.reset();
    limits.interrupt = nullptr;
  }
  measured.sizes = compare_sizes(plan, limits);
  if (!measured.sizes) return measured;
  // The work of `dpor` cannot be divided.
  measured.may_reorder = options.parts == PartsKept::Together && options.cluster == nullptr &&
                         options.model->is_builtin() && has_commuting(program);
  return measured;
}

}  // namespace

ExplorerOptions fitted(ExplorerOptions options, const Program& program) {
  if (options.model == nullptr) return options;
  if (const MemoryModel* model = options.model->fitted(kind_of(program))) options.model = model;
  // Executions that these merge may differ in what calls of objects know of each other. The others
  // keep the faults of histories (Lemma 82, docs/proofs.md).
  if (!program.specified.empty()) {
    options.reductions.erase(Reduction::Helping);
    options.reductions.erase(Reduction::Ifaa);
  }
  return options;
}

Plan make_divisible_plan(const Program& program, const ExplorerOptions& options) {
  DROVER_CHECK(options.model != nullptr, "a model must be chosen");
  DROVER_CHECK(!find_misfit(options.algorithm, *options.model), "the algorithm must fit the model");
  Choice choice = choose_algorithm(program, options);
  return build(choice.algorithm, std::move(choice.reason), program, options);
}

Plan make_plan(const Program& program, const ExplorerOptions& options) {
  Plan plan = make_divisible_plan(program, options);
  if (may_try_buffering(plan, program, options)) {
    return plan_noting_failures(std::move(plan), program, options);
  }
  const bool may_choose = options.algorithm == AlgorithmKind::Auto &&
                          plan.algorithm == AlgorithmKind::Spore &&
                          may_choose_values(program, options);
  if (!may_choose) return plan;
  std::optional<Shortcut> shortcut = choose_shortcut(measure(plan, options));
  if (!shortcut) return plan;
  Plan chosen = build(shortcut->algorithm, std::move(shortcut->reason), program, options);
  return shortcut->trial ? plan_trial(std::move(chosen), *shortcut->trial, std::move(plan), options)
                         : chosen;
}

}  // namespace drover
