#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/shapes/candidate.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
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

// A program and an outcome that one model allows and another forbids.
struct Difference {
  shapes::Shape shape;
  shapes::ModeAssignment modes;
  Outcome outcome;
  ExecutionGraph witness;                 // the allowed graph
  std::vector<ExecutionGraph> forbidden;  // all graphs of the outcome in the other model
  // The violation in the first of `forbidden`; nothing if that graph is consistent but cannot end
  // in these values.
  std::optional<Violation> reason;
};

// Returns the difference for an outcome that `a` allows and `b` forbids with these modes. Its
// outcome keeps only the final values that `b` needs to forbid it.
[[nodiscard]] Difference make_difference(const shapes::Shape& shape,
                                         const shapes::EventLayout& layout, const Outcome& outcome,
                                         const shapes::ModeAssignment& modes, const MemoryModel& a,
                                         const MemoryModel& b);

}  // namespace drover::compare
