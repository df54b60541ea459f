#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/compare/difference.h"
#include "analysis/compare/model_order.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/search_control.h"
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

struct ModelComparison {
  // The smallest that only the first model allows; that only the second does.
  std::array<std::optional<Difference>, 2> only;
  std::array<std::optional<HiddenDifference>, 2> hidden;  // where `only` has none
  std::array<ModelOrder, 2> orders;
  // All programs up to this many events were searched for what `only` lacks; none was found.
  std::size_t searched_events = 0;
  shapes::SearchEnd end = shapes::SearchEnd::Complete;
  std::uint64_t shapes = 0;    // programs without modes that were looked at
  std::uint64_t outcomes = 0;  // of them
  double seconds = 0;
};

// Looks for the smallest programs (events, then threads) that tell `first` from `second`, in
// both directions.
[[nodiscard]] ModelComparison compare_models(const MemoryModel& first, const MemoryModel& second,
                                             const shapes::SearchLimits& limits);

}  // namespace drover::compare
