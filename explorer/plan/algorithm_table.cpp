#include "explorer/plan/algorithm_table.h"

#include <algorithm>
#include <array>

namespace drover {

namespace {

Misfit misfit(const MemoryModel& model, AlgorithmNeed need) {
  return {.need = need, .model = std::string(model.name()), .is_builtin = model.is_builtin()};
}

std::optional<Misfit> need_if(bool is_missing, const MemoryModel& model, AlgorithmNeed need) {
  if (!is_missing) return std::nullopt;
  return misfit(model, need);
}

std::optional<Misfit> takes_all(const MemoryModel& /*model*/) { return std::nullopt; }

std::optional<Misfit> needs_machine(const MemoryModel& model) {
  return need_if(!has_machine(model.traits()), model, AlgorithmNeed::Machine);
}

std::optional<Misfit> needs_preconsistency(const MemoryModel& model) {
  return need_if(model.traits().preconsistency == Preconsistency::None, model,
                 AlgorithmNeed::Preconsistency);
}

std::optional<Misfit> needs_total_order(const MemoryModel& model) {
  return need_if(model.traits().access_order != AccessOrder::Total, model,
                 AlgorithmNeed::TotalAccessOrder);
}

// [SPORE] §3.2. Built-in models with a checker have the properties. For other models each must be
// proved, or at least not refuted (the plan says which).
std::optional<Misfit> needs_properties(const MemoryModel& model) {
  if (!model.has_coherence()) return misfit(model, AlgorithmNeed::CoherenceOrder);
  if (model.is_builtin()) {
    if (model.traits().checker != IncrementalChecker::None) return std::nullopt;
    // Other built-in models allow load buffering.
    Misfit found = misfit(model, AlgorithmNeed::Properties);
    found.missing = {ModelProperty::CausalAcyclicity};
    return found;
  }
  auto missing = model.missing_properties();
  if (!missing) return misfit(model, AlgorithmNeed::Audit);
  if (missing->empty()) return std::nullopt;
  Misfit found = misfit(model, AlgorithmNeed::Properties);
  found.missing = *std::move(missing);
  return found;
}

// See algorithms/buffering/buffering.h.
std::optional<Misfit> needs_dependency_order(const MemoryModel& model) {
  if (!model.has_coherence()) return misfit(model, AlgorithmNeed::CoherenceOrder);
  const ModelProofs& proofs = model.proofs();
  const bool is_proved = proofs.dependencies.acyclicity.is_proved && proofs.open_parts.is_proved;
  // With promises, a write may exist because of its own effects on others.
  const Candidates found =
      proofs.dependencies.promises_ways ? Candidates::SelfSupporting : Candidates::Supported;
  return need_if(!is_proved || model.candidates() != found || model.chooses_coherence(), model,
                 AlgorithmNeed::DependencyOrder);
}

constexpr std::array Algorithms{
    AlgorithmInfo{.kind = AlgorithmKind::Auto, .name = "auto", .find_misfit = takes_all},
    AlgorithmInfo{.kind = AlgorithmKind::Enumerate, .name = "enumerate", .find_misfit = takes_all},
    AlgorithmInfo{
        .kind = AlgorithmKind::Interleave, .name = "interleave", .find_misfit = needs_machine},
    AlgorithmInfo{.kind = AlgorithmKind::Spore,
                  .name = "spore",
                  .reductions = ReductionSet(
                      {Reduction::Plp, Reduction::Await, Reduction::Symmetry, Reduction::Helping}),
                  .find_misfit = needs_properties},
    AlgorithmInfo{
        .kind = AlgorithmKind::Buffering,
        .name = "lb",
        .reductions = ReductionSet({Reduction::Plp, Reduction::Await, Reduction::Symmetry}),
        .find_misfit = needs_dependency_order},
    AlgorithmInfo{.kind = AlgorithmKind::Rcmc,
                  .name = "rcmc",
                  .reductions = ReductionSet({Reduction::Plp}),
                  .repetition = Repetition::Possible,
                  .find_misfit = needs_preconsistency},
    AlgorithmInfo{.kind = AlgorithmKind::Dpor,
                  .name = "dpor",
                  .reductions = ReductionSet({Reduction::Plp, Reduction::Await, Reduction::Ifaa}),
                  .find_misfit = needs_total_order},
    AlgorithmInfo{.kind = AlgorithmKind::Rvf,
                  .name = "rvf",
                  .reductions = ReductionSet({Reduction::Plp, Reduction::Await}),
                  .find_misfit = needs_total_order},
};

}  // namespace

std::span<const AlgorithmInfo> all_algorithms() { return Algorithms; }

const AlgorithmInfo& algorithm_info(AlgorithmKind kind) {
  return *std::ranges::find(Algorithms, kind, &AlgorithmInfo::kind);
}

std::optional<AlgorithmKind> find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(Algorithms, name, &AlgorithmInfo::name);
  if (found == Algorithms.end()) return std::nullopt;
  return found->kind;
}

std::string_view algorithm_name(AlgorithmKind kind) { return algorithm_info(kind).name; }

namespace {

// True if it is known that `spore` takes the model, without a slow audit.
bool is_known_for_spore(const MemoryModel& model) {
  if (model.is_builtin()) return !needs_properties(model);
  return model.has_coherence() && std::ranges::all_of(SporeProperties, [&](ModelProperty each) {
           return model.proofs()[each].is_proved;
         });
}

// Returns the fastest algorithm known to take the model, other than `algorithm`, which does not.
AlgorithmKind other_than(AlgorithmKind algorithm, const MemoryModel& model) {
  if (algorithm != AlgorithmKind::Spore && is_known_for_spore(model)) return AlgorithmKind::Spore;
  for (const AlgorithmKind other : {AlgorithmKind::Buffering, AlgorithmKind::Rcmc}) {
    if (!algorithm_info(other).find_misfit(model)) return other;
  }
  return AlgorithmKind::Enumerate;
}

}  // namespace

std::optional<Misfit> find_misfit(AlgorithmKind algorithm, const MemoryModel& model) {
  std::optional<Misfit> found = algorithm_info(algorithm).find_misfit(model);
  if (!found) return found;
  found->algorithm = algorithm;
  found->instead = other_than(algorithm, model);
  return found;
}

}  // namespace drover
