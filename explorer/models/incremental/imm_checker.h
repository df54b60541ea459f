#pragma once

// Checks imm on a working graph, by sets of events instead of relations.
//
// Events may be open: reads without a writer, writes without a coherence position. For a graph with
// open events the verdict may be "consistent" although the axioms show that it cannot become so. No
// state is kept between graphs, since an open read that gets its writer changes what happens before
// later events. One pass over the events, in an order of po ∪ sync ∪ rf, is enough if that is
// acyclic: Lemma 33 (docs/proofs.md). If the events have no such order (load buffering), a cycle of
// rfe and bob violates no-thin-air. If there is none, or if SC fences have a cycle, there is no
// verdict, and the axioms decide.

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/models/incremental/happens_before.h"
#include "explorer/models/incremental/psc.h"
#include "explorer/models/incremental/rows.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

template <std::size_t Words>
class ImmChecker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // See OpenGraphChecker.
  [[nodiscard]] std::optional<bool> ask(const Graph& graph, const Bits& open, Extent /*extent*/) {
    if (!settle_all(graph, open)) {
      if (has_barrier_cycle(graph)) return false;
      return std::nullopt;
    }
    if (!is_coherent(graph)) return false;
    if (sc_.all.size() < 2) return true;
    // sync is not part of imm's scb. If only init and final have sync edges, this makes no
    // difference: no cycle returns over them.
    if (has_spawns_) return std::nullopt;
    const auto hb_of = [&](std::size_t event) -> const Bits& { return states_[event].hb; };
    if (!psc_.is_acyclic(graph, sc_, hb_of)) return false;
    if (sc_.fences.size() < 2 || are_fences_ordered(graph)) return true;
    return std::nullopt;
  }

  // Returns what happens before an event; nothing if po ∪ sync ∪ rf has a cycle.
  [[nodiscard]] Bits happens_before(const Graph& graph, const Bits& open, Slot event) {
    return settle_all(graph, open) ? states_[event].hb : Bits();
  }

 private:
  struct State {
    Bits hb;
    Bits fenced;  // see settle_in_thread
    Bits pending;
    // For a write: the releases that lead to it by (po-loc?; rf; rmw)*, with what happens before
    // them; the same for it and the earlier writes of its thread and location.
    Bits chain;
    Bits seen;
  };

  [[nodiscard]] static bool is_of_program(Slot write) { return write < NoEvent; }

  // Computes the states in an order of po, sync and rf. False if there is none.
  bool settle_all(const Graph& graph, const Bits& open) {
    order_.clear();
    sc_ = {};
    has_spawns_ = false;
    visit_in_order(graph, graph.events(), next_, [&](Slot event) {
      settle(graph, event, open);
      order_.push_back(event);
      if (graph.last_of(graph[event].thread) == event && open.contains(event)) return;
      sc_.note(graph, event, ScScope::FencesAndAccesses);
    });
    return order_.size() == graph.size();
  }

  void settle(const Graph& graph, Slot slot, const Bits& open) {
    const auto& event = graph[slot];
    settle_in_thread(states_, graph, slot);
    switch (event.kind) {
      case LabelKind::Read: settle_read(graph, slot); return;
      case LabelKind::Write: settle_write(graph, slot, open); return;
      case LabelKind::Spawn: has_spawns_ = true; return;
      default: return;
    }
  }
  void settle_read(const Graph& graph, Slot read) {
    const auto& event = graph[read];
    if (!is_of_program(event.reads_from)) return;
    State& state = states_[read];
    const State& source = states_[event.reads_from];
    const Bits& acquired =
        graph[event.reads_from].thread == event.thread ? source.chain : source.seen;
    state.pending |= acquired;
    if (at_least(mode_of(event.mode), Mode::Acq)) state.hb |= acquired;
  }
  void settle_write(const Graph& graph, Slot write, const Bits& open) {
    const auto& event = graph[write];
    State& state = states_[write];
    state.chain = state.fenced;
    if (at_least(mode_of(event.mode), Mode::Rel)) state.chain |= with(state.hb, write);
    // The write of an open read-modify-write is not a second half yet.
    if (!open.contains(write) && is_second_half(graph, write)) {
      const Slot source = graph[graph.previous_of(write)].reads_from;
      if (is_of_program(source)) state.chain |= states_[source].seen;
    }
    state.seen = state.chain;
    const auto& thread = graph.thread(event.thread).events;
    for (std::size_t i = event.index; i-- > 0;) {
      const auto& earlier = graph[thread[i]];
      if (earlier.kind != LabelKind::Write || earlier.location != event.location) continue;
      state.seen |= states_[thread[i]].seen;
      return;
    }
  }
  [[nodiscard]] static bool is_second_half(const Graph& graph, Slot write) {
    return !first_half_of(graph, write).is_empty();
  }

  // True if rfe | bob of imm.cat has a cycle.
  [[nodiscard]] bool has_barrier_cycle(const Graph& graph) {
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      Bits own;       // all earlier events of the thread
      Bits barriers;  // those ordered before all later events
      for (const Slot slot : graph.thread(t).events) {
        const auto& event = graph[slot];
        const Mode mode = mode_of(event.mode);
        const bool is_acquire = at_least(mode, Mode::Acq);
        const bool is_release = at_least(mode, Mode::Rel);
        const bool is_fence = event.kind == LabelKind::Fence && (is_acquire || is_release);
        const bool is_release_write = event.kind == LabelKind::Write && is_release;
        Bits before = (event.po - own) | barriers;  // sync, and preserved order
        if (is_fence || is_release_write) before |= own;
        if (event.kind == LabelKind::Write) {
          before |= own & release_writes_ & graph.location(event.location).writes;
        }
        if (event.kind == LabelKind::Read && is_of_program(event.reads_from) &&
            graph[event.reads_from].thread != t) {
          before.insert(event.reads_from);
        }
        before_[slot] = before;
        if (is_fence || (event.kind == LabelKind::Read && is_acquire)) barriers.insert(slot);
        release_writes_.erase(slot);
        if (is_release_write) release_writes_.insert(slot);
        own.insert(slot);
      }
    }
    return has_cycle(graph.events(), before_);
  }

  // Checks coherence and atomicity. Visits each location from its last write: later events must not
  // happen before earlier ones.
  [[nodiscard]] bool is_coherent(const Graph& graph) const {
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      if (!is_coherent(graph, graph.location(LocationId(i)))) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_coherent(const Graph& graph,
                                 const typename Graph::LocationState& location) const {
    const auto& order = location.coherence;
    Bits later;
    for (std::size_t rank = order.size(); rank-- > 0;) {
      const Slot write = order[rank];
      const Bits& readers = graph[write].readers;
      if (states_[write].hb.intersects(later | readers) || !are_before(readers, later))
        return false;
      if (is_second_half(graph, write)) {
        const Slot source = graph[graph.previous_of(write)].reads_from;
        if (source != (rank == 0 ? InitialWrite : order[rank - 1])) return false;
      }
      later.insert(write);
      later |= readers;
    }
    // Writes without a coherence position are also after the initial write.
    return are_before(location.initial_readers, later | location.writes);
  }
  [[nodiscard]] bool are_before(const Bits& readers, const Bits& later) const {
    return !readers.any_of([&](Slot read) { return states_[read].hb.intersects(later); });
  }

  // True if (po ∪ sync ∪ rf)+ and psc-fence = [F & SC]; hb; eco; hb; [F & SC] have no cycle.
  [[nodiscard]] bool are_fences_ordered(const Graph& graph) {
    for (const Slot slot : order_) {
      const auto& event = graph[slot];
      Bits before = event.po;
      if (const Slot previous = graph.previous_of(slot); previous != NoEvent) {
        before |= porf_[previous];
      } else {
        event.po.for_each([&](std::size_t earlier) { before |= porf_[earlier]; });
      }
      if (event.kind == LabelKind::Read && is_of_program(event.reads_from)) {
        before |= with(porf_[event.reads_from], event.reads_from);
      }
      if (event.kind == LabelKind::Join) {
        event.po.for_each([&](std::size_t earlier) { before |= porf_[earlier]; });
      }
      porf_[slot] = before;
    }
    sc_.fences.for_each([&](std::size_t fence) {
      Bits before = porf_[fence];
      before_in_eco(graph, states_[fence].hb).for_each([&](std::size_t event) {
        before |= states_[event].hb;
      });
      before_[fence] = before;
    });
    return !has_cycle(sc_.fences, before_);
  }
  // Returns the eco predecessors of the events.
  [[nodiscard]] static Bits before_in_eco(const Graph& graph, const Bits& events) {
    Bits result;
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      Bits before = location.initial_readers;
      for (const Slot write : location.coherence) {
        if (events.contains(write)) result |= before;
        if (events.intersects(graph[write].readers)) result |= with(before, write);
        before.insert(write);
        before |= graph[write].readers;
      }
    }
    return result;
  }
  PerEvent<State, Words> states_;
  PerEvent<Bits, Words> porf_;
  PerEvent<Bits, Words> before_;  // some ar predecessors
  PartialScOrder<Words> psc_;
  ScEvents<Words> sc_;
  Bits release_writes_;
  std::vector<Slot> order_;
  std::vector<std::size_t> next_;  // by thread
  bool has_spawns_ = false;
};

}  // namespace drover::incremental
