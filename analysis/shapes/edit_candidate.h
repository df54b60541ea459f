#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/shapes/candidate.h"

namespace drover::shapes {

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
