#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/graph/working_graph.h"

namespace drover::incremental {

// An access or fence without a mode is SC.
[[nodiscard]] inline Mode mode_of(Mode mode) { return mode == Mode::Plain ? Mode::Sc : mode; }
template <typename Bits>
[[nodiscard]] Bits with(Bits set, Slot event) {
  set.insert(event);
  return set;
}

// Returns what happens before the first event of a thread. A spawn may come after events that its
// thread has acquired; these are part of po if threads of earlier roles have ended.
template <typename States, std::size_t Words>
[[nodiscard]] EventBits<Words> before_first(const States& states, const WorkingGraph<Words>& graph,
                                            Slot event) {
  const Slot spawn = graph.thread(graph[event].thread).spawn;
  return spawn == NoEvent ? graph[event].po : graph[event].po | with(states[spawn].hb, spawn);
}
// Sets what an event has from its thread, from spawn and join, and as a fence:
//   hb       the events that happen before it;
//   fenced   for the last release fence before it: that fence and its hb;
//   pending  what a later acquire fence of its thread will acquire.
template <typename States, std::size_t Words>
void settle_in_thread(States& states, const WorkingGraph<Words>& graph, Slot event) {
  auto& state = states[event];
  const Slot previous = graph.previous_of(event);
  if (previous != NoEvent) {
    const auto& before = states[previous];
    state.hb = before.hb;
    state.hb.insert(previous);
    state.fenced = before.fenced;
    state.pending = before.pending;
  } else {
    state.hb = before_first(states, graph, event);
    state.fenced.clear();
    state.pending.clear();
  }
  const LabelKind kind = graph[event].kind;
  if (kind == LabelKind::Join) {
    const Slot last = graph.synchronised_with(event);
    if (last != NoEvent) state.hb |= with(states[last].hb, last);
  } else if (kind == LabelKind::Fence) {
    const Mode mode = mode_of(graph[event].mode);
    if (at_least(mode, Mode::Acq)) state.hb |= state.pending;
    if (at_least(mode, Mode::Rel)) state.fenced = with(state.hb, event);
  }
}

enum class ReleaseSequence : std::uint8_t { WithOwnWrites, RmwsOnly };

// hb of rc11, rc20 and wrc11, [RCMC] §3.2.2. The hb predecessors of an event are fixed when it is
// added (for a read when its source is known), so each event keeps what settle_in_thread sets, and
//   release  for a write: what happens before a read that acquires from it, i.e. the heads of the
//            release sequences it is in, and what happens before them.
template <std::size_t Words, ReleaseSequence Sequence>
class HappensBefore {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  [[nodiscard]] const Bits& before(Slot event) const { return states_[event].hb; }
  [[nodiscard]] const Bits& before(const Graph& /*graph*/, Slot event) const {
    return before(event);
  }
  // Returns what happens before a read independent of its source: through its thread, spawn and
  // join.
  [[nodiscard]] Bits before_in_thread(const Graph& graph, Slot event) const {
    const Slot previous = graph.previous_of(event);
    return previous == NoEvent ? before_first(states_, graph, event)
                               : with(states_[previous].hb, previous);
  }

  void on_add(const Graph& graph, Slot event) {
    settle_in_thread(states_, graph, event);
    states_[event].release.clear();
    if (graph[event].kind == LabelKind::Write) set_release(graph, event);
  }

  void on_read(const Graph& graph, Slot read) {
    const Slot write = graph[read].reads_from;
    const Mode mode = mode_of(graph[read].mode);
    settle_in_thread(states_, graph, read);  // forgets another source
    if (write == InitialWrite || !at_least(mode, Mode::Rlx)) return;
    states_[read].pending |= states_[write].release;
    if (at_least(mode, Mode::Acq)) states_[read].hb |= states_[write].release;
  }

  // The state of a kept event does not depend on deleted events.
  void copy_kept(const HappensBefore& other, const Bits& kept) {
    kept.for_each([&](std::size_t event) { states_[event] = other.states_[event]; });
  }

 private:
  struct State {
    Bits hb;
    Bits release;
    Bits fenced;
    Bits pending;
  };

  // rs and sw of [RCMC] §3.2.2; [SPORE] Def. D.1 for RmwsOnly.
  void set_release(const Graph& graph, Slot write) {
    State& state = states_[write];
    const Mode mode = mode_of(graph[write].mode);
    const auto& event = graph[write];
    if (!at_least(mode, Mode::Rlx)) return;
    state.release = state.fenced;
    if (at_least(mode, Mode::Rel)) state.release |= with(state.hb, write);
    if (Sequence == ReleaseSequence::WithOwnWrites) add_own_head(graph, write);
    if (event.is_exclusive_write) {
      const Slot source = graph[graph.previous_of(write)].reads_from;
      if (source != InitialWrite) state.release |= states_[source].release;
    }
  }
  // Adds the last release write of its thread and location before it, whose state includes the
  // earlier ones.
  void add_own_head(const Graph& graph, Slot write) {
    const auto& thread = graph.thread(graph[write].thread).events;
    for (std::size_t i = graph[write].index; i-- > 0;) {
      const auto& earlier = graph[thread[i]];
      const bool is_head = earlier.kind == LabelKind::Write &&
                           earlier.location == graph[write].location &&
                           at_least(mode_of(earlier.mode), Mode::Rel);
      if (!is_head) continue;
      states_[write].release |= with(states_[thread[i]].hb, thread[i]);
      return;
    }
  }

  PerEvent<State, Words> states_;
};

}  // namespace drover::incremental
