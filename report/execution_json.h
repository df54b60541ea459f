#pragma once

#include <cstdint>
#include <span>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "support/json.h"

namespace drover::report {

// Whether a graph's coherence order is meaningful: not under models without coherence.
enum class CoherenceIs : std::uint8_t { Meant, Arbitrary };

// Prints an address by its name: its number is meaningless to readers.
[[nodiscard]] Json value_json(Value value, const GraphNames& names);

// Returns an execution: its events by number, po and co as lists, rf as pairs, and the order in
// which print_text shows the events.
[[nodiscard]] Json execution_json(const ExecutionGraph& graph, const GraphNames& names,
                                  std::span<const EventRemark> remarks, CoherenceIs coherence);

}  // namespace drover::report
