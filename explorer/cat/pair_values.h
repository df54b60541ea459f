#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"

// What can be said of two events, and of the relations of a model between them, without knowing the
// graph that they are in: for proofs about all graphs.
namespace drover::cat {

// Kleene's third value: in some graphs it is so, in others not, or it is not known.
enum class Tri : std::uint8_t { No, Maybe, Yes };

// An edge of a base relation that is known to lead from one event to another.
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
  PoLocApart,  // po within a location, but for the halves of one instruction
  RmwPair,
  // Two at once: the first leads forwards, sync leads back.
  RfAgainstSync,
  CoAgainstSync,
  FrAgainstSync,
  // Between an initial write and any other event.
  SyncFromInitial,
  SyncToInitial,  // the other way round
};

// Which events the edge is asked about.
enum class PairEnds : std::uint8_t {
  Any,
  ReadToWrite,
  ReadToRead,
  WriteToWrite,
  WriteToRead,
  // By modes: a read that acquires and what is behind it; a fence that does or that releases, and
  // what is before it, or behind.
  FromAcquire,
  ToFence,
  FromFence,
};

// Evaluates relations of a model on pairs of events of which only their kinds, their modes and one
// edge between them are known. A relation that is `Yes` on every such pair contains the edge in
// every graph. Sequences and closures are `Yes` where one step does it; they are never `No`.
//
// Of events of core programs alone: tags are not known.
class PairValues {
 public:
  explicit PairValues(const Code& code);

  // Whether `node` contains every `edge` with these ends, in every graph.
  [[nodiscard]] bool contains(NodeIndex node, PairEdge edge, PairEnds ends = PairEnds::Any) const;
  // Whether `node` contains `first; second`: by a sequence of relations that contain them, or by a
  // closure of one that contains both.
  [[nodiscard]] bool contains_sequence(NodeIndex node, PairEdge first, PairEdge second) const;

 private:
  struct EventKind;
  struct Facts;
  class Pair;
  // Those that a model can tell apart.
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
  // Steps of evaluation that may still be taken. A model may share its relations so often that one
  // would never come to an end; nothing is known then.
  mutable std::size_t left_ = 5'000'000;
  // What is known of the facts at hand: by node, of the pair, of the pair turned round, and of each
  // event and itself.
  struct Known {
    std::uint64_t epoch = 0;
    Tri value = Tri::Maybe;
  };
  mutable std::vector<Known> known_;
  mutable std::uint64_t epoch_ = 0;
  mutable std::vector<NodeIndex> bodies_;  // of `let rec`, that are being evaluated
};

}  // namespace drover::cat
