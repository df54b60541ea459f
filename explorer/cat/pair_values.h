#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"

// Facts about two events, and about a model's relations between them, that hold in all graphs: for
// proofs.
namespace drover::cat {

// Kleene's three-valued logic. Maybe: true in some graphs only, or unknown.
enum class Tri : std::uint8_t { No, Maybe, Yes };

// A base relation edge that is known to connect the two events.
enum class PairEdge : std::uint8_t {
  Po,
  PoLoc,  // po within a location
  Sync,
  SyncLoc,
  Rf,
  Rfe,
  Rfi,
  Co,
  Coe,
  Coi,
  Fr,
  Fre,
  Fri,
  PoLocApart,  // po within a location, except between the halves of one instruction
  RmwPair,
  // Two edges at once: the first forwards, and sync backwards.
  RfAgainstSync,
  CoAgainstSync,
  FrAgainstSync,
  // Between an initial write and any other event.
  SyncFromInitial,
  SyncToInitial,  // in the other direction
};

// The kinds of events that the edge connects.
enum class PairEnds : std::uint8_t {
  Any,
  ReadToWrite,
  ReadToRead,
  WriteToWrite,
  WriteToRead,
  // By modes: an acquire read and later events; an acquire or release fence, and earlier or later
  // events.
  FromAcquire,
  ToFence,
  FromFence,
};

// Evaluates a model's relations on pairs of events, given only their kinds, their modes and one
// edge between them. A relation that is `Yes` on every such pair contains the edge in every graph.
// Sequences and closures are `Yes` if one step suffices; they are never `No`.
//
// Only for events of core programs: tags are unknown.
class PairValues {
 public:
  explicit PairValues(const Code& code);

  // True if `node` contains every `edge` with these ends, in every graph.
  [[nodiscard]] bool contains(NodeIndex node, PairEdge edge, PairEnds ends = PairEnds::Any) const;
  // True if `node` contains `first; second`: by a sequence of relations that contain them, or by
  // the closure of a relation that contains both.
  [[nodiscard]] bool contains_sequence(NodeIndex node, PairEdge first, PairEdge second) const;

 private:
  struct EventKind;
  struct Facts;
  class Pair;
  // Returns the kinds of events that a model can distinguish.
  [[nodiscard]] static const std::vector<EventKind>& event_kinds(const Code& code);
  [[nodiscard]] Tri set_value(NodeIndex node, const EventKind& event) const;
  [[nodiscard]] Tri value(NodeIndex node, const Facts& facts) const;
  [[nodiscard]] Tri new_value(const Node& node, const Facts& facts) const;
  [[nodiscard]] Tri new_own_value(const Node& node, const EventKind& event, bool is_second) const;
  [[nodiscard]] Tri body_value(const Node& node, const Facts& facts) const;
  [[nodiscard]] Tri own_value(NodeIndex node, const EventKind& event, bool is_second) const;
  [[nodiscard]] static bool fits(PairEnds ends, const EventKind& from, const EventKind& to);
  [[nodiscard]] bool contains_for(NodeIndex node, const EventKind& from, const EventKind& to,
                                  PairEdge edge) const;

  const Code& code_;
  const std::vector<EventKind>& kinds_;
  // Remaining evaluation steps. A model may share its relations so often that evaluation would not
  // end; then nothing is known.
  mutable std::size_t left_ = 5'000'000;
  // Cached values under the current facts, by node: of the pair, of the reversed pair, and of each
  // event with itself.
  struct Known {
    std::uint64_t epoch = 0;
    Tri value = Tri::Maybe;
  };
  mutable std::vector<Known> known_;
  mutable std::uint64_t epoch_ = 0;
  mutable std::vector<NodeIndex> bodies_;  // bodies of `let rec` under evaluation
};

}  // namespace drover::cat
