#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/compare/outcome.h"
#include "analysis/compare/outcome_search.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::compare {

// A graph that one model allows and another forbids, although both allow its outcome: the models
// differ only in coherence that no final value and no read shows.
struct HiddenDifference {
  shapes::Shape shape;
  shapes::ModeAssignment modes;
  ExecutionGraph graph;
  Violation reason;
};

struct ModelComparison : SearchedOutcomes {
  // The smallest difference that only the first model allows, and that only the second allows.
  std::array<std::optional<Difference>, 2> only;
  std::array<std::optional<HiddenDifference>, 2> hidden;  // set if `only` is empty
};

// Finds the smallest programs (events, then threads) that distinguish `first` from `second`, in
// both directions.
[[nodiscard]] ModelComparison compare_models(const MemoryModel& first, const MemoryModel& second,
                                             const shapes::SearchLimits& limits);

}  // namespace drover::compare
