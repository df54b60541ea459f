#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/lost_memory.h"
#include "explorer/graph/call_orders.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

enum class ThreadEnd : std::uint8_t {
  Finished,
  NotStarted,  // a thread of an earlier role (init, workers) is stuck
  Blocked,     // a failed assume, or block
  StuckAtAwait,
  StuckAtJoin,  // at a join of a thread that does not finish
  Error,
  Cut  // the loop bound was reached
};

// The errors to look for that only a graph shows.
struct ErrorScope {
  bool heap = false;
  bool races = false;             // by the model's happens-before
  bool races_by_atomics = false;  // each atomic read synchronises with its source
  bool help_calls = false;        // annotations
  bool joins = false;             // two joins of one thread
  bool flags = false;             // raised by the model on executions
};

// A maximal execution found by an algorithm. Valid during the observer's call only. The graph is
// built on first use: most executions are only counted.
class Execution {
 public:
  class GraphSource {
   public:
    virtual ~GraphSource() = default;
    [[nodiscard]] virtual ExecutionGraph make_graph() const = 0;
    // Returns the final value of a named location, under models with coherence.
    [[nodiscard]] virtual Value last_value(LocationId location) const = 0;
    // False only if the graph has no errors of these kinds.
    [[nodiscard]] virtual bool may_have_errors(ErrorScope scope) = 0;
    // Returns false if the algorithm does not know, or the calls depend on more than their orders.
    [[nodiscard]] virtual bool find_call_orders(const CallQuestion& /*question*/,
                                                CallOrders& /*out*/) {
      return false;
    }
    virtual void describe(LostMemory& memory) const { describe_memory(make_graph(), memory); }
  };

  Execution() = default;
  // For an algorithm that works on an ExecutionGraph itself.
  Execution(const ExecutionGraph& graph, std::vector<NodeId> nodes_of_threads,
            std::vector<ThreadEnd> ends_of_threads)
      : nodes(std::move(nodes_of_threads)), ends(std::move(ends_of_threads)), graph_(&graph) {
    for (const Event& event : graph.events()) event_count += event.is_initial() ? 0 : 1;
  }

  [[nodiscard]] const ExecutionGraph& graph() const {
    if (graph_ == nullptr) {
      made_ = source_->make_graph();
      graph_ = &*made_;
    }
    return *graph_;
  }
  // Returns the final value of a location, under models with coherence; empty if the algorithm
  // works on an ExecutionGraph and the location is not accessed. Does not build the graph.
  [[nodiscard]] std::optional<Value> last_value(LocationId location) const {
    if (source_ != nullptr) return source_->last_value(location);
    if (graph_->initial_write(location).is_none()) return std::nullopt;
    return graph_->event(graph_->coherence_maximal(location)).value;
  }
  [[nodiscard]] bool may_have_errors(ErrorScope scope) const {
    return source_ == nullptr || source_->may_have_errors(scope);
  }
  // Finds the calls of an object and their orders without building the graph. False if that takes
  // the graph.
  [[nodiscard]] bool find_call_orders(const CallQuestion& question, CallOrders& out) const {
    return source_ != nullptr && source_->find_call_orders(question, out);
  }
  void describe(LostMemory& memory) const {
    if (graph_ != nullptr) {
      describe_memory(*graph_, memory);
    } else {
      source_->describe(memory);
    }
  }
  // Prepares this for the next execution of an algorithm with a source.
  void set_source(GraphSource& source) {
    source_ = &source;
    graph_ = nullptr;
  }

  // Per thread: its final node. For a thread stuck at an await, the await's node; its last event is
  // the read that does not satisfy it.
  std::vector<NodeId> nodes;
  std::vector<ThreadEnd> ends;
  bool have_all_finished = false;  // if false, `ends` tells
  std::size_t event_count = 0;     // initial writes not counted
  bool has_causal_cycle = false;   // in po ∪ rf ∪ co; only set if it matters
  bool has_doubtful_help = false;  // a `help` call that left the graph may be wrongly annotated

 private:
  GraphSource* source_ = nullptr;
  mutable const ExecutionGraph* graph_ = nullptr;
  mutable std::optional<ExecutionGraph> made_;
};

// Returns the end of a thread that waits at an await forever.
inline ThreadEnd end_of_wait(const Label& await) {
  return await.is_assumed ? ThreadEnd::Blocked : ThreadEnd::StuckAtAwait;
}

inline ThreadEnd end_of(const Label& label) {
  switch (label.kind) {
    case LabelKind::Block: return label.is_await ? end_of_wait(label) : ThreadEnd::Blocked;
    case LabelKind::Error: return ThreadEnd::Error;
    case LabelKind::Cut: return ThreadEnd::Cut;
    case LabelKind::Join: return ThreadEnd::StuckAtJoin;
    default: return ThreadEnd::Finished;
  }
}

// True if threads of the role may run: workers once the init block has finished, the final block
// once every worker has. `ends` of running threads must not be Finished.
inline bool may_start(ThreadRole role, const std::vector<ThreadRole>& roles,
                      const std::vector<ThreadEnd>& ends) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const bool comes_before = roles[i] < role;
    if (comes_before && ends[i] != ThreadEnd::Finished) return false;
  }
  return true;
}

}  // namespace drover
