#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/on_demand.h"
#include "explorer/graph/base_values.h"
#include "explorer/graph/event_set.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover::cat {

// A pair removed from a relation during evaluation, to find what depends on it.
struct MissingPair {
  NodeIndex node;
  EventId from;
  EventId to;
};

enum class WhichChecks : std::uint8_t {
  All,
  ForGood,  // only checks that no added edge can repair
  Quick,    // only the cheap ones among these
};

// Evaluates the checks of a model, or single relations, on execution graphs.
//
// A node is evaluated on demand (OnDemand). A sequence or intersection is empty if its first
// operand is: then the second is not evaluated. No memory is allocated once the largest graph has
// been seen.
class Evaluator : private OnDemand<Evaluator> {
 public:
  explicit Evaluator(const Code& code);

  // Sets the events to those of `graph`. Call it first, and again when the events or the values of
  // reads change.
  void set_events(const ExecutionGraph& graph);
  // Sets another graph over these events. It must not change while it is in use.
  void set_edges(const ExecutionGraph& graph);

  // True if the axioms hold in a graph over these events.
  [[nodiscard]] bool holds(const ExecutionGraph& graph, WhichChecks which = WhichChecks::All);
  // For the last graph given.
  [[nodiscard]] bool fails(const CodeCheck& check);
  // The number of events of that graph, and the values of nodes in it.
  [[nodiscard]] std::size_t event_count() const { return base_.event_count(); }
  [[nodiscard]] Relation relation(NodeIndex node);
  [[nodiscard]] EventSet set(NodeIndex node);

  // Call before `set_events`; null: no pair is missing.
  void set_missing(const MissingPair* missing) { missing_ = missing; }

 private:
  friend OnDemand<Evaluator>;
  void evaluate(NodeIndex index);
  void clear(NodeIndex variable);
  bool update(NodeIndex variable, NodeIndex body);

  // Evaluates a node unless it is known; true if the value is not empty.
  bool ask(NodeIndex index) { return is_filled_[evaluated(index)] != 0; }
  void evaluate_relation(const Node& node, Relation& out);
  void evaluate_set(const Node& node, EventSet& out);
  [[nodiscard]] const Relation& relation_of(NodeIndex node) const {
    return relations_[value_of_[node]];
  }
  [[nodiscard]] const EventSet& set_of(NodeIndex node) const { return sets_[value_of_[node]]; }
  [[nodiscard]] bool is_set(NodeIndex node) const {
    return code_.nodes[node].kind == ValueKind::Set;
  }

  std::vector<bool> is_quick_;  // by check
  BaseValues base_;
  EventSet all_;
  std::vector<std::uint8_t> is_filled_;  // by node: 1 if its value is not empty
  std::vector<Relation> relations_;      // by node
  std::vector<EventSet> sets_;           // by node
  const MissingPair* missing_ = nullptr;
};

}  // namespace drover::cat
