#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/graph/relation.h"

namespace drover {

// A pair of a named relation and its derivation: `parts` lead from `from` to `to`, each beginning
// where the previous one ends. A pair of a base relation has no parts.
struct Step {
  EventId from;
  std::string relation;
  EventId to;
  std::vector<Step> parts;

  bool operator==(const Step&) const = default;
};

// Returns the base steps of these steps.
[[nodiscard]] std::vector<Step> base_steps(const std::vector<Step>& steps);
// Returns the path in reverse, with inverse relations.
[[nodiscard]] std::vector<Step> reversed(const std::vector<Step>& steps);

// A relation that remembers how it was built, so that each of its pairs can be unfolded
// into the fewest base edges. It has the algebra of Relation.
//
// For each pair it keeps the number of base edges of its shortest unfolding; `seq` and `plus` are
// then shortest-path computations.
class TracedRelation {
 public:
  TracedRelation() = default;
  // A base relation: each pair is one edge.
  TracedRelation(std::string name, Relation relation);
  // [set]: its pairs need no edge.
  [[nodiscard]] static TracedRelation identity(const EventSet& set);
  // Returns the same pairs, each as one step whose parts are its former unfolding.
  [[nodiscard]] TracedRelation named(std::string name) const;

  [[nodiscard]] const Relation& relation() const;
  // Returns a shortest unfolding of a pair of the relation, in order.
  [[nodiscard]] std::vector<Step> unfold(EventId from, EventId to) const;
  // Returns a shortest cycle of base edges through this relation; empty if it is acyclic.
  [[nodiscard]] std::vector<Step> unfold_cycle() const;
  // The same for a single pair (e, e); empty if the relation is irreflexive.
  [[nodiscard]] std::vector<Step> unfold_loop() const;
  // Returns the pair with the shortest unfolding; empty if there is no pair.
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
