#pragma once

#include <cstddef>
#include <span>

#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::buffering {

// D: the events of earlier roles; what spawned its thread, and all that a join before it has waited
// for; and the reads of its thread that decide
//   - what the event is, and which value it writes;
//   - which way the thread has come there: branches, whether a read-modify-write before it writes
//     ([Podkopaev, Lahav, Vafeiadis, POPL'19] has that as [R_ex]; po), and the addresses of all
//     before it (addr; po). So the events before it are known where these reads are.
// The same as `deps` of imm, and no less than what a label is computed from.
template <std::size_t Words>
[[nodiscard]] EventBits<Words> local_causes(const WorkingGraph<Words>& graph,
                                            const ProgramAutomata& automata, Slot slot) {
  const auto& event = graph[slot];
  const auto& events = graph.thread(event.thread).events;
  const ThreadAutomaton& automaton = automata.thread(ThreadId(event.thread));
  EventBits<Words> causes;
  const auto insert = [&](const ReadSet& reads) {
    reads.for_each([&](std::uint32_t index) { causes.insert(events[index]); });
  };
  insert(automaton.dependencies(event.node).data);
  for (std::size_t i = 0; i <= event.index; ++i) {
    const auto& before = graph[events[i]];
    insert(automaton.dependencies(before.node).shape);
    const bool decides_way =
        before.kind == LabelKind::Read &&
        automaton.label(before.node).exclusive.kind != ExclusiveValues::Kind::None;
    const bool is_before = i < event.index;
    if ((decides_way || before.kind == LabelKind::Join) && is_before) causes.insert(events[i]);
  }
  if (const Slot spawn = graph.thread(event.thread).spawn; spawn != NoEvent) causes.insert(spawn);
  if (event.kind == LabelKind::Join) {
    const auto& joined = graph.thread(WorkingGraph<Words>::named_by(event));
    for (const Slot other : joined.events) causes.insert(other);
    if (joined.spawn != NoEvent) causes.insert(joined.spawn);
  }
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    if (graph.role(t) >= graph.role(event.thread)) continue;
    for (const Slot other : graph.thread(t).events) causes.insert(other);
  }
  return causes;
}

}  // namespace drover::buffering
