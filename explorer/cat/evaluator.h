#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/graph/base_values.h"
#include "explorer/graph/event_set.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover::cat {

// A pair that is taken out of a relation while it is evaluated, to see what depends on it.
struct MissingPair {
  NodeIndex node;
  EventId from;
  EventId to;
};

enum class WhichChecks : std::uint8_t {
  All,
  ForGood,  // only those that, once they fail, fail whatever edges are added
  Quick,    // of those, only the ones that take little to evaluate
};

// Evaluates the checks of a model, or single relations, on execution graphs.
//
// A node is evaluated when somebody asks for it, once: nodes that depend on the events alone
// (modes, program order, locations) once for these events, `set_events`, all others once for each
// graph over these events. A sequence or an intersection with something empty is empty: its other
// operand is not asked for. No memory is allocated once the largest graph has been seen.
class Evaluator {
 public:
  explicit Evaluator(const Code& code);

  // Takes the events of `graph`. Call it before the others when the events, or the values that
  // reads have, have changed.
  void set_events(const ExecutionGraph& graph);
  // Another graph over these events. It must stay as it is while it is asked about.
  void set_edges(const ExecutionGraph& graph);

  // Whether the axioms hold in a graph over these events.
  [[nodiscard]] bool holds(const ExecutionGraph& graph, WhichChecks which = WhichChecks::All);
  // Of the graph that was given last.
  [[nodiscard]] bool fails(const CodeCheck& check);
  // The values of nodes there, between the events of the graph.
  [[nodiscard]] std::size_t event_count() const { return base_.event_count(); }
  [[nodiscard]] Relation relation(NodeIndex node);
  [[nodiscard]] EventSet set(NodeIndex node);

  // Before `set_events`; nullptr: none is.
  void set_missing(const MissingPair* missing) { missing_ = missing; }

 private:
  // Evaluates a node, if it has not been; answers whether something is in it.
  bool ask(NodeIndex index);
  void evaluate_relation(const Node& node, Relation& out);
  void evaluate_set(const Node& node, EventSet& out);
  void run_group(std::uint32_t group);
  bool update_variables(const FixpointGroup& group);
  [[nodiscard]] const Relation& relation_of(NodeIndex node) const {
    return relations_[value_of_[node]];
  }
  [[nodiscard]] const EventSet& set_of(NodeIndex node) const { return sets_[value_of_[node]]; }
  [[nodiscard]] bool is_set(NodeIndex node) const {
    return code_->nodes[node].kind == ValueKind::Set;
  }

  const Code* code_;
  std::vector<bool> is_quick_;  // by check
  BaseValues base_;
  EventSet all_;
  struct Known {
    std::uint64_t epoch = 0;  // of the events or of the graph that it was evaluated for
    bool is_filled = false;
  };
  std::vector<Known> known_;         // by node
  std::vector<NodeIndex> value_of_;  // by node: who has its value; a Fixpoint's variable
  std::vector<Relation> relations_;  // by node
  std::vector<EventSet> sets_;       // by node
  std::uint64_t epoch_ = 0;          // of the graph
  std::uint64_t events_epoch_ = 0;   // of the events
  struct Group {
    std::vector<NodeIndex> inner;  // the nodes that depend on its variables
    std::uint64_t epoch = 0;
  };
  std::vector<Group> groups_;
  const MissingPair* missing_ = nullptr;
};

}  // namespace drover::cat
