#pragma once

#include <cstdint>
#include <functional>

#include "explorer/models/memory_model.h"

namespace drover::compare {

// What searches through small programs would like to know about a model: in what order the graphs
// that it forbids are.
struct ModelOrder {
  // Stronger modes only ever forbid (what weakest_forbidden in mode_assignment.h needs).
  bool is_monotone = true;
  // What is forbidden with the accesses of one location only, or without a read that ends its
  // thread, is forbidden with all (outcome_tables.h).
  bool is_restrictable = true;
  std::uint64_t graphs = 0;  // that were asked about
  bool is_whole = true;      // false: it was stopped, and neither is known
};

// Asks `model` about all graphs of up to four events that programs that communicate have
// (enumerate_shapes.h); with all modes, where they have three events or are two threads of two
// reads or writes each. Asks before each graph whether it may go on.
[[nodiscard]] ModelOrder check_order(
    const MemoryModel& model, const std::function<bool()>& may_go_on = [] { return true; });

}  // namespace drover::compare
