#pragma once

#include <cstddef>

#include "explorer/models/incremental/coherence.h"
#include "explorer/models/incremental/happens_before.h"
#include "explorer/models/incremental/psc.h"
#include "explorer/models/model_traits.h"

namespace drover::incremental {

// Writes of one location.
template <std::size_t Words>
struct WriteSet {
  EventBits<Words> writes;  // without the initial write
  bool has_initial = false;
};

// The checks that RCMC needs ([RCMC] Def. 3.7: a graph is *preconsistent* if it breaks no axiom
// except perhaps SC-ACYCLICITY). The algorithm keeps graphs preconsistent; for that it needs hb,
// the writes that a read may read from, and the writes that a read has seen.
//
// rc11: coherence is a total order per location, which the algorithm chooses. wrc11, [RCMC] §5: co
// is co_weak = U_x [W_x] ; (hb | rf_x)+ ; [W_x].
//
// Every edge of co_weak leads to the later added event, so an event's predecessors are fixed when
// it is added, as in hb. In (hb | rf_x)+ only the accesses of x matter, since they are the ends of
// rf_x, and hb is transitive.
template <std::size_t Words>
class PreconsistencyChecker {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using ScOrder = PartialScOrder<Words>;

  explicit PreconsistencyChecker(Preconsistency kind) : is_weak_(kind == Preconsistency::Wrc11) {}

  // True if writes have a place in coherence.
  [[nodiscard]] bool has_coherence() const { return !is_weak_; }
  [[nodiscard]] const Bits& happens_before(Slot event) const { return hb_.before(event); }

  // The event was added, without a source or a place.
  void on_add(const Graph& graph, Slot event) {
    hb_.on_add(graph, event);
    const LabelKind kind = graph[event].kind;
    const bool is_access = kind == LabelKind::Read || kind == LabelKind::Write;
    if (is_weak_ && is_access) set_weakly_before(graph, event);
  }
  void on_read(const Graph& graph, Slot read) {
    hb_.on_read(graph, read);
    if (!is_weak_) return;
    set_weakly_before(graph, read);
    const Slot write = graph[read].reads_from;
    if (write == InitialWrite) return;
    weakly_before_[read] |= weakly_before_[write];
    weakly_before_[read].insert(write);
  }
  void copy_kept(const PreconsistencyChecker& other, const Bits& kept) {
    hb_.copy_kept(other.hb_, kept);
    if (!is_weak_) return;
    kept.for_each([&](Slot event) { weakly_before_[event] = other.weakly_before_[event]; });
  }

  // With coherence: returns the first rank that a new event may read from or follow. Lower ranks
  // are in dom(co ; rf? ; hb ; [event]).
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, hb_.before(event));
  }
  // Returns the writes that a new read may read from, by coherence: not in dom(co ; rf? ; hb ;
  // [read]).
  [[nodiscard]] WriteSet<Words> readable_by(const Graph& graph, Slot read) const {
    if (is_weak_) return weakly_readable_by(graph, read);
    const std::size_t lowest = lowest_rank(graph, read);
    WriteSet<Words> readable;
    readable.has_initial = lowest == 0;
    const auto& order = graph.location(graph[read].location).coherence;
    for (std::size_t rank = order.size(); rank > 0 && rank >= lowest; --rank) {
      readable.writes.insert(order[rank - 1]);
    }
    return readable;
  }
  // True if `read` is in codom([write] ; co ; rf? ; hb? ; po): it cannot read from `write`. (A new
  // write has no successors in co_weak.)
  [[nodiscard]] bool has_seen_later(const Graph& graph, Slot read, Slot write) const {
    const LocationId location = graph[read].location;
    return !is_weak_ && last_seen_rank(graph, location, hb_.before_in_thread(graph, read)) >
                            graph.coherence_rank(location, write);
  }

  // True if the write may be the last of its location.
  [[nodiscard]] bool is_coherence_maximal(const Graph& graph, LocationId location,
                                          Slot write) const {
    if (!is_weak_) return graph.coherence_maximal(location) == write;
    const Bits& writes = graph.location(location).writes;
    if (write == InitialWrite) return writes.is_empty();
    return !writes.any_of([&](Slot other) { return weakly_before_[other].contains(write); });
  }
  // True if a full execution satisfies SC-ACYCLICITY.
  [[nodiscard]] bool is_sc_acyclic(const Graph& graph, ScOrder& sc_order) const {
    const ScEvents<Words> sc = sc_events_of(graph, ScScope::FencesAndAccesses);
    if (sc.all.is_empty()) return true;
    const auto hb_of = [&](std::size_t event) -> const Bits& {
      return hb_.before(static_cast<Slot>(event));
    };
    if (!is_weak_) return sc_order.is_acyclic(graph, sc, hb_of);
    const auto co_of = [&](std::size_t write) {
      const LocationId location = graph[static_cast<Slot>(write)].location;
      return weakly_before_[write] & graph.location(location).writes;
    };
    return sc_order.is_acyclic(graph, sc, hb_of, co_of);
  }

 private:
  // Without dom(co_weak ; rf? ; hb ; [read]).
  [[nodiscard]] WriteSet<Words> weakly_readable_by(const Graph& graph, Slot read) const {
    const auto& location = graph.location(graph[read].location);
    WriteSet<Words> readable{location.writes, true};
    (hb_.before(read) & (location.reads | location.writes)).for_each([&](Slot slot) {
      const auto& seen = graph[slot];
      const Slot write = seen.kind == LabelKind::Read ? seen.reads_from : slot;
      if (write == InitialWrite) return;
      readable.writes -= weakly_before_[write];
      readable.has_initial = false;
    });
    return readable;
  }

  // Adds the hb predecessors; a read also adds those of its source.
  void set_weakly_before(const Graph& graph, Slot event) {
    const auto& location = graph.location(graph[event].location);
    Bits row = hb_.before(event) & (location.reads | location.writes);
    const Bits direct = row;
    direct.for_each([&](Slot earlier) { row |= weakly_before_[earlier]; });
    weakly_before_[event] = row;
  }

  bool is_weak_;
  HappensBefore<Words, ReleaseSequence::WithOwnWrites> hb_;
  // By access, without coherence: the accesses of its location before it in (hb | rf_x)+.
  PerEvent<Bits, Words> weakly_before_;
};

}  // namespace drover::incremental
