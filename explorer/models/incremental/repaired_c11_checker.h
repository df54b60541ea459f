#pragma once

#include <cstdint>

#include "explorer/models/incremental/psc.h"

namespace drover::incremental {

enum class ReleaseSequence : std::uint8_t { WithOwnWrites, RmwsOnly };

// rc11 and rc20. An event's place in hb is settled when it is added (a read's when it is
// known what it reads from), so each event keeps
//   hb       the events that happen before it;
//   release  of a write: what happens before whoever acquires from it, i.e. the heads of
//            the release sequences it is in, and what happens before them;
//   fenced   the same of the last release fence before it (that fence and its hb);
//   pending  what a later acquire fence of its thread will acquire.
template <std::size_t Words, ReleaseSequence Sequence>
class RepairedC11Checker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  void on_add(const Graph& graph, Slot event) {
    sc_.note(graph, event, ScScope::FencesAndAccesses);
    State& state = states_[event];
    const Slot previous = graph.previous_of(event);
    if (previous != NoEvent) {
      const State& before = states_[previous];
      state.hb = before.hb;
      state.hb.insert(previous);
      state.fenced = before.fenced;
      state.pending = before.pending;
    } else {
      state.hb = graph[event].po;
      state.fenced.clear();
      state.pending.clear();
    }
    state.release.clear();
    const Mode mode = mode_of(graph[event].mode);
    if (graph[event].kind == LabelKind::Fence) {
      if (at_least(mode, Mode::Acq)) state.hb |= state.pending;
      if (at_least(mode, Mode::Rel)) state.fenced = with(state.hb, event);
    } else if (graph[event].kind == LabelKind::Write) {
      set_release(graph, event, mode);
    }
  }

  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, states_[event].hb);
  }

  bool on_read(const Graph& graph, Slot read) {
    const Slot write = graph[read].reads_from;
    const Mode mode = mode_of(graph[read].mode);
    on_add(graph, read);
    if (write != InitialWrite && at_least(mode, Mode::Rlx)) {
      states_[read].pending |= states_[write].release;
      if (at_least(mode, Mode::Acq)) states_[read].hb |= states_[write].release;
    }
    return sc_holds(graph, read);
  }
  bool on_place(const Graph& graph, Slot write) { return sc_holds(graph, write); }

  [[nodiscard]] const Bits& happens_before(const Graph& /*graph*/, Slot event) const {
    return states_[event].hb;
  }
  [[nodiscard]] static std::size_t mark() { return 0; }
  void undo(std::size_t /*mark*/) {}
  void copy_without(const RepairedC11Checker& other, const Bits& kept, const Bits& /*deleted*/) {
    sc_ = other.sc_;
    kept.for_each([&](std::size_t event) { states_[event] = other.states_[event]; });
  }

 private:
  struct State {
    Bits hb;
    Bits release;
    Bits fenced;
    Bits pending;
  };

  static Mode mode_of(Mode mode) { return mode == Mode::Plain ? Mode::Sc : mode; }
  static Bits with(Bits set, Slot event) {
    set.insert(event);
    return set;
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
  // The last release write before it of its thread and location; it knows of the others.
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

  bool sc_holds(const Graph& graph, Slot last) {
    const ScEvents<Words> sc = sc_.among(graph.events());
    if (!may_close_cycle(graph, sc, last, states_[last].hb)) return true;
    const auto hb_of = [&](std::size_t event) -> const Bits& { return states_[event].hb; };
    return psc_.is_acyclic(graph, sc, hb_of);
  }

  std::array<State, Graph::Capacity> states_;
  ScEvents<Words> sc_;
  PartialScOrder<Words> psc_;
};

}  // namespace drover::incremental
