#pragma once

#include <concepts>
#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::rcmc {

// The model (explorer/models/incremental/preconsistency.h).
template <typename Consistency, std::size_t Words>
concept Preconsistent = requires(Consistency consistency, const Consistency& other,
                                 const WorkingGraph<Words>& graph, Slot event, Slot write,
                                 LocationId location, const EventBits<Words>& kept,
                                 typename Consistency::ScOrder& room) {
  // True if writes have a place in coherence; then lowest_rank is the lowest rank that a new write
  // may be placed after.
  requires !Consistency::HasCoherence || requires { other.lowest_rank(graph, write); };
  // The event was added, without a source or a place.
  consistency.on_add(graph, event);
  // A read has its source now.
  consistency.on_read(graph, event);
  // Returns the writes that coherence lets a new read read from.
  other.readable_by(graph, event).writes;
  // True if the read cannot read from the write because it has seen a later one.
  { other.has_seen_later(graph, event, write) } -> std::same_as<bool>;
  // True if the write is the last of its location.
  { other.is_coherence_maximal(graph, location, write) } -> std::same_as<bool>;
  // True if a full execution satisfies SC-ACYCLICITY.
  { other.is_sc_acyclic(graph, room) } -> std::same_as<bool>;
  // Copies the state of the kept events.
  consistency.copy_kept(other, kept);
};

}  // namespace drover::rcmc
