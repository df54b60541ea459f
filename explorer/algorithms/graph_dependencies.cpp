#include "explorer/algorithms/graph_dependencies.h"

#include <span>

#include "support/check.h"

namespace drover {

namespace {

using DependenciesPtr = std::shared_ptr<GraphDependencies>;

void insert(std::span<const EventId> events, std::size_t at, const EventDependencies& dependencies,
            GraphDependencies& out) {
  const auto put = [&](const ReadSet& reads, Relation& relation) {
    reads.for_each([&](std::uint32_t read) { relation.insert(events[read], events[at]); });
  };
  put(dependencies.addr, out.addr);
  put(dependencies.data, out.data);
  put(dependencies.ctrl, out.ctrl);
  put(dependencies.pick_addr, out.pick_addr);
  put(dependencies.pick_data, out.pick_data);
  put(dependencies.pick_ctrl, out.pick_ctrl);
  put(dependencies.pick, out.pick);
}

DependenciesPtr no_dependencies(const ExecutionGraph& graph) {
  return std::make_shared<GraphDependencies>(graph.size());
}

// Returns the start node of a thread that has events.
NodeId start_of(const ProgramAutomata& automata, const ExecutionGraph& graph, ThreadId thread,
                ProgramAutomata& tracking) {
  const EventId spawn = graph.spawn_of(thread);
  if (spawn.is_none()) return tracking.thread(thread).initial();
  const Event& event = graph.event(spawn);
  return tracking.thread(thread).start(automata.thread(event.thread).arguments(event.label));
}

// For a graph whose nodes lack dependencies: follows its threads through automata that track them.
DependenciesPtr follow(const ProgramAutomata& automata, const ExecutionGraph& graph) {
  UnfoldOptions options = automata.options();
  options.dependencies = DependencyTracking::On;
  ProgramAutomata tracking(automata.program(), options);
  DependenciesPtr out = no_dependencies(graph);
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> events = graph.events_of(ThreadId(t));
    ThreadAutomaton& thread = tracking.thread(ThreadId(t));
    if (events.empty()) continue;
    NodeId node = start_of(automata, graph, ThreadId(t), tracking);
    for (std::size_t i = 0; i < events.size(); ++i) {
      DROVER_CHECK(!node.is_none(), "only the last event of a thread may wait");
      insert(events, i, thread.dependencies(node), *out);
      node = thread.next(node, graph.event(events[i]).value);
    }
  }
  return out;
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
  if (automata.options().dependencies == DependencyTracking::Off) return follow(automata, graph);
  DependenciesPtr out = no_dependencies(graph);
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const ThreadAutomaton& thread = automata.thread(ThreadId(t));
    const std::span<const EventId> events = graph.events_of(ThreadId(t));
    for (std::size_t i = 0; i < events.size(); ++i) {
      insert(events, i, thread.dependencies(graph.event(events[i]).node), *out);
    }
  }
  return out;
}

}  // namespace drover
