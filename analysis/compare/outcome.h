#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/shapes/candidate.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::compare {

// The observable part of an execution of a shape: the source of each read (each write has a unique
// value) and the last write of each location. Several graphs share an outcome if a location has
// more than two ordered writes, or the model has no coherence.
struct Outcome {
  std::vector<std::uint8_t> reads_from;   // as in Candidate
  std::vector<std::uint8_t> last_writes;  // by location; Candidate::Initial: none
  std::vector<bool> is_last_free;         // by location: any write may be last; empty: none
};

// Returns a graph with this outcome that `model` allows.
[[nodiscard]] std::optional<ExecutionGraph> find_witness(const MemoryModel& model,
                                                         const shapes::EventLayout& layout,
                                                         const shapes::ModeAssignment& modes,
                                                         const Outcome& outcome);
[[nodiscard]] bool is_reached(const MemoryModel& model, const shapes::EventLayout& layout,
                              const shapes::ModeAssignment& modes, const Outcome& outcome);

// Returns every graph with this outcome that `model` could allow.
[[nodiscard]] std::vector<ExecutionGraph> graphs_of(const MemoryModel& model,
                                                    const shapes::EventLayout& layout,
                                                    const shapes::ModeAssignment& modes,
                                                    const Outcome& outcome);

}  // namespace drover::compare
