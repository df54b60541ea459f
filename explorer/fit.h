#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "explorer/algorithms/interleave.h"
#include "explorer/explorer_options.h"

namespace drover {

// The one place that decides which algorithm goes with which model.

struct AlgorithmInfo {
  AlgorithmKind kind = AlgorithmKind::Auto;
  std::string_view name;
  std::string_view summary;
};

// All that can be asked for, `auto` first.
[[nodiscard]] std::span<const AlgorithmInfo> all_algorithms();
[[nodiscard]] std::optional<AlgorithmKind> find_algorithm(std::string_view name);
[[nodiscard]] std::string_view algorithm_name(AlgorithmKind kind);

// Why `algorithm` cannot run under `model`, in words for the user; nothing if it can.
[[nodiscard]] std::optional<std::string> why_unfit(AlgorithmKind algorithm,
                                                   const MemoryModel& model);

// Whether it may explore an execution more than once.
[[nodiscard]] constexpr bool may_repeat(AlgorithmKind algorithm) {
  return algorithm == AlgorithmKind::Rcmc;
}

struct AlgorithmChoice {
  AlgorithmKind kind = AlgorithmKind::Enumerate;
  std::string reason;
};
// What `auto` means under `model`.
[[nodiscard]] AlgorithmChoice choose_algorithm(const MemoryModel& model);

// The machine that `interleave` runs for `model`; nothing if there is none.
[[nodiscard]] std::optional<StoreBuffers> machine_of(const MemoryModel& model);

}  // namespace drover
