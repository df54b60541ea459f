#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analysis/shapes/event_layout.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/program/value.h"

namespace drover::shapes {

// A candidate execution of a shape: where each read reads from and, per location, the order of
// the writes. Events go by their numbers in the shape.
struct Candidate {
  static constexpr std::uint8_t Initial = 0xFF;  // the initial write of the location

  std::vector<std::uint8_t> reads_from;              // by event; Initial for what is not a read
  std::vector<std::vector<std::uint8_t>> coherence;  // by location, without the initial write
};

// The value that a failing compare-and-swap expects: no write of a shape writes it.
inline constexpr Value NeverWritten = -1;

enum class CoherencePlaces : std::uint8_t { Given, None };

// The graph. Initial values are 0; the k-th write of a location, in the order of the events,
// writes k. Without coherence for models that have none.
[[nodiscard]] ExecutionGraph build_graph(const EventLayout& layout, const ModeAssignment& modes,
                                         const Candidate& candidate, CoherencePlaces places);

// The event of the graph that event number `event` of the shape becomes; the initial write of
// its location for Candidate::Initial.
[[nodiscard]] EventId event_id(const EventLayout& layout, std::size_t event);

// Calls `visit` for every way in which reads may read (any write of the location, the
// initial one first), until it answers false; `candidate` is set to each. Answers whether all
// were visited.
bool for_each_reads_from(const EventLayout& layout, Candidate& candidate,
                         const std::function<bool()>& visit);
// Likewise every order of the writes of each location.
bool for_each_coherence(const EventLayout& layout, Candidate& candidate,
                        const std::function<bool()>& visit);
// Likewise those that end in `last` (by location; Initial where nothing is written).
bool for_each_coherence_ending(const EventLayout& layout, std::span<const std::uint8_t> last,
                               Candidate& candidate, const std::function<bool()>& visit);
// Every choice of the last write of each location.
bool for_each_last_writes(const EventLayout& layout,
                          const std::function<bool(std::span<const std::uint8_t>)>& visit);

}  // namespace drover::shapes
