#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "explorer/algorithms/buffering/future_accesses.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::buffering {

// The orders that a model's axioms impose within threads, whatever the code, in an acyclic relation
// that contains rfe. A barrier is a number: it orders reads before the writes behind them, or
// before the writes behind a fence that follows the read.
struct ThreadOrder {
  using Barriers = std::uint64_t;  // one bit each
  // The barriers that a read begins, whatever it reads; those that a fence completes.
  std::function<Barriers(const Label& read)> begun_by = nullptr;
  std::function<Barriers(const Label& fence)> passed_by = nullptr;
  Barriers without_fence = 0;
  // True if all accesses before a write are ordered before it.
  std::function<bool(const Label& write)> is_last = nullptr;
  // True if accesses of a location are ordered before later writes to it.
  bool has_locations = false;
  // False for a read that is ordered before nothing, whatever the code (Lemma 75, docs/proofs.md).
  // Null: there are none.
  std::function<bool(const Label& read)> is_ordered = nullptr;
};

class KnownOrder {
 public:
  using Barriers = ThreadOrder::Barriers;

  // `automata` must outlive this.
  KnownOrder(ThreadOrder order, const ProgramAutomata& automata)
      : order_(std::move(order)),
        automata_(automata),
        loose_writes_(automata.program(), FutureKind::Writes,
                      [this](const Label& write) {
                        return order_.is_last == nullptr || !order_.is_last(write);
                      }),
        known_(automata.program().threads.size()) {}
  KnownOrder(const KnownOrder&) = delete;
  KnownOrder& operator=(const KnownOrder&) = delete;

  struct Known {
    bool is_known = false;
    // For a read: all writes that the code may reach after it are ordered after it.
    bool is_before_all = false;
    bool is_ordered = true;
    Barriers begun = 0;
    Barriers passed = 0;
  };
  [[nodiscard]] Barriers without_fence() const { return order_.without_fence; }
  [[nodiscard]] bool has_locations() const { return order_.has_locations; }

  [[nodiscard]] const Known& at(std::size_t thread, NodeId node) {
    std::vector<Known>& nodes = known_[thread];
    if (nodes.size() <= node.value) nodes.resize(node.value + std::size_t{1});
    Known& known = nodes[node.value];
    if (!known.is_known) known = find(thread, node);
    return known;
  }

 private:
  [[nodiscard]] Known find(std::size_t thread, NodeId node) {
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    const Label& label = automaton.label(node);
    Known known{.is_known = true};
    if (label.kind == LabelKind::Read && order_.is_ordered != nullptr) {
      known.is_ordered = order_.is_ordered(label);
    }
    if (label.kind == LabelKind::Read && known.is_ordered) {
      // An order that reaches the read only through its data need not reach later events.
      const bool begins =
          order_.begun_by != nullptr && automaton.dependencies(node).data.is_empty();
      if (begins) known.begun = order_.begun_by(label);
      const LocationTable& locations = automata_.locations();
      const InstructionIndex at = automaton.state(node).at;
      known.is_before_all = !loose_writes_.may_access_behind(thread, at) ||
                            (order_.has_locations && !loose_writes_.may_access_another_behind(
                                                         thread, at, label.location, locations));
    }
    if (label.kind == LabelKind::Fence && order_.passed_by != nullptr) {
      known.passed = order_.passed_by(label);
    }
    return known;
  }

  ThreadOrder order_;
  const ProgramAutomata& automata_;
  FutureAccesses loose_writes_;            // writes without `is_last`
  std::vector<std::vector<Known>> known_;  // by thread and node
};

}  // namespace drover::buffering
