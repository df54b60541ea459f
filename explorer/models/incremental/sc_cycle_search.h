#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/models/incremental/psc.h"

// The SC axiom of [RCMC] §3.2.4 for graphs that grow event by event: checks whether an event that
// has just got its writer or coherence position closes a cycle of psc. The search follows psc from
// the new event only (Lemma 32, docs/proofs.md); PartialScOrder computes psc of the whole graph,
// for explorers that check at the end.
namespace drover::incremental {

template <std::size_t Words>
class ScCycleSearch {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // `hb_of(slot)` returns the events that happen before it.
  template <typename HbOf>
  [[nodiscard]] bool closes_cycle(const Graph& graph, const ScEvents<Words>& sc, Slot last,
                                  const HbOf& hb_of) {
    if (!may_close_cycle(graph, sc, last, hb_of(last))) return false;
    begin(graph);
    Run<HbOf> run{*this, graph, sc, hb_of, sc.fences & hb_of(last), NoEvent, !sc.fences.is_empty()};
    if (sc.all.contains(last)) run.goal = last;
    run.follow_coherence(last);
    if (run.search()) return true;
    if (run.fence_goals.is_empty()) return false;
    // hb ; eco ; hb begins only at fences, so the event itself is not a goal here.
    run.goal = NoEvent;
    run.follow_eco(last);
    return run.search();
  }

 private:
  static constexpr std::uint32_t Unseen = static_cast<std::uint32_t>(-1);

  template <typename HbOf>
  struct Run {
    ScCycleSearch& state;
    const Graph& graph;
    const ScEvents<Words>& sc;
    const HbOf& hb_of;
    Bits fence_goals;
    Slot goal;
    bool has_fences;
    bool found = false;

    bool search() {
      while (!found && !state.open_.empty()) {
        const Slot event = state.open_.back();
        state.open_.pop_back();
        if (sc.fences.contains(event)) {
          leave_fence(event);
        } else {
          leave_access(event);
        }
      }
      return found;
    }

    // ---- Reached events

    // Marks the SC events of a thread from an index on as reached.
    void reach(std::size_t thread, std::size_t index) {
      const auto& events = graph.thread(thread).events;
      std::uint32_t& from = state.reached_[thread];
      // Reversed, so that the first event is processed first: see leave_by_po.
      for (std::size_t i = std::min<std::size_t>(from, events.size()); i-- > index;) {
        if (!sc.all.contains(events[i])) continue;
        found |= events[i] == goal || fence_goals.contains(events[i]);
        state.open_.push_back(events[i]);
      }
      if (index < from) from = static_cast<std::uint32_t>(index);
    }
    void reach(Slot event) { reach(graph[event].thread, graph[event].index); }

    // hb? ; [F_sc]. If the event is a fence, the caller has reached it.
    void reach_fences_after(Slot event) {
      if (!has_fences || is_last_in_hb(event)) return;
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const auto& events = graph.thread(t).events;
        const bool is_own = t == graph[event].thread;
        std::size_t i = is_own ? graph[event].index : first_after(event, t);
        while (i < events.size() && !sc.fences.contains(events[i])) ++i;
        if (i < events.size()) reach(t, i);
      }
    }

    // ---- Steps

    // co and fr from an access; then [E_sc], or hb? ; [F_sc].
    void follow_coherence(Slot event) {
      const std::size_t rank = rank_of(event);
      const LocationId location = graph[event].location;
      const auto& order = graph.location(location).coherence;
      std::uint32_t& from = state.followed_[location.value];
      for (std::size_t i = rank; i < order.size() && i < from; ++i) {
        if (sc.all.contains(order[i])) reach(order[i]);
        reach_fences_after(order[i]);
      }
      if (rank < from) from = static_cast<std::uint32_t>(rank);
    }
    // eco from an access; then hb? ; [F_sc]. (With `hb?` for `hb`: an access is not a fence.)
    void follow_eco(Slot event) {
      const std::size_t rank = rank_of(event);
      const LocationId location = graph[event].location;
      const auto& order = graph.location(location).coherence;
      std::uint32_t& from = state.followed_by_eco_[location.value];
      if (graph[event].kind == LabelKind::Write) reach_fences_after_readers(event);
      for (std::size_t i = rank; i < order.size() && i < from; ++i) {
        reach_fences_after(order[i]);
        reach_fences_after_readers(order[i]);
      }
      if (rank < from) from = static_cast<std::uint32_t>(rank);
    }
    void reach_fences_after_readers(Slot write) {
      graph[write].readers.for_each(
          [&](std::size_t read) { reach_fences_after(static_cast<Slot>(read)); });
    }

    // scb from an SC access. Later events of its thread are already reached.
    void leave_access(Slot event) {
      if (has_place(event)) follow_coherence(event);
      if (is_last_in_hb(event)) return;
      const std::size_t own = graph[event].thread;
      leave_by_po(event);
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const bool is_reached = !has_fences && state.reached_[t] == 0;
        if (t != own && !is_reached) follow_hb_to_location(event, t);
      }
    }

    // po, and po|≠loc ; hb ; po|≠loc. From an earlier event of the thread they lead to all targets
    // of a later one.
    void leave_by_po(Slot event) {
      const std::size_t own = graph[event].thread;
      std::uint32_t& left = state.left_[own];
      if (graph[event].index >= left) return;
      left = graph[event].index;
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        if (t != own && !state.has_joints_) continue;
        const auto& events = graph.thread(t).events;
        const std::size_t next = first_in_po_after(event, t);
        if (next == events.size()) continue;
        reach(t, next);
        reach_fences_after(events[next]);
        const std::size_t other = first_of_other_location(event, t, next);
        if (other < events.size()) leave_detour(events[other]);
      }
    }

    // hb ; po|≠loc
    void leave_detour(Slot event) {
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const auto& events = graph.thread(t).events;
        const std::size_t after = first_after(event, t);
        if (after == events.size()) continue;
        for (std::size_t u = 0; u < graph.thread_count(); ++u) {
          if (u != t && !state.has_joints_) continue;
          const std::size_t next = first_in_po_after(events[after], u);
          const std::size_t other = first_of_other_location(events[after], u, next);
          if (other == graph.thread(u).events.size()) continue;
          reach(u, other);
          reach_fences_after(graph.thread(u).events[other]);
        }
      }
    }

    // hb|loc from an SC access to another thread. In its own thread it is part of po.
    void follow_hb_to_location(Slot event, std::size_t thread) {
      const auto& events = graph.thread(thread).events;
      const std::size_t after = first_after(event, thread);
      bool is_first = has_fences;
      for (std::size_t i = after; i < events.size(); ++i) {
        if (i >= state.reached_[thread] && !is_first) return;
        if (!is_access_of(events[i], graph[event].location)) continue;
        if (is_first) reach_fences_after(events[i]);
        is_first = false;
        if (!sc.all.contains(events[i])) continue;
        reach(thread, i);
        return;
      }
    }

    // hb? ; scb, hb, and hb ; eco ; hb from an SC fence. For each other thread: all events after
    // the first event that the fence happens before are reached, by po. The first event itself is
    // reached if it is a fence, or after an event that the fence happens before, by po from another
    // thread, or by hb|loc.
    void leave_fence(Slot fence) {
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const auto& events = graph.thread(t).events;
        const std::size_t after = first_after(fence, t);
        if (after == events.size()) continue;
        if (t != graph[fence].thread) {
          reach(t, after + 1);
          if (is_reached_first(fence, events[after])) reach(t, after);
        }
        for (std::size_t i = after; i < events.size(); ++i) {
          if (!has_place(events[i])) continue;
          follow_coherence(events[i]);
          follow_eco(events[i]);
        }
      }
    }
    bool is_reached_first(Slot fence, Slot event) const {
      if (sc.fences.contains(event) || is_after_by_joint(fence, event)) return true;
      const LabelKind kind = graph[event].kind;
      if (!sc.all.contains(event) || (kind != LabelKind::Read && kind != LabelKind::Write)) {
        return false;
      }
      const auto& location = graph.location(graph[event].location);
      return (hb_of(event) & (location.reads | location.writes)).any_of([&](Slot other) {
        return hb_of(other).contains(fence);
      });
    }

    // hb? ; po to the first event of a thread.
    [[nodiscard]] bool is_after_by_joint(Slot fence, Slot event) const {
      if (graph[event].index > 0) return false;
      const Bits& before = graph[event].po;
      return before.contains(fence) ||
             before.any_of([&](Slot other) { return hb_of(other).contains(fence); });
    }

    // ---- Orders

    [[nodiscard]] bool is_access_of(Slot event, LocationId location) const {
      const LabelKind kind = graph[event].kind;
      return (kind == LabelKind::Read || kind == LabelKind::Write) &&
             graph[event].location == location;
    }
    [[nodiscard]] bool is_after_in_po(Slot earlier, Slot event) const {
      return graph[event].po.contains(earlier);
    }
    // If true, the event has no successors in hb. A cheap test; programs with hundreds of threads
    // have many such events.
    [[nodiscard]] bool is_last_in_hb(Slot event) const {
      return !state.has_joints_ && graph.last_of(graph[event].thread) == event &&
             graph[event].readers.is_empty();
    }
    // True for a write, or a read with a source.
    [[nodiscard]] bool has_place(Slot event) const {
      const auto& at = graph[event];
      return at.kind == LabelKind::Write ||
             (at.kind == LabelKind::Read && at.reads_from != NoEvent);
    }
    // Returns the number of writes that are not later in coherence than the access, without the
    // initial one. No write is later than one without a coherence position.
    [[nodiscard]] std::size_t rank_of(Slot event) const {
      const auto& at = graph[event];
      const Slot write = at.kind == LabelKind::Read ? at.reads_from : event;
      return graph.coherence_rank(at.location, write);
    }
    // Returns the index of the first event of the thread that `event` happens before.
    [[nodiscard]] std::size_t first_after(Slot event, std::size_t thread) const {
      if (thread == graph[event].thread) return graph[event].index + std::size_t{1};
      return first_with(thread, [&](Slot later) { return hb_of(later).contains(event); });
    }
    [[nodiscard]] std::size_t first_in_po_after(Slot event, std::size_t thread) const {
      if (thread == graph[event].thread) return graph[event].index + std::size_t{1};
      return first_with(thread, [&](Slot later) { return is_after_in_po(event, later); });
    }
    template <typename Holds>
    [[nodiscard]] std::size_t first_with(std::size_t thread, Holds holds) const {
      const auto& events = graph.thread(thread).events;
      if (events.empty() || !holds(events.back())) return events.size();
      const auto found_at = std::partition_point(events.begin(), events.end(),
                                                 [&](Slot event) { return !holds(event); });
      return static_cast<std::size_t>(found_at - events.begin());
    }
    // Returns the first index from `index` on whose event has another location than `event`.
    [[nodiscard]] std::size_t first_of_other_location(Slot event, std::size_t thread,
                                                      std::size_t index) const {
      const auto& events = graph.thread(thread).events;
      const LabelKind kind = graph[event].kind;
      if (kind != LabelKind::Read && kind != LabelKind::Write) return index;
      while (index < events.size() && is_access_of(events[index], graph[event].location)) ++index;
      return index;
    }
  };

  void begin(const Graph& graph) {
    open_.clear();
    reached_.assign(graph.thread_count(), Unseen);
    left_.assign(graph.thread_count(), Unseen);
    followed_.assign(graph.location_count(), Unseen);
    followed_by_eco_.assign(graph.location_count(), Unseen);
    has_joints_ = graph.role(0) != graph.role(graph.thread_count() - 1);
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      has_joints_ |= graph.thread(t).spawn != NoEvent;
    }
  }

  std::vector<Slot> open_;               // reached, not yet processed
  std::vector<std::uint32_t> reached_;   // by thread: SC events from this index on are reached
  std::vector<std::uint32_t> left_;      // by thread: processed by po from this index on
  std::vector<std::uint32_t> followed_;  // by location: followed from this rank on
  std::vector<std::uint32_t> followed_by_eco_;
  bool has_joints_ = false;  // po leads from thread to thread
};

}  // namespace drover::incremental
