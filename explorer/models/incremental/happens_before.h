#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/graph/working_graph.h"

namespace drover::incremental {

enum class ReleaseSequence : std::uint8_t { WithOwnWrites, RmwsOnly };

// hb of rc11, rc20 and wrc11, [RCMC] §3.2.2. The hb predecessors of an event are fixed when it is
// added (for a read when its source is known), so each event keeps
//   hb       the events that happen before it;
//   release  for a write: what happens before a read that acquires from it, i.e. the heads of the
//            release sequences it is in, and what happens before them;
//   fenced   the same for the last release fence before it (that fence and its hb);
//   pending  what a later acquire fence of its thread will acquire.
template <std::size_t Words, ReleaseSequence Sequence>
class HappensBefore {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  [[nodiscard]] const Bits& before(Slot event) const { return states_[event].hb; }
  // Returns what happens before a read independent of its source: through its thread, spawn and
  // join.
  [[nodiscard]] Bits before_in_thread(const Graph& graph, Slot event) const {
    const Slot previous = graph.previous_of(event);
    return previous == NoEvent ? before_first(graph, event) : with(states_[previous].hb, previous);
  }

  void on_add(const Graph& graph, Slot event) {
    State& state = states_[event];
    const Slot previous = graph.previous_of(event);
    if (previous != NoEvent) {
      const State& before = states_[previous];
      state.hb = before.hb;
      state.hb.insert(previous);
      state.fenced = before.fenced;
      state.pending = before.pending;
    } else {
      state.hb = before_first(graph, event);
      state.fenced.clear();
      state.pending.clear();
    }
    if (graph[event].kind == LabelKind::Join) add_joined(graph, event);
    state.release.clear();
    const Mode mode = mode_of(graph[event].mode);
    if (graph[event].kind == LabelKind::Fence) {
      if (at_least(mode, Mode::Acq)) state.hb |= state.pending;
      if (at_least(mode, Mode::Rel)) state.fenced = with(state.hb, event);
    } else if (graph[event].kind == LabelKind::Write) {
      set_release(graph, event, mode);
    }
  }

  void on_read(const Graph& graph, Slot read) {
    const Slot write = graph[read].reads_from;
    const Mode mode = mode_of(graph[read].mode);
    forget_reading(graph, read);
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

  // Resets a read to its state when it was added.
  void forget_reading(const Graph& graph, Slot read) {
    State& state = states_[read];
    const Slot previous = graph.previous_of(read);
    if (previous == NoEvent) {
      state.hb = before_first(graph, read);
      state.pending.clear();
      return;
    }
    state.hb = states_[previous].hb;
    state.hb.insert(previous);
    state.pending = states_[previous].pending;
  }

  static Mode mode_of(Mode mode) { return mode == Mode::Plain ? Mode::Sc : mode; }
  static Bits with(Bits set, Slot event) {
    set.insert(event);
    return set;
  }

  // Returns what happens before the first event of a thread. A spawn may come after events that its
  // thread has acquired; these are part of po if threads of earlier roles have ended.
  [[nodiscard]] Bits before_first(const Graph& graph, Slot event) const {
    const Slot spawn = graph.thread(graph[event].thread).spawn;
    return spawn == NoEvent ? graph[event].po : graph[event].po | with(states_[spawn].hb, spawn);
  }
  void add_joined(const Graph& graph, Slot join) {
    const Slot last = graph.synchronised_with(join);
    if (last != NoEvent) states_[join].hb |= with(states_[last].hb, last);
  }

  // rs and sw of [RCMC] §3.2.2; [SPORE] Def. D.1 for RmwsOnly.
  void set_release(const Graph& graph, Slot write, Mode mode) {
    State& state = states_[write];
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
