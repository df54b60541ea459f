#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/graph/relation.h"

namespace drover {

// A pair of a named relation and how it comes about: `parts` lead from `from` to `to`, each
// beginning where the one before it ends. A pair of a base relation has no parts.
struct Step {
  EventId from;
  std::string relation;
  EventId to;
  std::vector<Step> parts;

  bool operator==(const Step&) const = default;
};

// The steps at the bottom of these.
[[nodiscard]] std::vector<Step> base_steps(const std::vector<Step>& steps);
// The same way back: each relation becomes its inverse.
[[nodiscard]] std::vector<Step> reversed(const std::vector<Step>& steps);

// A relation that remembers how it was built, so that each of its pairs can be unfolded
// into the fewest base edges. It has the algebra of Relation.
//
// Beside the pairs it keeps, for each of them, the number of base edges of its shortest
// unfolding; `seq` and `plus` are then shortest-path computations.
class TracedRelation {
 public:
  TracedRelation() = default;
  // A relation whose pairs are edges of their own.
  TracedRelation(std::string name, Relation relation);
  // [set]: its pairs need no edge.
  [[nodiscard]] static TracedRelation identity(const EventSet& set);
  // The same pairs; each is a step of its own, and what it was unfolded to are the parts of it.
  [[nodiscard]] TracedRelation named(std::string name) const;

  [[nodiscard]] const Relation& relation() const;
  // A shortest unfolding of a pair of the relation, in order.
  [[nodiscard]] std::vector<Step> unfold(EventId from, EventId to) const;
  // A shortest cycle of base edges through this relation; empty where it is acyclic.
  [[nodiscard]] std::vector<Step> unfold_cycle() const;
  // The same, made of one pair (e, e); empty where it is irreflexive.
  [[nodiscard]] std::vector<Step> unfold_loop() const;
  // The pair with a shortest unfolding; nothing where there is none.
  [[nodiscard]] std::optional<std::pair<EventId, EventId>> shortest_pair() const;

  friend TracedRelation operator|(const TracedRelation& a, const TracedRelation& b);
  friend TracedRelation operator&(const TracedRelation& a, const Relation& b);
  friend TracedRelation operator-(const TracedRelation& a, const Relation& b);
  friend TracedRelation seq(const TracedRelation& a, const TracedRelation& b);
  friend TracedRelation inverse(const TracedRelation& a);
  friend TracedRelation maybe(const TracedRelation& a);
  friend TracedRelation plus(const TracedRelation& a);
  friend TracedRelation restrict(const EventSet& from, const TracedRelation& a, const EventSet& to);

 private:
  struct Node;
  using NodePointer = std::shared_ptr<const Node>;
  explicit TracedRelation(NodePointer node) : node_(std::move(node)) {}
  static TracedRelation filtered(const TracedRelation& a, Relation remaining);

  NodePointer node_;
};

TracedRelation operator|(const TracedRelation& a, const TracedRelation& b);
TracedRelation operator&(const TracedRelation& a, const Relation& b);
TracedRelation operator-(const TracedRelation& a, const Relation& b);
[[nodiscard]] TracedRelation seq(const TracedRelation& a, const TracedRelation& b);
template <typename... Rest>
[[nodiscard]] TracedRelation seq(const TracedRelation& a, const TracedRelation& b,
                                 const TracedRelation& c, const Rest&... rest) {
  return seq(seq(a, b), c, rest...);
}
[[nodiscard]] TracedRelation inverse(const TracedRelation& a);
[[nodiscard]] TracedRelation maybe(const TracedRelation& a);
[[nodiscard]] TracedRelation plus(const TracedRelation& a);
[[nodiscard]] inline TracedRelation star(const TracedRelation& a) { return maybe(plus(a)); }
[[nodiscard]] TracedRelation restrict(const EventSet& from, const TracedRelation& a,
                                      const EventSet& to);

}  // namespace drover
