#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantics/automaton/interpreter.h"
#include "semantics/program/address.h"
#include "semantics/program/label.h"
#include "semantics/program/location_table.h"
#include "semantics/program/program.h"
#include "support/bit_set.h"

namespace drover {

// A thread as a label automaton, [RCMC] Def. 3.2 and Fig. 7: each node has a label, each edge the
// value that the label returned. A node is a thread state (program counter and live registers),
// hash-consed to a small integer. Nodes are created on first visit and kept, so that running a
// thread again follows edges.
//
// Dead registers are cleared, so that irrelevant differences in history lead to the same node.
class ThreadAutomaton {
 public:
  // `program` and `locations` must outlive the automaton.
  ThreadAutomaton(const Program& program, ThreadId thread, LocationTable& locations,
                  UnfoldOptions options);

  // For a spawned thread: its node before the spawn.
  [[nodiscard]] NodeId initial() const { return initial_; }
  // True if `node` is that of a thread that is not spawned.
  [[nodiscard]] bool is_dormant(NodeId node) const { return is_spawned_ && node == initial_; }
  // Returns the first node of a thread spawned with these arguments.
  NodeId start(std::span<const Value> arguments);
  // All nodes that `start` has returned so far; for a thread that is not spawned, `initial`.
  [[nodiscard]] const std::vector<NodeId>& starts() const { return starts_; }
  [[nodiscard]] const Label& label(NodeId node) const { return nodes_[node.value]->label; }
  // The kind of the node's label, stored apart because explorers read it most.
  [[nodiscard]] LabelKind kind(NodeId node) const { return kinds_[node.value]; }

  // The thread state: its position and registers.
  [[nodiscard]] const ThreadState& state(NodeId node) const { return *nodes_[node.value]->state; }

  // The dependencies of the node's event or fork, if the automaton tracks them.
  [[nodiscard]] const EventDependencies& dependencies(NodeId node) const;

  // Returns the node after `node` when its label returns `value` (ignored unless the label returns
  // one). none() if `node` is an await that `value` does not satisfy.
  NodeId next(NodeId node, Value value) {
    const Node& at = *nodes_[node.value];
    const Value returned = at.label.returns_value() ? value : 0;
    for (const auto& [edge, target] : at.edges) {
      if (edge == returned) return target;
    }
    return follow(node, returned);
  }

  // Returns the final value of a register that conditions name.
  [[nodiscard]] Value register_value(NodeId finished, RegisterId reg) const;

  [[nodiscard]] const ErrorFact& fact(const Label& error) const { return interpreter_.fact(error); }
  // Returns the result that a join gets from the finished thread.
  [[nodiscard]] Value result(NodeId finished) const {
    return result_ ? register_value(finished, *result_) : 0;
  }

  [[nodiscard]] const std::vector<Value>& arguments(const Label& spawn) const {
    return interpreter_.arguments(spawn);
  }
  [[nodiscard]] const AnnotatedCall& call(const Label& marker) const {
    return interpreter_.call(marker);
  }
  // True if the thread's behaviour so far depends on which thread made an allocation.
  [[nodiscard]] bool depends_on_placement() const { return interpreter_.depends_on_placement(); }
  // The largest number of consecutive iterations so far of a loop of Program::loops.
  [[nodiscard]] std::uint32_t iterations(std::uint32_t loop) const {
    return interpreter_.iterations(loop);
  }
  // The assertions that the thread passes before the label of `start`, and between `node`, whose
  // label returned `value`, and the next label. (`next` must have been called before.)
  [[nodiscard]] std::span<const InstructionIndex> assertions_at_start(NodeId start) const;
  [[nodiscard]] std::span<const InstructionIndex> assertions_after(NodeId node, Value value) const;
  // False if no path followed so far passes an assertion.
  [[nodiscard]] bool may_have_passed(InstructionIndex assertion) const {
    return has_bit(passed_, assertion);
  }
  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
  // The edges followed so far, in the order in which they were first followed.
  [[nodiscard]] const std::vector<std::pair<Value, NodeId>>& edges(NodeId node) const {
    return nodes_[node.value]->edges;
  }

 private:
  struct Node {
    Label label;
    const ThreadState* state;  // the key in `index_`, which never moves
    std::vector<std::pair<Value, NodeId>> edges;
    std::unique_ptr<const EventDependencies> dependencies;  // for an event, if tracked
    NodeId started = {};  // for a spawn: the first node of its thread, once known
  };
  struct StateHash {
    std::size_t operator()(const ThreadState& state) const noexcept;
  };

  friend class ProgramAutomata;

  // Computes `next` for the first time; `returned` is 0 if the label returns nothing.
  NodeId follow(NodeId node, Value returned);
  NodeId node_of(ThreadState state);
  void add_dormant_node();
  void note_assertions();
  void note_start(NodeId start);

  Interpreter interpreter_;
  std::vector<std::unique_ptr<Node>> nodes_;  // labels do not move
  std::vector<LabelKind> kinds_;              // of the nodes' labels
  std::unordered_map<ThreadState, NodeId, StateHash> index_;
  bool is_spawned_;
  std::optional<RegisterId> result_;
  std::unique_ptr<const ThreadState> dormant_;  // not in `index_`
  NodeId initial_;
  std::vector<NodeId> starts_;
  std::map<NodeId, std::vector<InstructionIndex>> at_start_;                      // assertions
  std::map<std::pair<NodeId, Value>, std::vector<InstructionIndex>> assertions_;  // by edge
  std::vector<BitWord> passed_;  // assertions, by instruction
};

// The automata of all threads of a program, and their memory locations.
class ProgramAutomata {
 public:
  // `program` must outlive it.
  ProgramAutomata(const Program& program, UnfoldOptions options);
  ProgramAutomata(const ProgramAutomata&) = delete;
  ProgramAutomata& operator=(const ProgramAutomata&) = delete;

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const UnfoldOptions& options() const { return options_; }
  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  [[nodiscard]] ThreadAutomaton& thread(ThreadId id) { return threads_[id.value]; }
  [[nodiscard]] const ThreadAutomaton& thread(ThreadId id) const { return threads_[id.value]; }
  // Returns the first node of the thread that `spawner` spawns at `node`.
  NodeId start_of(ThreadId spawner, NodeId node);
  // The thread that a spawn or a join names.
  [[nodiscard]] static ThreadId named_by(const Label& label) {
    return address::thread_of(label.value);
  }
  // True if a thread at `node` can be joined; the result that a join gets.
  [[nodiscard]] bool is_joinable(ThreadId thread, NodeId node) const {
    const ThreadAutomaton& automaton = threads_[thread.value];
    return automaton.kind(node) == LabelKind::Finished && !automaton.is_dormant(node);
  }
  [[nodiscard]] Value result_of(ThreadId thread, NodeId node) const {
    return threads_[thread.value].result(node);
  }
  // True if some thread is spawned or joined.
  [[nodiscard]] bool has_spawns() const { return has_spawns_; }
  [[nodiscard]] const LocationTable& locations() const { return locations_; }
  // Returns the location of an address; none() if there can be no cell there.
  LocationId location_at(Value address) { return locations_.find_or_add(address); }
  [[nodiscard]] std::vector<ThreadRole> roles() const;
  [[nodiscard]] bool depends_on_placement() const;

 private:
  const Program* program_;
  UnfoldOptions options_;
  LocationTable locations_;
  bool has_spawns_;
  std::vector<ThreadAutomaton> threads_;
};

}  // namespace drover
