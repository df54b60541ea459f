#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "explorer/graph/execution_graph.h"

namespace drover {

// A graph that several errors of one execution share: there may be as many races as pairs of
// events. Converts to a graph.
class SharedGraph {
 public:
  SharedGraph(ExecutionGraph graph)  // NOLINT(google-explicit-constructor)
      : graph_(std::make_shared<const ExecutionGraph>(std::move(graph))) {}

  operator const ExecutionGraph&() const { return *graph_; }  // NOLINT(google-explicit-constructor)

  [[nodiscard]] std::size_t size() const { return graph_->size(); }
  [[nodiscard]] const Event& event(EventId id) const { return graph_->event(id); }
  [[nodiscard]] auto events() const { return graph_->events(); }
  [[nodiscard]] auto events_of(ThreadId thread) const { return graph_->events_of(thread); }
  // Equal for objects that share a graph.
  [[nodiscard]] const ExecutionGraph* identity() const { return graph_.get(); }

 private:
  std::shared_ptr<const ExecutionGraph> graph_;
};

}  // namespace drover
