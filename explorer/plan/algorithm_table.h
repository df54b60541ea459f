#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/plan/reduction.h"

namespace drover {

// Possible: the algorithm may explore an execution more than once.
enum class Repetition : std::uint8_t { Never, Possible };

struct AlgorithmInfo {
  AlgorithmKind kind = AlgorithmKind::Auto;
  std::string_view name;
  ReductionSet reductions = ReductionSet::none();  // the reductions used by default
  Repetition repetition = Repetition::Never;
  std::optional<Misfit> (*find_misfit)(const MemoryModel& model) = nullptr;
};

// Returns all selectable algorithms, `auto` first.
[[nodiscard]] std::span<const AlgorithmInfo> all_algorithms();
[[nodiscard]] const AlgorithmInfo& algorithm_info(AlgorithmKind kind);
[[nodiscard]] std::optional<AlgorithmKind> find_algorithm(std::string_view name);
[[nodiscard]] std::string_view algorithm_name(AlgorithmKind kind);

// Returns the reason that `algorithm` cannot run under `model`; empty if it can.
[[nodiscard]] std::optional<Misfit> find_misfit(AlgorithmKind algorithm, const MemoryModel& model);

}  // namespace drover
