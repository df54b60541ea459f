#pragma once

// Estimates the number of executions without exploring them all.
//
// A work item is explored for a moment; its remaining work is divided into items again (search.h).
// So an exploration is a tree of items: the executions of an item are those found in that moment,
// and those of the items below it. A *sweep* goes down this tree level by level. If a level has too
// many items, it keeps some of them, at random, to represent the others: an item kept with
// probability p counts 1/p times as much. The expected count of a sweep is the number of
// executions, for every tree and every choice of probabilities. (A level of one item would be a
// random path [Knuth, 1975]; levels of many are known as stochastic enumeration [Rubinstein, 2013;
// Vaisman and Kroese, 2017], and see Chen, "Heuristic sampling", 1992.) Random paths miss the
// executions behind a few rare choices, and revisits are such choices. A level has hundreds of
// items: rare ones are among them, and their descendants crowd out the others on the next levels.
//
// The counts of sweeps are distributed like a product of many factors: a few are far too high, most
// are somewhat too low. So the intervals are those of a lognormal distribution. If sweeps differ so
// much that the interval is useless, there is no estimate.

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

// The reason that there is no estimate.
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

// Returns the reason after a stopped run.
[[nodiscard]] NoEstimate no_estimate_after(StopReason reason);

}  // namespace drover
