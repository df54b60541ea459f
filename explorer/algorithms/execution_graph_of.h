#pragma once

#include <cstddef>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Returns a working graph as an ExecutionGraph; events without a source or place have none there.
// An `open` event at the end of its thread is left out; other open reads keep their value.
template <std::size_t Words>
[[nodiscard]] ExecutionGraph execution_graph_of(const WorkingGraph<Words>& graph,
                                                const ProgramAutomata& automata,
                                                DependencyPart dependencies,
                                                const EventBits<Words>& open = {}) {
  ExecutionGraph copy(graph.roles());
  copy.set_topology(automata.program().topology);
  std::vector<EventId> id_of(graph.slot_end());
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    for (const Slot slot : graph.thread(t).events) {
      const bool is_open = open.contains(slot);
      if (is_open && graph.next_of(slot) == NoEvent) break;
      id_of[slot] = add_event(copy, automata, ThreadId(t), graph[slot].node);
      const Label& label = automata.thread(ThreadId(t)).label(graph[slot].node);
      if (label.kind == LabelKind::Choose || (is_open && label.is_read())) {
        copy.set_read_value(id_of[slot], graph[slot].value);
      }
      if (label.kind != LabelKind::Join) continue;
      const ThreadId joined = ProgramAutomata::named_by(label);
      const NodeId end = graph.thread(joined.value).node;
      copy.set_read_value(id_of[slot], automata.result_of(joined, end));
    }
  }
  graph.events().for_each([&](Slot slot) {
    const auto& event = graph[slot];
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
