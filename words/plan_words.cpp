#include "words/plan_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/plan/algorithm_table.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"

namespace drover::words {

namespace {

// Returns 16384, 3.6 million, 2.1e+12.
std::string about(double number) {
  if (number < 1e6) return format("{}", static_cast<std::uint64_t>(std::round(number)));
  if (number < 1e9) return format("{:.1f} million", number / 1e6);
  return format("{:.1e}", number);
}

std::string promise_text(const ValuePromise& promise) {
  std::string where;
  if (promise.writers > 1) {
    where = format(" ({} threads write `{}`, {})", promise.writers, promise.location,
                   promise.values == 1 ? "all of them the same value"
                                       : format("{} different values", promise.values));
  }
  return format(
      "many writes write few values{}: there are about {} executions, and about {} combinations of "
      "the values that are read",
      where, about(promise.executions), about(promise.value_paths));
}

std::string obstacle_text(BufferingObstacle obstacle) {
  switch (obstacle) {
    case BufferingObstacle::ApartHalves:
      return "the load and the store of a read-modify-write are apart";
    case BufferingObstacle::LocatedFences: return "a fence has an address";
    case BufferingObstacle::Parts: return "accesses of different sizes overlap";
    case BufferingObstacle::Choices: return "it has choices";
    case BufferingObstacle::Drops: return "it may start executions that the machine cannot perform";
    case BufferingObstacle::ScopedBranches:
      return "the dependency on a branch ends before the thread does";
    case BufferingObstacle::AnnotatedCalls: return "a call is annotated";
    case BufferingObstacle::ComputedSize: return "the size of an allocation is computed";
    case BufferingObstacle::MayFail: return "computing a value from what was read may fail";
    case BufferingObstacle::Fails:
      return "computing a value from what was read may fail, and did when `lb` was tried";
    case BufferingObstacle::SpawnsUnproved:
      return "it spawns threads, and what `lb` relies on is proved without";
    case BufferingObstacle::ApartLocks: return "a lock has halves that the model does not order";
    case BufferingObstacle::ExpectsRead:
      return "a compare-and-swap expects what was read, and nothing orders that read before what "
             "is behind";
    case BufferingObstacle::Waits:
      return "it assumes, asserts, or waits with an exchange that does not acquire, or that "
             "compares with what was read, and branches hold back only some events";
    case BufferingObstacle::Spawns:
      return "it spawns threads, and branches hold back only some events";
    case BufferingObstacle::PickedValues:
      return "a machine picks a value, and branches hold back only some events";
    case BufferingObstacle::EndlessBranches:
      return "a loop without accesses branches on what was read";
    case BufferingObstacle::ManyBranches: return "a thread has too many branches on what was read";
    case BufferingObstacle::WriteBehindRead:
      return "a write is behind an access whose address was read, and nothing orders that read "
             "before it";
    case BufferingObstacle::UnorderedAccesses:
      return "an access is plain, or of a location with plain accesses, and the model does not "
             "order what depends on it";
  }
  return "";
}

std::string reason_text(const ChoiceReason& reason) {
  return std::visit(
      overloaded{
          [](const ExploresEachOnce&) -> std::string {
            return "the fastest: it explores each execution exactly once";
          },
          [](const NeedsNoCoherence& r) {
            return format("the fastest for {}, which has no coherence order", r.model);
          },
          [](const TakesEveryProgram&) {
            return std::string(
                "it supports choices, and exclusive accesses whose halves are apart");
          },
          [](const ProvedOfModel& r) {
            return format(
                "the fastest: it explores each execution exactly once, and what it relies on is "
                "proved for {}",
                r.model);
          },
          [](const OrdersDependencies& r) {
            return format(
                "the fastest that supports load buffering: it explores each execution exactly "
                "once; "
                "it is proved that {} has no cycle of dependencies and rf",
                r.model);
          },
          [](const BeyondBuffering& r) {
            return format("`lb` does not take this program: {}", obstacle_text(r.obstacle));
          },
          [](const TakesEveryModel& r) {
            return format("it supports every model, {} too", r.model);
          },
          [](const ValuePromise& promise) { return promise_text(promise); },
          [](const FewerOrders& r) {
            return format(
                "additions whose results are not used commute: judging by {} executions, it "
                "explores "
                "about {:.2g} times as many as `spore`",
                r.looks, r.share);
          },
          [](const FewerValues& r) {
            return format(
                "many executions read the same values: of {} that were looked at, {} differ in the "
                "values read and the order of the reads",
                r.looks, r.classes);
          }},
      reason);
}

std::string names_of(const std::vector<ModelProperty>& properties) {
  return joined(properties, ", ", property_name);
}

std::string total_order_text(const Misfit& misfit) {
  if (misfit.algorithm == AlgorithmKind::Dpor) {
    return format(
        "algorithm `dpor` reorders interleavings of a machine without store buffers, which is "
        "model sc, not `{}`: use `--algo {}`, or `-m sc`",
        misfit.model, algorithm_name(misfit.instead));
  }
  return format(
      "algorithm `{}` decides by values whether all accesses have one order, which is what "
      "model sc means and `{}` does not: use `--model sc`, or `--algo {}`",
      algorithm_name(misfit.algorithm), misfit.model, algorithm_name(misfit.instead));
}

}  // namespace

std::string misfit_text(const Misfit& misfit) {
  const std::string_view algorithm = algorithm_name(misfit.algorithm);
  const std::string_view instead = algorithm_name(misfit.instead);
  switch (misfit.need) {
    case AlgorithmNeed::CoherenceOrder:
      return format(
          "algorithm `{}` relies on a total coherence order, which model `{}` does not have: use "
          "{}",
          algorithm, misfit.model,
          misfit.is_builtin ? "`--algo rcmc` or `--algo enumerate`, or another model"
                            : "`--algo enumerate`");
    case AlgorithmNeed::Audit:
      return format(
          "algorithm `{}` needs to know what model `{}` guarantees, and it has not been audited: "
          "use `--algo {}`",
          algorithm, misfit.model, instead);
    case AlgorithmNeed::Properties:
      return format(
          "algorithm `{}` needs what model `{}` does not have: {}{}: use `--algo {}`", algorithm,
          misfit.model, names_of(misfit.missing),
          misfit.is_builtin ? "" : format(" (`drover models audit {}` shows why)", misfit.model),
          instead);
    case AlgorithmNeed::Preconsistency:
      return format(
          "algorithm `{}` is for models rc11 and wrc11, not for `{}`: use `--algo {}`, or one of "
          "these models",
          algorithm, misfit.model, instead);
    case AlgorithmNeed::TotalAccessOrder: return total_order_text(misfit);
    case AlgorithmNeed::DependencyOrder:
      return format(
          "algorithm `{}` needs a model for which it is proved that dependencies and rf have no "
          "cycle and that parts of an execution are consistent, and for `{}` it is not: use "
          "`--algo {}`",
          algorithm, misfit.model, instead);
    case AlgorithmNeed::Machine:
      // The text recommends another reference algorithm.
      return format(
          "algorithm `{}` runs an operational machine, and there is none for model `{}`: "
          "use `--algo enumerate`, or one of the models sc, tso, pso, aarch64, riscv",
          algorithm, misfit.model);
  }
  return "";
}

std::string machine_refusal_words(const Refusal& refusal) {
  return format("algorithm `{}` does not take this program under {}: {}; `--algo auto` does",
                algorithm_name(refusal.algorithm), refusal.model,
                obstacle_text(refusal.obstacle.kind));
}

std::string refusal_text(const Refusal& refusal) {
  if (refusal.algorithm != AlgorithmKind::Auto) {
    return format("error: {}\n", machine_refusal_words(refusal));
  }
  return format(
      "error: no algorithm explores this program under {}: {}\n"
      "hint: `--algo enumerate` tries all candidates, which ends soon for a dozen events\n",
      refusal.model, obstacle_text(refusal.obstacle.kind));
}

std::string choice_text(const AlgorithmReason& reason) {
  std::string text = reason_text(reason.reason);
  if (const auto& trial = reason.failed_trial) {
    text += format("; `{}` was given up after {} executions, too many for what it takes",
                   algorithm_name(trial->algorithm), trial->executions);
  }
  return text;
}

std::string remark_text(const PlanRemark& remark) {
  switch (remark.obstacle) {
    case ReductionObstacle::HelpingUnsound:
      return format(
          "`help` calls run like ordinary calls: under {} the order of the owner's writes is not "
          "what a helper sees",
          remark.model);
    case ReductionObstacle::AdditionsOrderHeap:
      return "additions are not taken to commute (ifaa): their order may decide whether memory is "
             "allocated when it is used";
    case ReductionObstacle::PlacementMatters:
      return "threads with the same code are not taken as symmetric: what they do, or a condition, "
             "depends on which thread allocated what (an order or a sum of addresses)";
    case ReductionObstacle::HelpingUnproved:
      return format(
          "`help` calls run like ordinary calls: it is not proved for {} that they may be left out",
          remark.model);
    case ReductionObstacle::LoopsUnproved:
      return format(
          "iterations that change nothing are explored, or reads that violate an assumption are "
          "explored one by one: it is not proved for {} that they may be left out",
          remark.model);
    case ReductionObstacle::OnlyTried:
      return format(
          "this relies on properties of {} that were tried on small graphs but are not proved: {}; "
          "`--algo enumerate` does not rely on them",
          remark.model, names_of(remark.tried));
    case ReductionObstacle::HelpInDoubt:
      return "threads that give up after a `help` call are explored one by one, and threads with "
             "the same code are not taken as symmetric: a `help` call was seen that may be wrongly "
             "annotated";
    case ReductionObstacle::ThreadsMisused:
      return "threads with the same code are not taken as symmetric: a thread is joined twice";
    case ReductionObstacle::CausalCycle:
      return "threads with the same code are not taken as symmetric: an execution has a cycle in "
             "po, "
             "rf and co";
  }
  return "";
}

namespace {

// Returns the effect of leaving a reduction out.
std::string_view unreduced_text(Reduction reduction) {
  switch (reduction) {
    case Reduction::Plp: return "iterations of loops that change nothing are explored";
    case Reduction::Await: return "reads that violate an assumption are explored one by one";
    case Reduction::Ifaa: return "all orders of additions are explored";
    case Reduction::Symmetry: return "all orders of threads with the same code are explored";
    case Reduction::Helping: return "`help` calls run like ordinary calls";
  }
  return "";
}

}  // namespace

std::string reduction_text(const ReductionUse& use, std::string_view algorithm) {
  const std::string_view name = reduction_name(use.reduction);
  const std::string_view instead = unreduced_text(use.reduction);
  switch (use.state) {
    case ReductionState::On: return format("reduction {}: on", name);
    case ReductionState::TurnedOff: return format("reduction {}: turned off", name);
    case ReductionState::NothingToReduce:
      return format("reduction {}: nothing to reduce in this program", name);
    case ReductionState::NotOfAlgorithm:
      return format("reduction {}: off, {}: `{}` does not have it", name, instead, algorithm);
    case ReductionState::Unproved:
      return format("reduction {}: off, {}: it is not proved that the dependencies of {} allow it",
                    name, instead, use.model);
  }
  return "";
}

namespace {

struct PropertyWords {
  ModelProperty property;
  std::string_view statement;
  std::string_view source;
};
constexpr std::array Properties{
    PropertyWords{ModelProperty::CausalAcyclicity, "consistent graphs have no cycle in po | rf",
                  "[SPORE] App. E.2, Axiom 1"},
    PropertyWords{ModelProperty::PrefixClosedness,
                  "every po | rf prefix of a consistent graph is consistent",
                  "[SPORE] App. E.2, Axiom 2"},
    PropertyWords{ModelProperty::Extensibility,
                  "a consistent graph stays consistent when the next event of a thread is added "
                  "maximally: a read of the last write, a write after the last",
                  "[SPORE] App. E.2, Axiom 3"},
    PropertyWords{ModelProperty::Atomicity,
                  "no write comes between the two halves of a read-modify-write",
                  "[SPORE] §3.2; [RCMC] §3.2.3"},
    PropertyWords{ModelProperty::Coherence,
                  "per location, consistent graphs have no cycle in po | rf | co | fr",
                  "Alglave, Maranget and Tautschnig, TOPLAS'14"},
    PropertyWords{ModelProperty::ReadRemoval,
                  "a consistent graph stays consistent without a read or a fence",
                  "[Godot] Theorem 1"},
};
static_assert(Properties.size() == AllModelProperties.size());

const PropertyWords& words_for(ModelProperty property) {
  return *std::ranges::find(Properties, property, &PropertyWords::property);
}

}  // namespace

std::string_view property_statement(ModelProperty property) {
  return words_for(property).statement;
}
std::string_view property_source(ModelProperty property) { return words_for(property).source; }

}  // namespace drover::words
