#pragma once

#include <cstdint>
#include <functional>

#include "explorer/models/memory_model.h"

namespace drover::compare {

// Monotonicity of the graphs that a model forbids; searches through small programs rely on it.
struct ModelOrder {
  // Stronger modes only forbid (required by weakest_forbidden in mode_assignment.h).
  bool is_monotone = true;
  // If the accesses of one location alone, or the graph without a read that ends its thread, are
  // forbidden, the whole graph is (outcome_tables.h).
  bool is_restrictable = true;
  std::uint64_t graphs = 0;  // number of graphs checked
  bool is_whole = true;      // false: stopped early, neither property is known
};

// Checks `model` on all graphs of up to four events of communicating programs (enumerate_shapes.h);
// with all modes for graphs of three events and for two threads of two reads or writes each. Calls
// `may_go_on` before each graph.
[[nodiscard]] ModelOrder check_order(
    const MemoryModel& model, const std::function<bool()>& may_go_on = [] { return true; });

}  // namespace drover::compare
