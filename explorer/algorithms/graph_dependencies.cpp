#include "explorer/algorithms/graph_dependencies.h"

#include <optional>
#include <span>

#include "explorer/algorithms/dependency_kinds.h"
#include "support/check.h"

namespace drover {

namespace {

void insert(std::span<const EventId> events, std::size_t at, const EventDependencies& dependencies,
            GraphDependencies& out) {
  for_each_dependency_kind(dependencies, out, [&](const ReadSet& reads, Relation& relation) {
    reads.for_each([&](std::uint32_t read) { relation.insert(events[read], events[at]); });
  });
}

// Returns the start node of a thread that has events.
NodeId start_of(const ProgramAutomata& automata, const ExecutionGraph& graph, ThreadId thread,
                ProgramAutomata& tracking) {
  const EventId spawn = graph.spawn_of(thread);
  if (spawn.is_none()) return tracking.thread(thread).initial();
  const Event& event = graph.event(spawn);
  return tracking.thread(thread).start(automata.thread(event.thread).arguments(event.label));
}

}  // namespace

EventId add_event(ExecutionGraph& graph, const ProgramAutomata& automata, ThreadId thread,
                  NodeId node) {
  const Label& label = automata.thread(thread).label(node);
  const LocationTable& locations = automata.locations();
  if (label.is_access()) {
    graph.ensure_initial_write(label.location, locations.initial_value(label.location),
                               locations.initial_tags(label.location));
  }
  return graph.add(thread, node, label);
}

std::shared_ptr<const GraphDependencies> graph_dependencies(const ProgramAutomata& automata,
                                                            const ExecutionGraph& graph) {
  auto out = std::make_shared<GraphDependencies>(graph.size());
  // If the graph's nodes lack dependencies, the threads are run again with nodes that have them.
  std::optional<ProgramAutomata> tracking;
  if (automata.options().dependencies == DependencyTracking::Off) {
    UnfoldOptions options = automata.options();
    options.dependencies = DependencyTracking::On;
    tracking.emplace(automata.program(), options);
  }
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> events = graph.events_of(ThreadId(t));
    if (events.empty()) continue;
    NodeId node = tracking ? start_of(automata, graph, ThreadId(t), *tracking) : NodeId::none();
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& event = graph.event(events[i]);
      if (!tracking) {
        insert(events, i, automata.thread(ThreadId(t)).dependencies(event.node), *out);
        continue;
      }
      DROVER_CHECK(!node.is_none(), "only the last event of a thread may wait");
      insert(events, i, tracking->thread(ThreadId(t)).dependencies(node), *out);
      node = tracking->thread(ThreadId(t)).next(node, event.value);
    }
  }
  return out;
}

}  // namespace drover
