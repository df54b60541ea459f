#pragma once

#include <cstdint>
#include <vector>

#include "explorer/algorithms/giving_up_options.h"
#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/models/model_traits.h"
#include "semantics/passes/symmetry.h"

namespace drover::trust {

using drover::CausalCycles;
using drover::GivenUpHelp;
using drover::GivingUp;

// An await that a write would revisit without satisfying it stays and waits, or leaves the graph
// until it can go on.
enum class FailedAwaits : std::uint8_t { Stay, Leave };

// Graphs that get no further write and end stale (no_more_writes.h) are explored or dropped. Only
// if reads give up.
enum class OverGraphs : std::uint8_t { Explored, Dropped };

// Comparison of every verdict of the model's incremental checker with its axioms.
enum class Comparison : std::uint8_t { None, WithAxioms };

struct TrustOptions {
  std::vector<passes::SymmetricThreads> symmetric = {};  // none: TruSt
  // Symmetry is complete only if no execution has a causal cycle ([SPORE] Theorem 3.8); if cycles
  // are possible, every execution is checked for them.
  CausalCycles causal_cycles = CausalCycles::Possible;
  FailedAwaits failed_awaits = FailedAwaits::Leave;
  GivingUp giving_up = GivingUp::Stays;              // only if failed awaits leave
  std::vector<std::vector<bool>> atomic_cells = {};  // AtomicObjects::atomic_cells, if reads leave
  GivenUpHelp given_up_help = GivenUpHelp::Stays;    // only if reads of this kind leave
  AnnotationRule annotation_rule = AnnotationRule::Causal;
  OverGraphs over_graphs = OverGraphs::Explored;
  Comparison comparison = Comparison::None;
  DependencyPart dependencies = DependencyPart::LeftOut;  // of the reported graphs
};

}  // namespace drover::trust
