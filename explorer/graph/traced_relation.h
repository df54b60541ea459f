#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explorer/graph/relation.h"

namespace drover {

// One step between two events that needs no further explanation: `name` is a base relation.
struct BaseEdge {
  EventId from;
  std::string name;
  EventId to;

  bool operator==(const BaseEdge&) const = default;
};

// A relation that remembers how it was built, so that each of its pairs can be unfolded
// into the fewest base edges. It has the algebra of Relation: axioms that are written as
// templates over the two are checked quickly with Relation and explained with this.
//
// Beside the pairs it keeps, for each of them, the number of base edges of its shortest
// unfolding; `seq` and `plus` are then shortest-path computations.
class TracedRelation {
 public:
  TracedRelation() = default;
  // A relation whose pairs are edges of their own.
  TracedRelation(std::string name, Relation relation);

  [[nodiscard]] const Relation& relation() const;
  // The base edges of a shortest unfolding of a pair of the relation, in order.
  [[nodiscard]] std::vector<BaseEdge> unfold(EventId from, EventId to) const;
  // A shortest cycle of base edges through this relation; empty where it is acyclic.
  [[nodiscard]] std::vector<BaseEdge> unfold_cycle() const;
  // The same, made of one pair (e, e); empty where it is irreflexive.
  [[nodiscard]] std::vector<BaseEdge> unfold_loop() const;

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

// What the pairs are, for either kind of relation.
[[nodiscard]] inline const Relation& pairs_of(const Relation& r) { return r; }
[[nodiscard]] inline const Relation& pairs_of(const TracedRelation& r) { return r.relation(); }

}  // namespace drover
