#pragma once

#include <array>
#include <cstddef>

#include "explorer/models/incremental/coherence.h"
#include "explorer/models/incremental/happens_before.h"
#include "explorer/models/incremental/psc.h"

// The checks that RCMC needs ([RCMC] Def. 3.7: a graph is *preconsistent* if it breaks no axiom
// except perhaps SC-ACYCLICITY). The algorithm keeps graphs preconsistent; for that it needs hb,
// the writes that a read may read from, and the writes that a read has seen.
namespace drover::incremental {

// Writes of one location.
template <std::size_t Words>
struct WriteSet {
  EventBits<Words> writes;  // without the initial write
  bool has_initial = false;
};

// rc11: coherence is a total order per location, which the algorithm chooses.
template <std::size_t Words>
class Rc11Preconsistency {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using ScOrder = PartialScOrder<Words>;
  static constexpr bool HasCoherence = true;

  [[nodiscard]] const Bits& happens_before(Slot event) const { return hb_.before(event); }
  void on_add(const Graph& graph, Slot event) { hb_.on_add(graph, event); }
  void on_read(const Graph& graph, Slot read) { hb_.on_read(graph, read); }
  void copy_kept(const Rc11Preconsistency& other, const Bits& kept) {
    hb_.copy_kept(other.hb_, kept);
  }

  // Returns the first coherence rank that a new event may read from or follow: lower ranks are in
  // dom(co ; rf? ; hb ; [event]).
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, hb_.before(event));
  }
  // Returns the writes that a new read may read from, by coherence: not in dom(co ; rf? ; hb ;
  // [read]).
  [[nodiscard]] WriteSet<Words> readable_by(const Graph& graph, Slot read) const {
    const std::size_t lowest = lowest_rank(graph, read);
    WriteSet<Words> readable;
    readable.has_initial = lowest == 0;
    const auto& order = graph.location(graph[read].location).coherence;
    for (std::size_t rank = order.size(); rank > 0 && rank >= lowest; --rank) {
      readable.writes.insert(order[rank - 1]);
    }
    return readable;
  }
  // True if `read` is in codom([write] ; co ; rf? ; hb? ; po): it cannot read from `write`.
  [[nodiscard]] bool has_seen_later(const Graph& graph, Slot read, Slot write) const {
    const LocationId location = graph[read].location;
    return last_seen_rank(graph, location, hb_.before_in_thread(graph, read)) >
           graph.coherence_rank(location, write);
  }

  [[nodiscard]] static bool is_coherence_maximal(const Graph& graph, LocationId location,
                                                 Slot write) {
    return graph.coherence_maximal(location) == write;
  }
  // SC-ACYCLICITY.
  [[nodiscard]] bool is_sc_acyclic(const Graph& graph, ScOrder& sc_order) const {
    const ScEvents<Words> sc = sc_events_of(graph, ScScope::FencesAndAccesses);
    if (sc.all.is_empty()) return true;
    return sc_order.is_acyclic(graph, sc, [&](std::size_t event) -> const Bits& {
      return hb_.before(static_cast<Slot>(event));
    });
  }

 private:
  HappensBefore<Words, ReleaseSequence::WithOwnWrites> hb_;
};

// wrc11, [RCMC] §5: co is co_weak = U_x [W_x] ; (hb | rf_x)+ ; [W_x].
//
// Every edge of co_weak leads to the later added event, so an event's predecessors are fixed when
// it is added, as in hb. In (hb | rf_x)+ only the accesses of x matter, since they are the ends of
// rf_x, and hb is transitive.
template <std::size_t Words>
class Wrc11Preconsistency {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using ScOrder = PartialScOrder<Words>;
  static constexpr bool HasCoherence = false;

  [[nodiscard]] const Bits& happens_before(Slot event) const { return hb_.before(event); }
  void on_add(const Graph& graph, Slot event) {
    hb_.on_add(graph, event);
    const LabelKind kind = graph[event].kind;
    if (kind == LabelKind::Read || kind == LabelKind::Write) set_weakly_before(graph, event);
  }
  void on_read(const Graph& graph, Slot read) {
    hb_.on_read(graph, read);
    set_weakly_before(graph, read);
    const Slot write = graph[read].reads_from;
    if (write == InitialWrite) return;
    weakly_before_[read] |= weakly_before_[write];
    weakly_before_[read].insert(write);
  }
  void copy_kept(const Wrc11Preconsistency& other, const Bits& kept) {
    hb_.copy_kept(other.hb_, kept);
    kept.for_each([&](std::size_t event) { weakly_before_[event] = other.weakly_before_[event]; });
  }

  // Excludes dom(co_weak ; rf? ; hb ; [read]).
  [[nodiscard]] WriteSet<Words> readable_by(const Graph& graph, Slot read) const {
    const auto& location = graph.location(graph[read].location);
    WriteSet<Words> readable{location.writes, true};
    (hb_.before(read) & (location.reads | location.writes)).for_each([&](std::size_t slot) {
      const auto& seen = graph[static_cast<Slot>(slot)];
      const bool is_read = seen.kind == LabelKind::Read;
      const Slot write = is_read ? seen.reads_from : static_cast<Slot>(slot);
      if (write == InitialWrite) return;
      readable.writes -= weakly_before_[write];
      readable.has_initial = false;
    });
    return readable;
  }
  // §5: a new write has no successors in co_weak.
  [[nodiscard]] static bool has_seen_later(const Graph& /*graph*/, Slot /*read*/, Slot /*write*/) {
    return false;
  }

  [[nodiscard]] bool is_coherence_maximal(const Graph& graph, LocationId location,
                                          Slot write) const {
    const Bits& writes = graph.location(location).writes;
    if (write == InitialWrite) return writes.is_empty();
    bool is_maximal = true;
    writes.for_each(
        [&](std::size_t other) { is_maximal &= !weakly_before_[other].contains(write); });
    return is_maximal;
  }
  // SC-ACYCLICITY.
  [[nodiscard]] bool is_sc_acyclic(const Graph& graph, ScOrder& sc_order) const {
    const ScEvents<Words> sc = sc_events_of(graph, ScScope::FencesAndAccesses);
    if (sc.all.is_empty()) return true;
    const auto hb_of = [&](std::size_t event) -> const Bits& {
      return hb_.before(static_cast<Slot>(event));
    };
    const auto co_of = [&](std::size_t write) {
      const LocationId location = graph[static_cast<Slot>(write)].location;
      return weakly_before_[write] & graph.location(location).writes;
    };
    return sc_order.is_acyclic(graph, sc, hb_of, co_of);
  }

 private:
  // Adds the hb predecessors; a read also adds those of its source.
  void set_weakly_before(const Graph& graph, Slot event) {
    const auto& location = graph.location(graph[event].location);
    Bits row = hb_.before(event) & (location.reads | location.writes);
    const Bits direct = row;
    direct.for_each([&](std::size_t earlier) { row |= weakly_before_[earlier]; });
    weakly_before_[event] = row;
  }

  HappensBefore<Words, ReleaseSequence::WithOwnWrites> hb_;
  // For an access: the accesses of the same location before it in (hb | rf_x)+.
  PerEvent<Bits, Words> weakly_before_;
};

}  // namespace drover::incremental
