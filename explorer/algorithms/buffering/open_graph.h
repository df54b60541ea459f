#pragma once

// The graphs of buffering.h: which events are decided, and what the axioms say of them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explorer/algorithms/buffering/local_causes.h"
#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/algorithms/working_program.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"
#include "support/check.h"

namespace drover::buffering {

template <std::size_t Words>
struct OpenGraph {
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using Program = WorkingProgram<Words>;

  // `program_automata` must outlive it.
  OpenGraph(Graph empty_graph, ProgramAutomata& program_automata)
      : graph(std::move(empty_graph)), automata(&program_automata) {}

  Graph graph;
  ProgramAutomata* automata;
  Bits decided;                  // the others are holes, or are being decided
  std::uint32_t next_stamp = 0;  // stamps are given in the order of decisions

  [[nodiscard]] static bool is_access(const WorkingEvent<Words>& event) {
    return event.kind == LabelKind::Read || event.kind == LabelKind::Write;
  }

  [[nodiscard]] Slot first_hole(std::size_t thread) const {
    for (const Slot slot : graph.thread(thread).events) {
      if (!decided.contains(slot)) return slot;
    }
    return NoEvent;
  }
  [[nodiscard]] Slot first_hole() const {
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (const Slot hole = first_hole(t); hole != NoEvent) return hole;
    }
    return NoEvent;
  }

  // The event is next: its stamp, its causes but for what it reads from, its value if it writes.
  void prepare(const Program& program, Slot slot) {
    auto& event = graph[slot];
    event.stamp = next_stamp++;
    if (event.kind == LabelKind::Write) event.value = program.label_at(graph, slot).value;
    event.porf = closure(local_causes(graph, *automata, slot));
    event.causes = event.porf;
  }

  // Makes an open read read from a write. False if what is decided would be something else then: it
  // must be taken back by `undecide_read`.
  [[nodiscard]] bool decide_read(const Program& program, Slot read, Slot write) {
    auto& event = graph[read];
    const Value value = program.value_of(graph, event.location, write);
    program.set_value(graph, read, value);
    const Bits local = event.porf;
    graph.set_reads_from(read, write);
    event.porf = local;
    event.causes = local;
    if (write != InitialWrite) {
      event.causes |= graph[write].causes;
      event.causes.insert(write);
    }
    event.is_pending_await = program.next_node(graph, read, value).is_none();
    decided.insert(read);
    return run_behind(program, read);
  }
  // The thread runs past it with the value that it had before.
  void undecide_read(const Program& program, Slot read, Value value) {
    open_again(read);
    decided.erase(read);
    if (graph.next_of(read) == NoEvent) return;
    program.set_value(graph, read, value);
    const bool is_as_before = run_behind(program, read);
    DROVER_CHECK(is_as_before, "a thread ran past a hole with this value before");
  }

  void decide_write(Slot write, std::size_t rank) {
    graph.place(write, rank);
    decided.insert(write);
  }
  void undecide_write(Slot write) {
    graph.unplace(write);
    decided.erase(write);
  }
  // Its thread goes on behind a write, if that is its last event and all before it is known.
  void step_behind(const Program& program, Slot write) {
    const std::size_t thread = graph[write].thread;
    if (graph.next_of(write) != NoEvent || has_open_read(thread)) return;
    graph.set_node(thread, program.next_node(graph, write, 0));
  }

  // The graph of what is in `kept`, with holes before that; events of `open` stay, too, undecided.
  void restrict_to(const Bits& kept, const Bits& open, OpenGraph& out) const {
    Bits gone;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const auto& events = graph.thread(t).events;
      std::size_t end = events.size();
      while (end > 0 && !kept.contains(events[end - 1]) && !open.contains(events[end - 1])) --end;
      for (std::size_t i = end; i < events.size(); ++i) gone.insert(events[i]);
    }
    out.graph.copy_without(graph, gone);
    out.decided = decided & kept;
    out.next_stamp = next_stamp;
    (graph.events() - gone).for_each([&](std::size_t each) {
      const auto slot = static_cast<Slot>(each);
      if (!is_access(graph[slot])) {
        out.decided.insert(slot);
      } else if (!kept.contains(slot) && decided.contains(slot)) {
        out.open_again(slot);
      }
    });
  }

 private:
  [[nodiscard]] Bits closure(Bits causes) const {
    Bits all = causes;
    causes.for_each([&](std::size_t slot) { all |= graph[static_cast<Slot>(slot)].causes; });
    return all;
  }

  void open_again(Slot slot) {
    auto& event = graph[slot];
    if (event.kind == LabelKind::Write) {
      graph.unplace(slot);
      return;
    }
    event.is_pending_await = false;
    const bool is_there =
        event.reads_from == InitialWrite || graph.events().contains(event.reads_from);
    if (!is_there) {
      event.reads_from = NoEvent;
      return;
    }
    const Bits local = event.porf;
    graph.clear_reads_from(slot);
    event.porf = local;
    event.causes = local;
  }

  [[nodiscard]] bool has_open_read(std::size_t thread) const {
    return std::ranges::any_of(graph.thread(thread).events, [&](Slot slot) {
      return graph[slot].kind == LabelKind::Read && !decided.contains(slot);
    });
  }

  // Finds the nodes behind a read again. False if an event is another one there. Where the thread
  // stands behind its last event is not asked while it has holes.
  [[nodiscard]] bool run_behind(const Program& program, Slot read) {
    const std::size_t thread = graph[read].thread;
    const auto& events = graph.thread(thread).events;
    const bool is_known = !has_open_read(thread);
    if (events.back() == read && !is_known) return true;
    NodeId node = program.next_node(graph, read, graph[read].value);
    if (node.is_none()) {
      graph.set_node(thread, graph[read].node);
      return events.back() == read;
    }
    for (std::size_t i = graph[read].index + std::size_t{1}; i < events.size(); ++i) {
      graph[events[i]].node = node;
      if (!is_same(program, events[i])) return false;
      if (graph[events[i]].kind == LabelKind::Spawn &&
          graph.thread(Graph::named_by(graph[events[i]])).events.empty()) {
        const Slot spawn = events[i];
        graph.set_node(Graph::named_by(graph[spawn]),
                       automata->start_of(ThreadId(thread), graph[spawn].node));
      }
      const bool is_last = i + 1 == events.size();
      if (is_last && !is_known) return true;
      node = program.next_node(graph, events[i], returned_by(events[i]));
      if (node.is_none()) return false;
    }
    graph.set_node(thread, node);
    return true;
  }
  // What an event that is there gives to its thread.
  [[nodiscard]] Value returned_by(Slot slot) const {
    const auto& event = graph[slot];
    if (event.kind != LabelKind::Join) return event.value;
    const std::size_t joined = Graph::named_by(event);
    return automata->result_of(ThreadId(joined), graph.thread(joined).node);
  }
  // Whether its label is still what it was.
  [[nodiscard]] bool is_same(const Program& program, Slot slot) const {
    const auto& event = graph[slot];
    const Label& label = program.label_at(graph, slot);
    if (label.kind != event.kind || label.location != event.location) return false;
    switch (event.kind) {
      case LabelKind::Read: return label.mode_when_reading(event.value) == event.mode;
      case LabelKind::Write:
        return label.mode == event.mode && label.is_exclusive_write == event.is_exclusive_write &&
               (label.value == event.value || !decided.contains(slot));
      default: return label.mode == event.mode && label.value == event.value;
    }
  }
};

// What the axioms of a model say of open graphs.
template <std::size_t Words>
class OpenAxioms {
 public:
  // Both must outlive it.
  OpenAxioms(const ProgramAutomata& automata, const MemoryModel& model)
      : automata_(automata), model_(model), checker_(model.make_checker()) {}

  // False only if no execution has the graph as a part.
  [[nodiscard]] bool allow(const OpenGraph<Words>& open) {
    const ExecutionGraph graph = graph_of(open);
    checker_->set_events(graph);
    return checker_->may_become_consistent(graph);
  }
  // Of a graph without holes.
  [[nodiscard]] bool allow_whole(const OpenGraph<Words>& open) {
    const ExecutionGraph graph = graph_of(open);
    checker_->set_events(graph);
    return checker_->is_consistent(graph);
  }

 private:
  [[nodiscard]] ExecutionGraph graph_of(const OpenGraph<Words>& open) const {
    const WorkingGraph<Words>& graph = open.graph;
    ExecutionGraph copy(graph.roles());
    std::vector<EventId> id_of(graph.slot_end());
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      for (const Slot slot : graph.thread(t).events) {
        // An open event that nothing follows is not there yet.
        const bool is_open = !open.decided.contains(slot);
        if (is_open && graph.next_of(slot) == NoEvent) break;
        Label label = automata_.thread(ThreadId(t)).label(graph[slot].node);
        if (label.is_access()) {
          copy.ensure_initial_write(label.location,
                                    automata_.locations().initial_value(label.location),
                                    automata_.locations().initial_tags(label.location));
        }
        // A write that is open is no half yet.
        if (is_open) label.is_exclusive_write = false;
        id_of[slot] = copy.add(ThreadId(t), graph[slot].node, label);
        if (label.kind != LabelKind::Join) continue;
        const ThreadId joined = ProgramAutomata::named_by(label);
        const NodeId end = graph.thread(joined.value).node;
        copy.set_read_value(id_of[slot], automata_.result_of(joined, end));
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
    if (model_.needs_dependencies()) copy.set_dependencies(graph_dependencies(automata_, copy));
    return copy;
  }

  const ProgramAutomata& automata_;
  const MemoryModel& model_;
  std::unique_ptr<GraphChecker> checker_;
};

}  // namespace drover::buffering
