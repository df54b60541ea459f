#pragma once

#include <cstdint>
#include <span>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "support/json.h"

namespace drover::report {

// Whether the coherence order of a graph means something: it does not under models without it.
enum class CoherenceIs : std::uint8_t { Meant, Arbitrary };

// An address is printed by its name: its number means nothing to a reader.
[[nodiscard]] Json value_json(Value value, const GraphNames& names);

// An execution: its events by their numbers, po and co as lists, rf as pairs, and the order in
// which print_text shows the events.
[[nodiscard]] Json execution_json(const ExecutionGraph& graph, const GraphNames& names,
                                  std::span<const EventRemark> remarks, CoherenceIs coherence);

}  // namespace drover::report
