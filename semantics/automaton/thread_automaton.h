#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantics/automaton/interpreter.h"
#include "semantics/program/label.h"
#include "semantics/program/location_table.h"
#include "semantics/program/program.h"
#include "support/bit_set.h"

namespace drover {

// A thread as a label automaton, [RCMC] Def. 3.2 and Fig. 7: each node has a label,
// each edge the value that the label returned. A node is a thread state (program
// counter and live registers), hash-consed to a small integer. Nodes are made when
// they are first reached and kept, so that running a thread again is following edges.
//
// Registers that can no longer be read are cleared, so that histories which cannot
// matter any more lead to the same node.
class ThreadAutomaton {
 public:
  // `program` and `locations` must outlive the automaton.
  ThreadAutomaton(const Program& program, ThreadId thread, LocationTable& locations,
                  UnfoldOptions options);

  [[nodiscard]] NodeId initial() const { return initial_; }
  [[nodiscard]] const Label& label(NodeId node) const { return nodes_[node.value]->label; }
  // The kind of its label, which is asked for most.
  [[nodiscard]] LabelKind kind(NodeId node) const { return kinds_[node.value]; }

  // Where the thread is and what its registers hold.
  [[nodiscard]] const ThreadState& state(NodeId node) const { return *nodes_[node.value]->state; }

  // Of the event that its label becomes, if the automaton tracks them.
  [[nodiscard]] const EventDependencies& dependencies(NodeId node) const;

  // The node after `node`, whose label returned `value` (any value for labels that are
  // not reads). none() if `node` is an await that `value` does not satisfy.
  NodeId next(NodeId node, Value value);

  // What a register that conditions name holds at the end of the thread.
  [[nodiscard]] Value register_value(NodeId finished, RegisterId reg) const;

  [[nodiscard]] const std::string& message(const Label& error) const {
    return interpreter_.message(error);
  }
  [[nodiscard]] const AnnotatedCall& call(const Label& marker) const {
    return interpreter_.call(marker);
  }
  // Whether what the thread has done so far depends on which thread allocated what.
  [[nodiscard]] bool depends_on_placement() const { return interpreter_.depends_on_placement(); }
  // The most iterations of a loop of Program::loops that were begun without a break so far.
  [[nodiscard]] std::uint32_t iterations(std::uint32_t loop) const {
    return interpreter_.iterations(loop);
  }
  // The assertions that the thread goes through before its first label, and after `node`, whose
  // label returned `value`, up to the next. (`next` must have been asked.)
  [[nodiscard]] std::span<const InstructionIndex> assertions_at_start() const { return at_start_; }
  [[nodiscard]] std::span<const InstructionIndex> assertions_after(NodeId node, Value value) const;
  // False if no way that was followed so far leads through an assertion.
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
    std::unique_ptr<const EventDependencies> dependencies;  // of an event, if they are tracked
  };
  struct StateHash {
    std::size_t operator()(const ThreadState& state) const noexcept;
  };

  NodeId node_of(ThreadState state);
  void note_assertions();

  Interpreter interpreter_;
  std::vector<std::unique_ptr<Node>> nodes_;  // labels stay where they are
  std::vector<LabelKind> kinds_;              // of the nodes' labels
  std::unordered_map<ThreadState, NodeId, StateHash> index_;
  NodeId initial_;
  std::vector<InstructionIndex> at_start_;                                        // assertions
  std::map<std::pair<NodeId, Value>, std::vector<InstructionIndex>> assertions_;  // by edge
  std::vector<BitWord> passed_;  // assertions, by instruction
};

// The automata of all threads of a program, and the memory they name.
class ProgramAutomata {
 public:
  // `program` must outlive this.
  ProgramAutomata(const Program& program, UnfoldOptions options);
  ProgramAutomata(const ProgramAutomata&) = delete;
  ProgramAutomata& operator=(const ProgramAutomata&) = delete;

  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const UnfoldOptions& options() const { return options_; }
  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  [[nodiscard]] ThreadAutomaton& thread(ThreadId id) { return threads_[id.value]; }
  [[nodiscard]] const ThreadAutomaton& thread(ThreadId id) const { return threads_[id.value]; }
  [[nodiscard]] const LocationTable& locations() const { return locations_; }
  [[nodiscard]] std::vector<ThreadRole> roles() const;
  [[nodiscard]] bool depends_on_placement() const;

 private:
  const Program* program_;
  UnfoldOptions options_;
  LocationTable locations_;
  std::vector<ThreadAutomaton> threads_;
};

}  // namespace drover
