#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"

// Facts about two events, and about a model's relations between them, that hold in all graphs: for
// proofs.
namespace drover::cat {

// Kleene's three-valued logic. Maybe: true in some graphs only, or unknown.
enum class Tri : std::uint8_t { No, Maybe, Yes };

// The kinds of events at an end of an edge. ExclusiveRead: also of a compare-and-swap that fails.
enum class End : std::uint8_t { Any, Access, Read, Write, ExclusiveRead };
struct PairEnds {
  End first = End::Any;
  End last = End::Any;
};

// A base relation edge that is known to connect the two events.
struct PairEdge {
  Base base = Base::Po;
  PairEnds ends = {};
  std::optional<bool> is_internal = {};  // rf, co and fr: within a thread, or between threads
  bool is_within_location = false;       // po and sync
  bool is_apart = false;         // po, dependencies: not between the halves of one instruction
  bool is_against_sync = false;  // rf, co and fr: sync leads back
  // Sync between an initial write and any other event, or (also) in the other direction.
  bool is_from_initial = false;
  bool is_to_initial = false;

  [[nodiscard]] constexpr PairEdge between(End first, End last) const {
    PairEdge out = *this;
    out.ends = {first, last};
    return out;
  }
};

namespace edges {
inline constexpr PairEdge Po{.base = Base::Po};
inline constexpr PairEdge PoApart{.base = Base::Po, .is_apart = true};
inline constexpr PairEdge PoLoc{.base = Base::Po, .is_within_location = true};
inline constexpr PairEdge PoLocApart{
    .base = Base::Po, .is_within_location = true, .is_apart = true};
inline constexpr PairEdge Sync{.base = Base::Sync};
inline constexpr PairEdge SyncLoc{.base = Base::Sync, .is_within_location = true};
inline constexpr PairEdge SyncFromInitial{.base = Base::Sync, .is_from_initial = true};
inline constexpr PairEdge SyncToInitial{.base = Base::Sync, .is_to_initial = true};
inline constexpr PairEdge Rf{.base = Base::Rf, .ends = {End::Write, End::Read}};
inline constexpr PairEdge Rfe{.base = Base::Rf, .ends = Rf.ends, .is_internal = false};
inline constexpr PairEdge Rfi{.base = Base::Rf, .ends = Rf.ends, .is_internal = true};
inline constexpr PairEdge RfAgainstSync{.base = Base::Rf, .is_against_sync = true};
inline constexpr PairEdge Co{.base = Base::Co, .ends = {End::Write, End::Write}};
inline constexpr PairEdge Coe{.base = Base::Co, .ends = Co.ends, .is_internal = false};
inline constexpr PairEdge Coi{.base = Base::Co, .ends = Co.ends, .is_internal = true};
inline constexpr PairEdge CoAgainstSync{.base = Base::Co, .is_against_sync = true};
inline constexpr PairEdge Fr{.base = Base::Fr, .ends = {End::Read, End::Write}};
inline constexpr PairEdge Fre{.base = Base::Fr, .ends = Fr.ends, .is_internal = false};
inline constexpr PairEdge Fri{.base = Base::Fr, .ends = Fr.ends, .is_internal = true};
inline constexpr PairEdge FrAgainstSync{.base = Base::Fr, .is_against_sync = true};
inline constexpr PairEdge RmwPair{.base = Base::RmwPairs};
// Dependencies lead from reads.
inline constexpr PairEdge Addr{.base = Base::Addr, .ends = {End::Read, End::Any}};
inline constexpr PairEdge Data{.base = Base::Data, .ends = {End::Read, End::Any}};
inline constexpr PairEdge Ctrl{.base = Base::Ctrl, .ends = {End::Read, End::Any}};
}  // namespace edges

// Evaluates a model's relations on pairs of events, given only their kinds, their modes and one
// edge between them. A relation that is `Yes` on every such pair contains the edge in every graph.
// Sequences and closures are `Yes` if one step suffices; they are never `No`.
//
// Only for events of core programs: tags are unknown.
class PairValues {
 public:
  explicit PairValues(const Code& code);

  // True if `node` contains every such edge, in every graph.
  [[nodiscard]] bool contains(NodeIndex node, const PairEdge& edge) const;
  // True if the form of `node` shows that it contains all sequences of these edges, after any
  // number of repetitions of `repeated`. Both are sequences of edges.
  [[nodiscard]] bool contains_path(NodeIndex node, const std::vector<PairEdge>& edges,
                                   const std::vector<PairEdge>& repeated = {}) const {
    return contains_path(node, Path{edges, repeated});
  }
  // True if a set contains all events of a kind.
  [[nodiscard]] bool has_all(NodeIndex set, End kind) const;

  // Assumes that the set contains all accesses; nothing: no such set.
  void assume_accesses(std::optional<NodeIndex> set) { accesses_ = set; }
  // Assumes that the relations contain rfi.
  void assume_own_reading(std::vector<NodeIndex> relations) {
    own_readings_ = std::move(relations);
  }

 private:
  struct EventKind;
  class Pair;
  struct Path {
    std::span<const PairEdge> edges;
    std::span<const PairEdge> repeated;
  };
  // The pair; the same pair reversed; each event with itself, on which sets have values, too.
  enum class Side : std::uint8_t { There, Back, First, Last };
  // By base relation.
  using Facts = std::array<Tri, static_cast<std::size_t>(Base::FirstTag) -
                                    static_cast<std::size_t>(Base::Po)>;

  // Returns the kinds of events that a model can distinguish.
  [[nodiscard]] static const std::vector<EventKind>& event_kinds(const Code& code);
  [[nodiscard]] static bool fits(const EventKind& event, End kind);
  [[nodiscard]] Tri& fact(Side side, Base base) const {
    return facts_[static_cast<std::size_t>(side)]
                 [static_cast<std::size_t>(base) - static_cast<std::size_t>(Base::Po)];
  }
  // Sets the events, and what is known of each alone.
  void set_events(const EventKind& first, const EventKind& last) const;
  // Forgets the values under other facts.
  void begin() const;
  [[nodiscard]] Tri value(NodeIndex node, Side side) const;
  [[nodiscard]] Tri new_value(const Node& node, Side side) const;
  [[nodiscard]] Tri base_value(Base base, Side side) const;
  [[nodiscard]] Tri body_value(const Node& node, Side side) const;
  [[nodiscard]] bool contains_path(NodeIndex node, const Path& path) const;
  [[nodiscard]] bool contains_in_body(const Node& node, const Path& path) const;
  [[nodiscard]] bool contains_in_sequence(const Node& node, const Path& path) const;
  [[nodiscard]] bool goes_on_before(NodeIndex body, const Node& variable, const Path& path) const;

  const Code& code_;
  const std::vector<EventKind>& kinds_;
  std::optional<NodeIndex> accesses_;
  std::vector<NodeIndex> own_readings_;
  // Remaining evaluation steps. A model may share its relations so often that evaluation would not
  // end; then nothing is known.
  mutable std::size_t left_ = 5'000'000;
  mutable std::array<const EventKind*, 2> events_ = {};
  mutable std::array<Facts, 4> facts_ = {};  // by Side
  // Cached values under the current facts, by node and Side.
  struct Known {
    std::uint64_t epoch = 0;
    Tri value = Tri::Maybe;
  };
  mutable std::vector<Known> known_;
  mutable std::uint64_t epoch_ = 0;
  // Bodies of `let rec` under evaluation; and those asked for paths, identified by their edges.
  mutable std::vector<NodeIndex> bodies_;
  mutable std::vector<std::tuple<NodeIndex, const PairEdge*, std::size_t>> asked_;
};

}  // namespace drover::cat
