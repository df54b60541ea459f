#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/plan/reduction.h"

namespace drover {

// Whether an algorithm may explore an execution more than once.
enum class Repetition : std::uint8_t { Never, Possible };

struct AlgorithmInfo {
  AlgorithmKind kind = AlgorithmKind::Auto;
  std::string_view name;
  ReductionSet reductions = ReductionSet::none();  // what it uses without being asked
  Repetition repetition = Repetition::Never;
  std::optional<Misfit> (*find_misfit)(const MemoryModel& model) = nullptr;
};

// All that can be asked for, `auto` first.
[[nodiscard]] std::span<const AlgorithmInfo> all_algorithms();
[[nodiscard]] const AlgorithmInfo& algorithm_info(AlgorithmKind kind);
[[nodiscard]] std::optional<AlgorithmKind> find_algorithm(std::string_view name);
[[nodiscard]] std::string_view algorithm_name(AlgorithmKind kind);

// Why `algorithm` cannot run under `model`; nothing if it can.
[[nodiscard]] std::optional<Misfit> find_misfit(AlgorithmKind algorithm, const MemoryModel& model);

}  // namespace drover
