#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/algorithms/dpor/dpor_options.h"
#include "explorer/algorithms/reference/interleave.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/explorer_options.h"
#include "explorer/reduction.h"
#include "semantics/passes/purity/eliminate.h"

namespace drover {

// The one place that decides which algorithm, model, reduction and program go together.

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
  // The choice was wrong if there are more executions than so many.
  std::optional<std::uint64_t> trial;
};
// What `auto` means under `model`, for any program.
[[nodiscard]] AlgorithmChoice choose_algorithm(const MemoryModel& model);
// What it means for this program and what is asked about it.
[[nodiscard]] AlgorithmChoice choose_algorithm(const Program& program,
                                               const ExplorerOptions& options);

// What a run does to explore less.
struct ReductionPlan {
  ReductionSet used = ReductionSet::none();  // those that change what is explored
  std::vector<passes::SymmetricThreads> symmetric;
  HelpCalls help_calls = HelpCalls::Run;
  trust::FailedAwaits failed_awaits = trust::FailedAwaits::Stay;
  dpor::Additions additions = dpor::Additions::Conflict;
  Program spinning;  // after plp alone; only if that did something
  std::vector<std::vector<InstructionIndex>> origins;  // of `program` in `spinning`, if awaits came
  Program program;                                     // after the passes
  std::vector<passes::EliminatedLoop> pure_loops;      // by plp
  std::vector<std::string> remarks;  // on reductions that the program asks for but cannot have
};
// Those of `allowed` that are sound here and that the program gives a reason for. The
// references take only what is asked of them by name.
[[nodiscard]] ReductionPlan plan_reductions(const Program& program, AlgorithmKind algorithm,
                                            const MemoryModel& model, ReductionSet allowed,
                                            ReductionSet asked_for = ReductionSet::none());

// Whether executions of `model` may have cycles in po ∪ rf ∪ co.
[[nodiscard]] trust::CausalCycles causal_cycles_of(const MemoryModel& model);

// The machine that `interleave` runs for `model`; nothing if there is none.
[[nodiscard]] std::optional<reference::StoreBuffers> machine_of(const MemoryModel& model);

}  // namespace drover
