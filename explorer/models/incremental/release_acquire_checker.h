#pragma once

#include "explorer/models/incremental/repaired_c11_checker.h"
#include "explorer/models/incremental/sc_checker.h"

namespace drover::incremental {

// (po ∪ sync ∪ rf)+, which the graph stores.
template <std::size_t Words>
struct Porf {
  static const EventBits<Words>& before(const WorkingGraph<Words>& graph, Slot event) {
    return graph[event].porf;
  }
  static void on_add(const WorkingGraph<Words>& /*graph*/, Slot /*event*/) {}
  static void on_read(const WorkingGraph<Words>& /*graph*/, Slot /*read*/) {}
  static void copy_kept(const Porf& /*other*/, const EventBits<Words>& /*kept*/) {}
};

// ra: psc is checked for the fences.
template <std::size_t Words>
using RaChecker = HbChecker<Words, Porf<Words>, ScScope::FencesOnly>;

// sra: ra, with po ∪ sync ∪ rf ∪ co acyclic, stored as a transitive order.
template <std::size_t Words>
class SraChecker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  void on_add(const Graph& graph, Slot event) {
    ra_.on_add(graph, event);
    order_.set_after_po(graph, event);
  }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return ra_.lowest_rank(graph, event);
  }
  bool on_read(const Graph& graph, Slot read) {
    order_.touch(read);
    if (graph[read].reads_from != InitialWrite) order_.add(read, graph[read].reads_from);
    return ra_.on_read(graph, read);
  }
  bool on_place(const Graph& graph, Slot write) {
    const LocationId location = graph[write].location;
    const std::size_t rank = graph.coherence_rank(location, write);
    const Slot previous = graph.at_rank(location, rank - 1);
    order_.touch(write);
    if (previous != InitialWrite) order_.add(write, previous);
    const auto& coherence = graph.location(location).coherence;
    if (rank < coherence.size()) {
      if (order_.before(write).contains(coherence[rank])) return false;
      order_.insert_edge(graph, write, coherence[rank]);
    }
    return ra_.on_place(graph, write);
  }
  [[nodiscard]] static const Bits& happens_before(const Graph& graph, Slot event) {
    return graph[event].porf;
  }
  [[nodiscard]] std::size_t mark() const { return order_.mark(); }
  void undo(std::size_t mark) { order_.undo(mark); }
  void copy_without(const SraChecker& other, const Bits& kept, const Bits& deleted) {
    ra_.copy_without(other.ra_, kept, deleted);
    order_.copy_without(other.order_, kept, deleted);
  }

 private:
  RaChecker<Words> ra_;
  OrderRows<Words, PartOfPo::All> order_;
};

}  // namespace drover::incremental
