#include "explorer/algorithms/graph_dependencies.h"

#include <vector>

#include "semantics/automaton/dependencies.h"

namespace drover {

std::shared_ptr<const GraphDependencies> graph_dependencies(const ProgramAutomata& automata,
                                                            const ExecutionGraph& graph) {
  auto out = std::make_shared<GraphDependencies>(
      GraphDependencies{Relation(graph.size()), Relation(graph.size()), Relation(graph.size())});
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const ThreadId thread(t);
    const std::span<const EventId> events = graph.events_of(thread);
    std::vector<ThreadStep> steps;
    for (const EventId id : events) {
      const Event& event = graph.event(id);
      const Value value = event.label.kind == LabelKind::Alloc ? event.label.value : event.value;
      steps.push_back({automata.thread(thread).state(event.node).at, value, event.is_exclusive_read,
                       event.label.is_exclusive_write});
    }
    const std::vector<StepDependencies> dependencies =
        dependencies_of(automata.program().threads[t], steps, automata.options().help_calls);
    for (std::size_t i = 0; i < events.size(); ++i) {
      for (const std::uint32_t read : dependencies[i].addr)
        out->addr.insert(events[read], events[i]);
      for (const std::uint32_t read : dependencies[i].data)
        out->data.insert(events[read], events[i]);
      for (const std::uint32_t read : dependencies[i].ctrl)
        out->ctrl.insert(events[read], events[i]);
    }
  }
  return out;
}

}  // namespace drover
