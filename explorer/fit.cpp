#include "explorer/fit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/run/run_dpor.h"
#include "explorer/run/run_rcmc.h"
#include "explorer/run/run_trust.h"
#include "explorer/value_promise.h"
#include "semantics/automaton/liveness.h"
#include "semantics/passes/await_pass.h"
#include "support/format.h"

namespace drover {

namespace {

constexpr std::array Algorithms{
    AlgorithmInfo{AlgorithmKind::Auto, "auto", "picks one of the others and says why"},
    AlgorithmInfo{AlgorithmKind::Enumerate, "enumerate",
                  "every reads-from and coherence, filtered by the axioms (reference)"},
    AlgorithmInfo{AlgorithmKind::Interleave, "interleave",
                  "every run of an operational machine; sc, tso, pso (reference)"},
    AlgorithmInfo{AlgorithmKind::Spore, "spore",
                  "each graph exactly once, without storing any; all models but wrc11"},
    AlgorithmInfo{AlgorithmKind::Rcmc, "rcmc",
                  "graphs with revisitable reads; some may come up again; rc11, wrc11"},
    AlgorithmInfo{AlgorithmKind::Dpor, "dpor",
                  "one interleaving of each happens-before, without storing any; sc"},
    AlgorithmInfo{AlgorithmKind::Rvf, "rvf",
                  "executions that differ in the values read, not in who wrote them; sc"},
};

bool has_help_calls(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      const auto* call = std::get_if<CallMarker>(&instruction.body);
      return call != nullptr && !call->is_main;
    });
  });
}

std::optional<std::string> why_no_helping(const MemoryModel& model) {
  if (model.traits().helping == Helping::Sound) return std::nullopt;
  return "`help` calls run like ordinary calls: under pso the order of the owner's writes is not "
         "what a helper sees";
}

// What an algorithm does without being asked.
bool takes(AlgorithmKind algorithm, Reduction reduction) {
  switch (reduction) {
    case Reduction::Plp:
      return algorithm == AlgorithmKind::Spore || algorithm == AlgorithmKind::Rcmc ||
             algorithm == AlgorithmKind::Dpor || algorithm == AlgorithmKind::Rvf;
    case Reduction::Await:
      return algorithm == AlgorithmKind::Spore || algorithm == AlgorithmKind::Dpor ||
             algorithm == AlgorithmKind::Rvf;
    case Reduction::Symmetry:
    case Reduction::Helping: return algorithm == AlgorithmKind::Spore;
    case Reduction::Ifaa: return algorithm == AlgorithmKind::Dpor;
  }
  return false;
}

bool has_allocations(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      return std::holds_alternative<Allocate>(instruction.body);
    });
  });
}

// Whether two accesses to the heap are ordered may depend on which addition came first.
void plan_additions(const Program& program, ReductionPlan& plan) {
  if (!has_commuting(program)) return;
  if (has_allocations(program)) {
    plan.remarks.emplace_back(
        "additions are not taken to commute (ifaa): which comes first may decide whether memory "
        "is used in time");
    return;
  }
  plan.additions = dpor::Additions::Commute;
  plan.used.insert(Reduction::Ifaa);
}

// Whether `auto` may explore by values. Who turns a reduction off, or lets duplicates be counted,
// counts executions; who looks at final states one by one does, too. With annotated calls `spore`
// has less to explore; with a heap `rvf` has more to look for.
bool may_choose_values(const Program& program, const ExplorerOptions& options) {
  if (why_unfit(AlgorithmKind::Rvf, *options.model)) return false;
  const bool has_all = std::ranges::all_of(
      AllReductions, [&](Reduction reduction) { return options.reductions.contains(reduction); });
  return has_all && options.duplicates == DuplicatePolicy::Ignore && !options.on_final_state &&
         !has_help_calls(program) && !has_allocations(program);
}

// 16384, 3.6 million, 2.1e+12.
std::string about(double number) {
  if (number < 1e6) return format("{}", static_cast<std::uint64_t>(std::round(number)));
  if (number < 1e9) return format("{:.1f} million", number / 1e6);
  return format("{:.1e}", number);
}

std::string reason_of(const ValuePromise& promise) {
  std::string where;
  if (promise.writers > 1) {
    where = format(" ({} threads write `{}`, {})", promise.writers, promise.location,
                   promise.values == 1 ? "all of them the same value"
                                       : format("{} different values", promise.values));
  }
  return format(
      "many writes write few values{}: about {} executions differ in who writes and reads when, "
      "about {} in the values read",
      where, about(promise.executions), about(promise.value_paths));
}

// More executions than that, and `rvf` takes as long as the other algorithm would; and no more than
// are found within seconds, since the promise may be wrong.
std::uint64_t trial_of(const ValuePromise& promise) {
  constexpr double MaxTrial = 100'000;
  return static_cast<std::uint64_t>(std::min(promise.executions / 200, MaxTrial));
}

// [SPORE] §3.2: of other models than the built-in ones it is not known that they have what the
// algorithm needs.
std::optional<std::string> why_not_spore(const MemoryModel& model) {
  if (!model.has_coherence()) {
    return format(
        "algorithm `spore` relies on a total coherence order, which model `{}` does not have: use "
        "`--algo enumerate`",
        model.name());
  }
  const auto missing = model.missing_properties();
  if (!missing) {
    return format(
        "algorithm `spore` needs to know what model `{}` guarantees, and nobody has audited it: "
        "use "
        "`--algo enumerate`",
        model.name());
  }
  if (missing->empty()) return std::nullopt;
  std::string names;
  for (const ModelProperty property : *missing) {
    names += format("{}{}", names.empty() ? "" : ", ", property_name(property));
  }
  return format(
      "algorithm `spore` needs what model `{}` does not have: {} (`drover models audit {}` shows "
      "why): use `--algo enumerate`",
      model.name(), names, model.name());
}

}  // namespace

std::span<const AlgorithmInfo> all_algorithms() { return Algorithms; }

std::optional<AlgorithmKind> find_algorithm(std::string_view name) {
  const auto found =
      std::ranges::find_if(Algorithms, [&](const auto& info) { return info.name == name; });
  if (found == Algorithms.end()) return std::nullopt;
  return found->kind;
}

std::string_view algorithm_name(AlgorithmKind kind) {
  return std::ranges::find_if(Algorithms, [&](const auto& info) { return info.kind == kind; })
      ->name;
}

std::optional<reference::StoreBuffers> machine_of(const MemoryModel& model) {
  return model.traits().machine;
}

std::optional<std::string> why_unfit(AlgorithmKind algorithm, const MemoryModel& model) {
  if (algorithm == AlgorithmKind::Spore && !model.is_builtin()) return why_not_spore(model);
  if (algorithm == AlgorithmKind::Spore && !has_trust(model)) {
    return format(
        "algorithm `spore` relies on a total coherence order, which model `{}` does not have: use "
        "`--algo rcmc` or `--algo enumerate`, or another model",
        model.name());
  }
  if (algorithm == AlgorithmKind::Rcmc && !has_rcmc(model)) {
    return format(
        "algorithm `rcmc` is for models rc11 and wrc11, not for `{}`: use `--algo spore`, or one "
        "of these models",
        model.name());
  }
  if (algorithm == AlgorithmKind::Dpor && !has_dpor(model)) {
    return format(
        "algorithm `dpor` reorders interleavings of a machine without store buffers, which is "
        "model sc, not `{}`: use `--algo spore`, or `-m sc`",
        model.name());
  }
  if (algorithm == AlgorithmKind::Rvf && model.traits().access_order != AccessOrder::Total) {
    return format(
        "algorithm `rvf` decides by values whether all accesses have one order, which is what "
        "model sc means and `{}` does not: use `--model sc`, or `--algo spore`",
        model.name());
  }
  if (algorithm != AlgorithmKind::Interleave || machine_of(model)) return std::nullopt;
  return format(
      "algorithm `interleave` runs an operational machine, and there is none for model `{}`: "
      "use `--algo enumerate`, or one of the models sc, tso, pso",
      model.name());
}

trust::CausalCycles causal_cycles_of(const MemoryModel& model) {
  return model.traits().causal_cycles;
}

ReductionPlan plan_reductions(const Program& program, AlgorithmKind algorithm,
                              const MemoryModel& model, ReductionSet allowed,
                              ReductionSet asked_for) {
  ReductionPlan plan;
  plan.program = program;
  // Of models that are not built in, nobody has proven that a thread may be stopped in a loop that
  // changes nothing, or that helping is as good as doing.
  const auto may_use = [&](Reduction reduction) {
    const bool is_taken = model.is_builtin() && takes(algorithm, reduction);
    return allowed.contains(reduction) && (is_taken || asked_for.contains(reduction));
  };
  if (may_use(Reduction::Plp)) {
    passes::PurityElimination elimination = passes::eliminate_pure_iterations(program);
    plan.pure_loops = std::move(elimination.loops);
    plan.program = std::move(elimination.program);
    if (!plan.pure_loops.empty()) {
      plan.spinning = plan.program;
      plan.used.insert(Reduction::Plp);
    }
  }
  if (may_use(Reduction::Await) && passes::has_awaits(plan.program)) {
    passes::AwaitPass pass = passes::insert_awaits(plan.program);
    plan.program = std::move(pass.program);
    plan.origins = std::move(pass.origins);
    plan.failed_awaits = trust::FailedAwaits::Leave;
    plan.used.insert(Reduction::Await);
  }
  if (takes(algorithm, Reduction::Ifaa) && may_use(Reduction::Ifaa)) {
    plan_additions(plan.program, plan);
  }
  if (algorithm != AlgorithmKind::Spore) return plan;
  if (allowed.contains(Reduction::Symmetry))
    plan.symmetric = passes::find_symmetric_threads(program);
  if (!plan.symmetric.empty()) plan.used.insert(Reduction::Symmetry);
  if (model.is_builtin() && allowed.contains(Reduction::Helping) && has_help_calls(program)) {
    if (const auto reason = why_no_helping(model)) {
      plan.remarks.push_back(*reason);
    } else {
      plan.help_calls = HelpCalls::MarkOnly;
      plan.used.insert(Reduction::Helping);
    }
  }
  return plan;
}

AlgorithmChoice choose_algorithm(const MemoryModel& model) {
  if (has_trust(model)) {
    return {AlgorithmKind::Spore, "the fastest: it explores each execution exactly once",
            std::nullopt};
  }
  if (has_rcmc(model)) {
    return {AlgorithmKind::Rcmc,
            format("the fastest for {}, which has no coherence order", model.name()), std::nullopt};
  }
  return {AlgorithmKind::Enumerate, format("it takes every model, {} too", model.name()),
          std::nullopt};
}

AlgorithmChoice choose_algorithm(const Program& program, const ExplorerOptions& options) {
  if (may_choose_values(program, options)) {
    const ReductionPlan plan =
        plan_reductions(program, AlgorithmKind::Spore, *options.model, options.reductions);
    if (const auto promise = promise_of_values(plan.program, options.unfold, plan.symmetric)) {
      return {AlgorithmKind::Rvf, reason_of(*promise), trial_of(*promise)};
    }
  }
  return choose_algorithm(*options.model);
}

}  // namespace drover
