#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/graph/per_event.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::buffering {

// D, the causes of an event: the events of earlier roles; the spawn of its thread, and the events
// of threads joined before it; and the reads of its thread that decide
//   - what the event is, and which value it writes;
//   - how the thread has come there: branches, and the addresses of all events before it
//     (addr; po). So the events before it are known if these reads are decided;
//   - whether an await before it ends, or a read-modify-write writes, if updates hold what follows:
//     [Podkopaev, Lahav, Vafeiadis, POPL'19] has that as [R_ex]; po. If they do not hold it, the
//     search chooses whether they write (Lemma 12, docs/proofs.md).
// With updates that hold, D equals `deps` of imm. It never lacks a read from which a label is
// computed.
//
// Only the reads are stored: the other causes are decided before the event is added.
enum class Updates : std::uint8_t { Hold, Pass };

template <std::size_t Words>
class LocalCauses {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  explicit LocalCauses(Updates updates) : updates_(updates) {}

  [[nodiscard]] const Bits& operator[](Slot slot) const { return causes_[slot]; }

  // Updates the causes of `slot`, which is new or has another node now. Requires that the causes of
  // the events before it are up to date.
  void settle(const Graph& graph, const ProgramAutomata& automata, Slot slot) {
    const auto& event = graph[slot];
    const auto& events = graph.thread(event.thread).events;
    const ThreadAutomaton& automaton = automata.thread(ThreadId(event.thread));
    const EventDependencies& dependencies = automaton.dependencies(event.node);
    Bits way = way_behind(graph, automata, slot);
    // The status of a store-conditional may depend on the store itself, but is known.
    const auto insert = [&](std::uint32_t index) {
      if (graph[events[index]].kind != LabelKind::Write) way.insert(events[index]);
    };
    dependencies.shape.for_each(insert);
    way_[slot] = way;
    dependencies.data.for_each(insert);
    causes_[slot] = way;
  }

 private:
  // Returns the reads that decide whether the thread reaches the event.
  [[nodiscard]] Bits way_behind(const Graph& graph, const ProgramAutomata& automata,
                                Slot slot) const {
    const Slot previous = graph.previous_of(slot);
    if (previous == NoEvent) return {};
    Bits way = way_[previous];
    const auto& event = graph[previous];
    if (event.kind != LabelKind::Read) return way;
    const Label& label = automata.thread(ThreadId(event.thread)).label(event.node);
    const bool holds = updates_ == Updates::Hold || label.is_await;
    if (holds && label.exclusive.kind != ExclusiveValues::Kind::None) way.insert(previous);
    return way;
  }

  Updates updates_;
  PerEvent<Bits, Words> way_;
  PerEvent<Bits, Words> causes_;
};

}  // namespace drover::buffering
