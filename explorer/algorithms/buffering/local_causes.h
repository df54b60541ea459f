#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/graph/per_event.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::buffering {

// D: the events of earlier roles; what spawned its thread, and all that a join before it has waited
// for; and the reads of its thread that decide
//   - what the event is, and which value it writes;
//   - which way the thread has come there: branches, and the addresses of all before it (addr; po).
//     So the events before it are known where these reads are.
//   - whether an await before it ends, or a read-modify-write writes, if updates hold what follows:
//     [Podkopaev, Lahav, Vafeiadis, POPL'19] has that as [R_ex]; po. Where they do not, it is
//     chosen, and known by that, whether they write (Lemma 12, docs/proofs.md).
// With updates that hold, the same as `deps` of imm; and no less than what a label is computed
// from.
//
// Kept are the reads: the others are decided before an event is there.
enum class Updates : std::uint8_t { Hold, Pass };

template <std::size_t Words>
class LocalCauses {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  explicit LocalCauses(Updates updates) : updates_(updates) {}

  [[nodiscard]] const Bits& operator[](Slot slot) const { return causes_[slot]; }

  // `slot` is new, or stands at another node now; what is known of the events before it is true.
  void settle(const Graph& graph, const ProgramAutomata& automata, Slot slot) {
    const auto& event = graph[slot];
    const auto& events = graph.thread(event.thread).events;
    const ThreadAutomaton& automaton = automata.thread(ThreadId(event.thread));
    const EventDependencies& dependencies = automaton.dependencies(event.node);
    Bits way = way_behind(graph, automata, slot);
    dependencies.shape.for_each([&](std::uint32_t index) { way.insert(events[index]); });
    way_[slot] = way;
    dependencies.data.for_each([&](std::uint32_t index) { way.insert(events[index]); });
    causes_[slot] = way;
  }

 private:
  // What decides that the thread comes to the event.
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
