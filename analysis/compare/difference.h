#pragma once

#include <optional>
#include <vector>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::compare {

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
