#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::cat {

// True if the value is the same in all graphs over the same events.
[[nodiscard]] inline bool is_static(const Node& node) {
  return node.growth == Growth::None && node.open_groups == 0;
}

// Evaluates the nodes of a model when they are asked for: once per graph, or once per set of events
// if edges do not change the value.
//
// `let rec`: iteration from the empty values until nothing changes. A model that uses a variable
// negatively has no code (the interpreter runs it); so the values only grow, and end at the least
// solution.
//
// `Values`, the derived class, stores the values:
//   evaluate(node)          computes a value, after asking for the operands
//   clear(variable)         makes it empty
//   update(variable, body)  asks for the body, and assigns its value; true if that is a change
template <typename Values>
class OnDemand {
 protected:
  // The code must outlive it.
  explicit OnDemand(const Code& code)
      : code_(code), epochs_(code.nodes.size(), 0), inner_(code.groups.size()) {
    for (std::size_t i = 0; i < code.nodes.size(); ++i) {
      const Node& node = code.nodes[i];
      value_of_.push_back(node.operation == Operation::Fixpoint
                              ? code.groups[node.group].variables[node.component]
                              : static_cast<NodeIndex>(i));
      is_static_.push_back(cat::is_static(node) ? 1 : 0);
    }
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      for (const NodeIndex each : reachable_nodes(code, code.groups[i].bodies)) {
        const Node& node = code.nodes[each];
        const bool depends = (node.open_groups >> i & 1U) != 0;
        if (depends && node.operation != Operation::Variable) inner_[i].push_back(each);
      }
    }
  }
  ~OnDemand() = default;

  // Forgets the values: those that depend on edges, or all.
  void forget_edges() { ++epoch_; }
  void forget_events() { events_epoch_ = ++epoch_; }

  // Evaluates a node unless its value is known. Returns the node with the value: for a result of
  // `let rec` its variable.
  NodeIndex evaluated(NodeIndex index) {
    const NodeIndex at = value_of_[index];
    if (epochs_[at] >= (is_static_[index] != 0 ? events_epoch_ : epoch_)) return at;
    if (at != index) {
      run_group(code_.nodes[index].group);
    } else {
      epochs_[at] = epoch_;
      values().evaluate(index);
    }
    return at;
  }

  const Code& code_;
  std::vector<NodeIndex> value_of_;  // by node: the node with its value

 private:
  [[nodiscard]] Values& values() { return static_cast<Values&>(*this); }

  void run_group(std::uint32_t group) {
    const auto& [variables, bodies] = code_.groups[group];
    for (const NodeIndex variable : variables) {
      epochs_[variable] = epoch_;
      values().clear(variable);
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const NodeIndex each : inner_[group]) epochs_[value_of_[each]] = 0;
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        has_changed |= values().update(variables[i], bodies[i]);
      }
    }
  }

  std::vector<std::uint64_t> epochs_;          // by node: of its last evaluation
  std::vector<std::uint8_t> is_static_;        // by node
  std::vector<std::vector<NodeIndex>> inner_;  // by `let rec`: the nodes that depend on it
  std::uint64_t epoch_ = 0;                    // of the graph
  std::uint64_t events_epoch_ = 0;             // of its events
};

}  // namespace drover::cat
