#pragma once

#include <cstdint>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/algorithms/trust/giving_up.h"
#include "explorer/models/model_traits.h"
#include "semantics/passes/symmetry.h"

namespace drover::trust {

using drover::CausalCycles;

// What becomes of an await that a write would revisit without satisfying it: it is kept,
// and waits where it is, or leaves the graph until it can go on.
enum class FailedAwaits : std::uint8_t { Stay, Leave };

// Whether graphs are dropped to which nobody adds a write any more, and that end stale
// (no_more_writes.h). Only where reads give up.
enum class OverGraphs : std::uint8_t { Explored, Dropped };

// Whether every verdict of the model's incremental checker is compared with its axioms.
enum class Comparison : std::uint8_t { None, WithAxioms };

struct TrustOptions {
  std::vector<passes::SymmetricThreads> symmetric = {};  // none: TruSt
  // Symmetry is complete only where no execution has such a cycle ([SPORE] Theorem 3.8):
  // where they are possible, executions are looked through for them.
  CausalCycles causal_cycles = CausalCycles::Possible;
  FailedAwaits failed_awaits = FailedAwaits::Leave;
  GivingUp giving_up = GivingUp::Stays;              // only where failed awaits leave
  std::vector<std::vector<bool>> atomic_cells = {};  // AtomicObjects::atomic_cells, if that leaves
  GivenUpHelp given_up_help = GivenUpHelp::Stays;    // only where reads of the kind leave
  AnnotationRule annotation_rule = AnnotationRule::Causal;
  OverGraphs over_graphs = OverGraphs::Explored;
  Comparison comparison = Comparison::None;
  DependencyPart dependencies = DependencyPart::LeftOut;  // of the graphs that are reported
};

}  // namespace drover::trust
