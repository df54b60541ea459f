#pragma once

#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::incremental {

// For models without a checker of their own: knows nothing, and leaves every decision to the axioms
// (TrustOptions::judge).
template <std::size_t Words>
class AxiomChecker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  void on_add(const Graph& /*graph*/, Slot /*event*/) {}
  [[nodiscard]] static std::size_t lowest_rank(const Graph& /*graph*/, Slot /*event*/) { return 0; }
  static bool on_read(const Graph& /*graph*/, Slot /*read*/) { return true; }
  static bool on_place(const Graph& /*graph*/, Slot /*write*/) { return true; }
  [[nodiscard]] static Bits happens_before(const Graph& /*graph*/, Slot /*event*/) { return {}; }
  [[nodiscard]] static std::size_t mark() { return 0; }
  static void undo(std::size_t /*mark*/) {}
  static void copy_without(const AxiomChecker& /*other*/, const Bits& /*kept*/,
                           const Bits& /*deleted*/) {}
};

}  // namespace drover::incremental
