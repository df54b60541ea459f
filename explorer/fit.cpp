#include "explorer/fit.h"

#include <algorithm>
#include <array>

#include "explorer/run_rcmc.h"
#include "explorer/run_trust.h"
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
};

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

std::optional<StoreBuffers> machine_of(const MemoryModel& model) {
  if (model.name() == "sc") return StoreBuffers::None;
  if (model.name() == "tso") return StoreBuffers::Fifo;
  if (model.name() == "pso") return StoreBuffers::PerLocation;
  return std::nullopt;
}

std::optional<std::string> why_unfit(AlgorithmKind algorithm, const MemoryModel& model) {
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
  if (algorithm != AlgorithmKind::Interleave || machine_of(model)) return std::nullopt;
  return format(
      "algorithm `interleave` runs an operational machine, and there is none for model `{}`: "
      "use `--algo enumerate`, or one of the models sc, tso, pso",
      model.name());
}

AlgorithmChoice choose_algorithm(const MemoryModel& model) {
  if (has_trust(model)) {
    return {AlgorithmKind::Spore, "the fastest: it explores each execution exactly once"};
  }
  if (has_rcmc(model)) {
    return {AlgorithmKind::Rcmc,
            format("the fastest for {}, which has no coherence order", model.name())};
  }
  return {AlgorithmKind::Enumerate, format("the only one for {}", model.name())};
}

}  // namespace drover
