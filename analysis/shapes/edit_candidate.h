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

// The events that end their threads and that nothing reads from: those that may be taken away
// so that a (po | rf)-prefix is left. Where po | rf is acyclic, every prefix is reached by
// taking such events away one by one.
[[nodiscard]] std::vector<std::uint8_t> removable_events(const EventLayout& layout,
                                                         const Candidate& candidate);

// The reads and fences that are not part of a read-modify-write, wherever they are, of threads in
// which nothing depends on a read.
[[nodiscard]] std::vector<std::uint8_t> plain_reads_and_fences(const EventLayout& layout);

// Without `event`, which must be removable, or one of plain_reads_and_fences. An Update of which
// the write is taken away becomes an OpenUpdate.
[[nodiscard]] ShapedCandidate without_event(const ShapedCandidate& from, const EventLayout& layout,
                                            std::size_t event);

// What is added at the end of a thread; an Update completes the OpenUpdate there.
struct AddedEvent {
  std::size_t thread = 0;
  ShapeInstruction instruction;
  Mode mode = Mode::Rlx;                         // not for an Update, which has one
  std::uint8_t reads_from = Candidate::Initial;  // Read, OpenUpdate
  std::size_t coherence_position = 0;            // Write, Update: 0 … number of writes
};

[[nodiscard]] ShapedCandidate with_event(const ShapedCandidate& from, const AddedEvent& added);

}  // namespace drover::shapes
