#include "analysis/compare/outcome.h"

#include <algorithm>
#include <functional>

namespace drover::compare {

namespace {

// Without coherence, the model decides which writes are last (maximal).
bool ends_in(const MemoryModel& model, const shapes::EventLayout& layout,
             const ExecutionGraph& graph, const Outcome& outcome) {
  if (model.has_coherence()) return true;
  return std::ranges::all_of(outcome.last_writes, [&](std::uint8_t write) {
    return write == shapes::Candidate::Initial ||
           model.is_coherence_maximal(graph, shapes::event_id(layout, write));
  });
}

// Calls `visit(graph)` until it returns false; true if all were visited.
template <typename Visit>
bool for_each_graph(const MemoryModel& model, const shapes::EventLayout& layout,
                    const shapes::ModeAssignment& modes, const Outcome& outcome, Visit visit) {
  shapes::Candidate candidate{outcome.reads_from, {}};
  if (!model.has_coherence()) {
    return visit(shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::None));
  }
  return shapes::for_each_coherence_ending(layout, outcome.last_writes, candidate, [&] {
    return visit(shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::Given));
  });
}

}  // namespace

std::optional<ExecutionGraph> find_witness(const MemoryModel& model,
                                           const shapes::EventLayout& layout,
                                           const shapes::ModeAssignment& modes,
                                           const Outcome& outcome) {
  std::optional<ExecutionGraph> witness;
  for_each_graph(model, layout, modes, outcome, [&](ExecutionGraph graph) {
    if (!model.is_consistent(graph) || !ends_in(model, layout, graph, outcome)) return true;
    witness = std::move(graph);
    return false;
  });
  return witness;
}

bool is_reached(const MemoryModel& model, const shapes::EventLayout& layout,
                const shapes::ModeAssignment& modes, const Outcome& outcome) {
  return !for_each_graph(model, layout, modes, outcome, [&](const ExecutionGraph& graph) {
    return !model.is_consistent(graph) || !ends_in(model, layout, graph, outcome);
  });
}

std::vector<ExecutionGraph> graphs_of(const MemoryModel& model, const shapes::EventLayout& layout,
                                      const shapes::ModeAssignment& modes, const Outcome& outcome) {
  std::vector<ExecutionGraph> graphs;
  for_each_graph(model, layout, modes, outcome, [&](ExecutionGraph graph) {
    graphs.push_back(std::move(graph));
    return true;
  });
  return graphs;
}

}  // namespace drover::compare
