#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/compare/difference.h"
#include "analysis/compare/outcome_search.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::compare {

// A graph that one model allows and another forbids, of an outcome that both reach: they differ
// in coherence only, where no final value and no read shows it.
struct HiddenDifference {
  shapes::Shape shape;
  shapes::ModeAssignment modes;
  ExecutionGraph graph;
  Violation reason;
};

struct ModelComparison : SearchedOutcomes {
  // The smallest that only the first model allows; that only the second does.
  std::array<std::optional<Difference>, 2> only;
  std::array<std::optional<HiddenDifference>, 2> hidden;  // where `only` has none
};

// Looks for the smallest programs (events, then threads) that tell `first` from `second`, in
// both directions.
[[nodiscard]] ModelComparison compare_models(const MemoryModel& first, const MemoryModel& second,
                                             const shapes::SearchLimits& limits);

}  // namespace drover::compare
