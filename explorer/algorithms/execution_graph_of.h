#pragma once

#include <cstddef>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Returns a working graph as an ExecutionGraph; events without a source or place have none there.
template <std::size_t Words>
[[nodiscard]] ExecutionGraph execution_graph_of(const WorkingGraph<Words>& graph,
                                                const ProgramAutomata& automata,
                                                DependencyPart dependencies) {
  ExecutionGraph copy(graph.roles());
  std::vector<EventId> id_of(graph.slot_end());
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    for (const Slot slot : graph.thread(t).events) {
      const Label& label = automata.thread(ThreadId(t)).label(graph[slot].node);
      if (label.is_access()) {
        copy.ensure_initial_write(label.location,
                                  automata.locations().initial_value(label.location),
                                  automata.locations().initial_tags(label.location));
      }
      id_of[slot] = copy.add(ThreadId(t), graph[slot].node, label);
      if (label.kind == LabelKind::Choose) copy.set_read_value(id_of[slot], graph[slot].value);
      if (label.kind != LabelKind::Join) continue;
      const ThreadId joined = ProgramAutomata::named_by(label);
      const NodeId end = graph.thread(joined.value).node;
      copy.set_read_value(id_of[slot], automata.result_of(joined, end));
    }
  }
  graph.events().for_each([&](std::size_t slot) {
    const auto& event = graph[static_cast<Slot>(slot)];
    if (event.kind != LabelKind::Read || event.reads_from == NoEvent) return;
    copy.set_reads_from(id_of[slot], event.reads_from == InitialWrite
                                         ? copy.initial_write(event.location)
                                         : id_of[event.reads_from]);
  });
  for (std::size_t i = 0; i < graph.location_count(); ++i) {
    std::size_t position = 1;
    for (const Slot write : graph.location(LocationId(i)).coherence) {
      copy.insert_coherence(id_of[write], position++);
    }
  }
  if (dependencies == DependencyPart::Included) {
    copy.set_dependencies(graph_dependencies(automata, copy));
  }
  return copy;
}

}  // namespace drover
