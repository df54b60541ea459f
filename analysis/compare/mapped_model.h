#pragma once

#include <memory>
#include <string>

#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::compare {

// Returns the compiled form of a graph with modes: the same accesses, with the tags of their
// instructions, and barriers around them. It keeps all dependencies and adds those of the
// instructions. Consistent with mapping::compile on programs; the read-modify-writes of the graph
// are exchanges, or compare-and-swaps that fail.
[[nodiscard]] ExecutionGraph compiled_graph(const ExecutionGraph& graph,
                                            const mapping::Mapping& mapping);

// A model of graphs with modes: checks the compiled graph with the model of a machine. Both
// arguments must outlive it.
class MappedModel : public MemoryModel {
 public:
  MappedModel(const MemoryModel& target, const mapping::Mapping& mapping);

  [[nodiscard]] std::string_view summary() const override { return target_.summary(); }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override { return target_.axioms(); }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    return target_.is_consistent(compiled_graph(graph, mapping_));
  }
  // The events of the violation are those of the compiled graph.
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    return target_.find_violation(compiled_graph(graph, mapping_));
  }
  [[nodiscard]] bool is_consistent_without(const ExecutionGraph& /*graph*/,
                                           const CycleEdge& /*edge*/) const override {
    return false;
  }

 private:
  const MemoryModel& target_;
  const mapping::Mapping& mapping_;
};

}  // namespace drover::compare
