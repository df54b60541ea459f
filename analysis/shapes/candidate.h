#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/program/value.h"

namespace drover::shapes {

// A candidate execution of a shape: the source of each read, and the coherence order of each
// location. Events are identified by their numbers in the shape.
struct Candidate {
  static constexpr std::uint8_t Initial = 0xFF;  // the initial write of the location

  std::vector<std::uint8_t> reads_from;              // by event; Initial for non-reads
  std::vector<std::vector<std::uint8_t>> coherence;  // by location, without the initial write
};

// The value that a failing compare-and-swap expects: no write of a shape has it.
inline constexpr Value NeverWritten = -1;

enum class CoherencePlaces : std::uint8_t { Given, None };

// Builds the graph. Initial values are 0; the k-th write of a location, in event order, writes k.
// The graph has no coherence for models without it.
[[nodiscard]] ExecutionGraph build_graph(const EventLayout& layout, const ModeAssignment& modes,
                                         const Candidate& candidate, CoherencePlaces places);

// Returns the graph event of shape event `event`; for Candidate::Initial the initial write of its
// location.
[[nodiscard]] EventId event_id(const EventLayout& layout, std::size_t event);

// Calls `visit` for every reads-from (any write of the location, the initial one first), stored in
// `candidate`, until it returns false. True if all were visited.
bool for_each_reads_from(const EventLayout& layout, Candidate& candidate,
                         const std::function<bool()>& visit);
// Likewise for every order of the writes of each location.
bool for_each_coherence(const EventLayout& layout, Candidate& candidate,
                        const std::function<bool()>& visit);
// Likewise for the orders that end in `last` (by location; Initial if there are no writes).
bool for_each_coherence_ending(const EventLayout& layout, std::span<const std::uint8_t> last,
                               Candidate& candidate, const std::function<bool()>& visit);
// Likewise for every choice of the last write of each location.
bool for_each_last_writes(const EventLayout& layout,
                          const std::function<bool(std::span<const std::uint8_t>)>& visit);

// A candidate with the program it belongs to.
struct ShapedCandidate {
  Shape shape;
  Candidate candidate;
  ModeAssignment modes;
};

// Returns the events that end their threads and that no event reads from: removing one leaves a (po
// | rf)-prefix. If po | rf is acyclic, every prefix is reached by removing such events one by one.
[[nodiscard]] std::vector<std::uint8_t> removable_events(const EventLayout& layout,
                                                         const Candidate& candidate);

// Returns the reads and fences that are not part of a read-modify-write, in threads without
// dependencies.
[[nodiscard]] std::vector<std::uint8_t> plain_reads_and_fences(const EventLayout& layout);

// Returns the candidate without `event`, which must be removable or one of plain_reads_and_fences.
// An Update without its write becomes an OpenUpdate.
[[nodiscard]] ShapedCandidate without_event(const ShapedCandidate& from, const EventLayout& layout,
                                            std::size_t event);

// An event to append to a thread; an Update completes the OpenUpdate there.
struct AddedEvent {
  std::size_t thread = 0;
  ShapeInstruction instruction;
  Mode mode = Mode::Rlx;                         // not for an Update, which already has one
  std::uint8_t reads_from = Candidate::Initial;  // Read, OpenUpdate
  std::size_t coherence_position = 0;            // Write, Update: 0 … number of writes
};

[[nodiscard]] ShapedCandidate with_event(const ShapedCandidate& from, const AddedEvent& added);

}  // namespace drover::shapes
