#include "explorer/algorithms/graph_record.h"

#include <algorithm>

#include "explorer/algorithms/graph_dependencies.h"

namespace drover {

namespace {

// Builds the graph of a record. A short-lived worker.
class Replay {
 public:
  Replay(const GraphRecord& record, ProgramAutomata& automata)
      : record_(record), automata_(automata), graph_(automata.roles()) {
    graph_.set_topology(automata.program().topology);
  }

  [[nodiscard]] std::optional<ExecutionGraph> run() {
    if (!add_events() || !set_sources() || !set_coherence()) return std::nullopt;
    if (record_.has_dependencies) graph_.set_dependencies(graph_dependencies(automata_, graph_));
    return std::move(graph_);
  }

 private:
  // Runs the threads with the recorded values.
  bool add_events() {
    std::vector<NodeId> nodes;
    for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
      nodes.push_back(automata_.thread(ThreadId(t)).initial());
    }
    for (const GraphRecord::Event& event : record_.events) {
      if (event.thread >= nodes.size() || nodes[event.thread].is_none()) return false;
      NodeId& node = nodes[event.thread];
      ThreadAutomaton& automaton = automata_.thread(ThreadId(event.thread));
      if (!is_event(automaton.kind(node))) return false;
      const Label& label = automaton.label(node);
      const EventId id = add_event(graph_, automata_, ThreadId(event.thread), node);
      if (label.returns_value() && !label.is_read()) graph_.set_read_value(id, event.value);
      if (label.kind == LabelKind::Spawn) {
        nodes[ProgramAutomata::named_by(label).value] =
            automata_.start_of(ThreadId(event.thread), node);
      }
      node = automaton.next(node, event.value);
      while (!node.is_none() && automaton.kind(node) == LabelKind::Fork) {
        node = automaton.next(node, automaton.label(node).value);
      }
    }
    return true;
  }

  bool set_sources() {
    std::vector<std::size_t> next(automata_.thread_count(), 0);
    for (const GraphRecord::Event& event : record_.events) {
      const EventId id = graph_.events_of(ThreadId(event.thread))[next[event.thread]++];
      if (event.kind == GraphRecord::Source::None) continue;
      const bool is_initial = event.kind == GraphRecord::Source::Initial;
      if (!graph_.event(id).label.is_read() || (!is_initial && !has(event.source))) return false;
      const LocationId location = graph_.event(id).label.location;
      const EventId source =
          is_initial ? graph_.initial_write(location) : event_of(graph_, event.source);
      const Event& write = graph_.event(source);
      const bool is_good =
          write.label.is_write() && write.label.location == location && write.value == event.value;
      if (!is_good) return false;
      graph_.set_reads_from(id, source);
    }
    return true;
  }

  bool set_coherence() {
    for (const auto& order : record_.coherence) {
      std::size_t position = 1;
      LocationId location;
      for (const GraphRecord::Name& name : order) {
        if (!has(name)) return false;
        const EventId write = event_of(graph_, name);
        const Label& label = graph_.event(write).label;
        if (!label.is_write() || (position > 1 && label.location != location)) return false;
        location = label.location;
        if (position != graph_.coherence(location).size()) return false;
        graph_.insert_coherence(write, position++);
      }
    }
    return true;
  }

  [[nodiscard]] bool has(const GraphRecord::Name& name) const {
    return name.thread < automata_.thread_count() &&
           name.index < graph_.events_of(ThreadId(name.thread)).size();
  }
  static EventId event_of(const ExecutionGraph& graph, const GraphRecord::Name& name) {
    return graph.events_of(ThreadId(name.thread))[name.index];
  }

  const GraphRecord& record_;
  ProgramAutomata& automata_;
  ExecutionGraph graph_;
};

}  // namespace

GraphRecord::Name name_of(const ExecutionGraph& graph, EventId event) {
  if (!graph.event(event).is_initial()) {
    return {graph.event(event).thread.value, graph.event(event).index};
  }
  const auto before = graph.events().first(event.value);
  const auto count = std::ranges::count_if(before, &Event::is_initial);
  return {GraphRecord::Initial, static_cast<std::uint32_t>(count)};
}

EventId find_event(const ExecutionGraph& graph, const GraphRecord::Name& name) {
  if (name.thread != GraphRecord::Initial) {
    if (name.thread >= graph.thread_count()) return EventId::none();
    const auto events = graph.events_of(ThreadId(name.thread));
    return name.index < events.size() ? events[name.index] : EventId::none();
  }
  std::uint32_t count = 0;
  for (const EventId id : graph.ids()) {
    if (graph.event(id).is_initial() && count++ == name.index) return id;
  }
  return EventId::none();
}

GraphRecord record_of(const ExecutionGraph& graph) {
  GraphRecord record;
  for (const Event& event : graph.events()) {
    if (event.is_initial()) continue;
    GraphRecord::Event recorded;
    recorded.thread = event.thread.value;
    if (event.label.returns_value()) recorded.value = event.value;
    if (event.label.is_read() && !event.reads_from.is_none()) {
      const bool is_initial = graph.event(event.reads_from).is_initial();
      recorded.kind = is_initial ? GraphRecord::Source::Initial : GraphRecord::Source::Event;
      if (!is_initial) recorded.source = name_of(graph, event.reads_from);
    }
    record.events.push_back(recorded);
  }
  for (const LocationId location : graph.locations()) {
    std::vector<GraphRecord::Name> order;
    for (const EventId write : graph.coherence(location)) {
      if (!graph.event(write).is_initial()) order.push_back(name_of(graph, write));
    }
    if (!order.empty()) record.coherence.push_back(std::move(order));
  }
  record.has_dependencies = graph.dependencies() != nullptr;
  return record;
}

std::optional<ExecutionGraph> replay(const GraphRecord& record, ProgramAutomata& automata) {
  return Replay(record, automata).run();
}

}  // namespace drover
