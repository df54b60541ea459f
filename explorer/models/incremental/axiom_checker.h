#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/step_checker.h"
#include "explorer/models/memory_model.h"

namespace drover::incremental {

// For models without a checker of their own: evaluates the axioms at every step. It keeps no state
// of a graph, so that copies, of all checkers of one exploration, share the evaluation.
template <std::size_t Words>
class AxiomChecker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  // Converts a working graph for the axioms, with dependencies if the model needs them.
  using GraphOf = std::function<ExecutionGraph(const Graph&)>;

  AxiomChecker(const MemoryModel& model, GraphOf graph_of)
      : axioms_(model.make_checker()),
        graph_of_(std::move(graph_of)),
        is_monotone_(model.is_builtin()) {}

  static void on_add(const Graph& /*graph*/, Slot /*event*/) {}
  [[nodiscard]] static std::size_t lowest_rank(const Graph& /*graph*/, Slot /*event*/) { return 0; }
  bool on_read(const Graph& graph, Slot /*read*/) { return allow(graph); }
  bool on_place(const Graph& graph, Slot /*write*/) { return allow(graph); }
  [[nodiscard]] static Bits happens_before(const Graph& /*graph*/, Slot /*event*/) { return {}; }
  static void copy_without(const AxiomChecker& /*other*/, const Bits& /*kept*/,
                           const Bits& /*deleted*/) {}

 private:
  // True if the graph is consistent. While a read has no writer: true if the graph may become
  // consistent, which differs for a model that is not known to be monotone (see MemoryModel).
  [[nodiscard]] bool allow(const Graph& graph) {
    const ExecutionGraph copy = graph_of_(graph);
    axioms_->set_events(copy);
    return is_monotone_ || !has_open_read(graph) ? axioms_->is_consistent(copy)
                                                 : axioms_->may_become_consistent(copy);
  }
  [[nodiscard]] static bool has_open_read(const Graph& graph) {
    return graph.events().any_of([&](Slot slot) {
      return graph[slot].kind == LabelKind::Read && graph[slot].reads_from == NoEvent;
    });
  }

  std::shared_ptr<GraphChecker> axioms_;
  GraphOf graph_of_;
  bool is_monotone_;
};

}  // namespace drover::incremental
