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
struct PairEdge {
  Base base = Base::Po;
  std::optional<bool> is_internal = {};  // rf, co and fr: within a thread, or between threads
  bool is_within_location = false;       // po and sync
  bool is_apart = false;                 // po: not between the halves of one instruction
  bool is_against_sync = false;          // rf, co and fr: sync leads back
  // Sync between an initial write and any other event, or (also) in the other direction.
  bool is_from_initial = false;
  bool is_to_initial = false;

  static const PairEdge Po, PoLoc, PoLocApart, Sync, SyncLoc, SyncFromInitial, SyncToInitial;
  static const PairEdge Rf, Rfe, Rfi, RfAgainstSync, Co, Coe, Coi, CoAgainstSync;
  static const PairEdge Fr, Fre, Fri, FrAgainstSync, RmwPair;
};
inline constexpr PairEdge PairEdge::Po{.base = Base::Po};
inline constexpr PairEdge PairEdge::PoLoc{.base = Base::Po, .is_within_location = true};
inline constexpr PairEdge PairEdge::PoLocApart{
    .base = Base::Po, .is_within_location = true, .is_apart = true};
inline constexpr PairEdge PairEdge::Sync{.base = Base::Sync};
inline constexpr PairEdge PairEdge::SyncLoc{.base = Base::Sync, .is_within_location = true};
inline constexpr PairEdge PairEdge::SyncFromInitial{.base = Base::Sync, .is_from_initial = true};
inline constexpr PairEdge PairEdge::SyncToInitial{.base = Base::Sync, .is_to_initial = true};
inline constexpr PairEdge PairEdge::Rf{.base = Base::Rf};
inline constexpr PairEdge PairEdge::Rfe{.base = Base::Rf, .is_internal = false};
inline constexpr PairEdge PairEdge::Rfi{.base = Base::Rf, .is_internal = true};
inline constexpr PairEdge PairEdge::RfAgainstSync{.base = Base::Rf, .is_against_sync = true};
inline constexpr PairEdge PairEdge::Co{.base = Base::Co};
inline constexpr PairEdge PairEdge::Coe{.base = Base::Co, .is_internal = false};
inline constexpr PairEdge PairEdge::Coi{.base = Base::Co, .is_internal = true};
inline constexpr PairEdge PairEdge::CoAgainstSync{.base = Base::Co, .is_against_sync = true};
inline constexpr PairEdge PairEdge::Fr{.base = Base::Fr};
inline constexpr PairEdge PairEdge::Fre{.base = Base::Fr, .is_internal = false};
inline constexpr PairEdge PairEdge::Fri{.base = Base::Fr, .is_internal = true};
inline constexpr PairEdge PairEdge::FrAgainstSync{.base = Base::Fr, .is_against_sync = true};
inline constexpr PairEdge PairEdge::RmwPair{.base = Base::RmwPairs};

// The kinds of events that the edge connects: All, Reads or Writes.
struct PairEnds {
  Base first = Base::All;
  Base last = Base::All;

  static const PairEnds ReadToWrite, ReadToRead, WriteToWrite, WriteToRead;
};
inline constexpr PairEnds PairEnds::ReadToWrite{Base::Reads, Base::Writes};
inline constexpr PairEnds PairEnds::ReadToRead{Base::Reads, Base::Reads};
inline constexpr PairEnds PairEnds::WriteToWrite{Base::Writes, Base::Writes};
inline constexpr PairEnds PairEnds::WriteToRead{Base::Writes, Base::Reads};

// Evaluates a model's relations on pairs of events, given only their kinds, their modes and one
// edge between them. A relation that is `Yes` on every such pair contains the edge in every graph.
// Sequences and closures are `Yes` if one step suffices; they are never `No`.
//
// Only for events of core programs: tags are unknown.
class PairValues {
 public:
  explicit PairValues(const Code& code);

  // True if `node` contains every `edge` with these ends, in every graph.
  [[nodiscard]] bool contains(NodeIndex node, const PairEdge& edge, PairEnds ends = {}) const;
  // True if `node` contains `first; second`: by a sequence of relations that contain them, or by
  // the closure of a relation that contains both.
  [[nodiscard]] bool contains_sequence(NodeIndex node, const PairEdge& first,
                                       const PairEdge& second) const;

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
