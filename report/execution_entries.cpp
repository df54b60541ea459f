#include "report/execution_entries.h"

#include <cstddef>
#include <memory>
#include <utility>

#include "analysis/explain/reasons.h"
#include "drawing/thread_endings.h"
#include "explorer/algorithms/graph_dependencies.h"

namespace drover::report {

ExecutionEntry ExecutionDescriber::describe(const KeptExecution& kept, Need need) {
  const ModelRun& run = runs_[kept.run];
  ExecutionEntry entry;
  const ExecutionGraph graph = graph_of(kept);
  const explain::ObservedLocations observed = observed_locations(run);
  const bool is_judged = room_.may_draw(graph);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const MemoryModel& model = *runs_[i].model;
    // Evaluating other models' axioms takes longer on larger graphs.
    if (i != kept.run && !is_judged) continue;
    // Only models without coherence can judge a graph without coherence.
    if (!run.model->has_coherence() && model.has_coherence()) continue;
    if (i == kept.run || explain::allows(model, graph, observed)) {
      entry.allowed_by.push_back(i);
      continue;
    }
    const auto violation = model.find_violation(graph);
    entry.rejected_by.push_back({i, violation ? violation->axiom : "another write is the last"});
  }
  drawing::PictureRequest request;
  request.endings =
      drawing::thread_endings(run.result, *run.model, Execution(kept.graph, kept.nodes, kept.ends));
  std::vector<PlacedModel> models;
  for (const std::size_t place : entry.allowed_by) models.push_back({place, runs_[place].model});
  entry.drawing = room_.draw(graph, run.result.names, models, request, need);
  return entry;
}

AllowedExecution ExecutionDescriber::as_allowed(const KeptExecution& kept,
                                                const std::vector<Value>& state) const {
  const ModelRun& run = runs_[kept.run];
  // Non-owning: the names live as long as the runs.
  const std::shared_ptr<const GraphNames> names(std::shared_ptr<const GraphNames>(),
                                                &run.result.names);
  return {{graph_of(kept), state, names}, observed_locations(run), kept.run};
}

// Adds dependencies, which models may need and not every algorithm keeps.
ExecutionGraph ExecutionDescriber::graph_of(const KeptExecution& kept) const {
  ExecutionGraph graph = kept.graph;
  if (graph.dependencies() == nullptr) {
    graph.set_dependencies(graph_dependencies(*runs_[kept.run].result.automata, graph));
  }
  return graph;
}

// Returns the observed locations. Without coherence, their last writes determine final states.
explain::ObservedLocations ExecutionDescriber::observed_locations(const ModelRun& run) const {
  explain::ObservedLocations locations;
  for (const Observable& observable : program_.observables) {
    if (observable.is_register) continue;
    const LocationId location = run.result.automata->locations().find(observable.address);
    if (!location.is_none()) locations.push_back(location);
  }
  return locations;
}

}  // namespace drover::report
