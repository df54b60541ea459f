#pragma once

// Estimates the number of executions without exploring them all.
//
// A *sweep* goes down the tree of work items level by level, and keeps a random sample of each
// level to represent the others: docs/proofs.md, Estimates.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

struct SizeOptions {
  std::uint64_t seed = 1;
  std::uint64_t parts = 100'000;  // number of parts to explore, about ten microseconds each
};

struct SizeEstimate {
  Estimate executions;  // complete ones
  Estimate others;      // incomplete ones
  Estimate all;         // of both kinds
};

enum class NoEstimate : std::uint8_t {
  Indivisible,     // the algorithm cannot divide its work
  OtherAlgorithm,  // the program uses another algorithm, which cannot divide its work
  TooDeep,         // the tree has too many levels for so few parts
  TooUneven,       // sweeps differ too much
  Overtaken,       // more were explored than estimated
  TimeIsOver,
  Interrupted,
  AtMemoryLimit
};

// Deterministic for a seed, on every machine, unless ExplorerOptions::max_seconds is too short for
// that many parts.
[[nodiscard]] std::variant<SizeEstimate, NoEstimate> estimate_size(const Program& program,
                                                                   const ExplorerOptions& options,
                                                                   const SizeOptions& how);

[[nodiscard]] NoEstimate no_estimate_after(StopReason reason);

}  // namespace drover
