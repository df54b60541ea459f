#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "explorer/models/memory_model.h"

namespace drover::explain {

// True if acyclic (po & loc) | (sync & loc) | rf | co | fr, and atomicity ([RCMC] §3.2.3) holds:
// the definition of coherent candidates, for any graph, also a partial one.
[[nodiscard]] bool satisfies_coherence(const ExecutionGraph& graph);

// Gives the same answer as satisfies_coherence, for many graphs over the same events. The condition
// is per location, and most locations do not change between questions: the checker keeps the
// reads-from, coherence and answer of each location. Loops may have hundreds of accesses of one
// location, so only edges that imply the others are used.
class CoherenceChecker : public GraphChecker {
 public:
  void set_events(const ExecutionGraph& graph) override;
  bool may_become_consistent(const ExecutionGraph& graph) override { return is_consistent(graph); }
  bool is_consistent(const ExecutionGraph& graph) override;

 private:
  using Edge = std::pair<std::size_t, std::size_t>;
  // The accesses of one location are numbered from 0.
  struct Place {
    LocationId location;
    std::vector<EventId> accesses;
    std::vector<Edge> order;  // program order, spawn and join; implied edges are left out
    // The last question about this location.
    std::vector<EventId> reads_from;  // by access
    std::vector<EventId> coherence;
    bool is_known = false;
    bool is_coherent = false;
  };

  void add_order(const ExecutionGraph& graph, Place& place) const;
  [[nodiscard]] static bool is_atomic(const ExecutionGraph& graph, const Place& place);
  [[nodiscard]] bool is_coherent(const ExecutionGraph& graph, const Place& place) const;

  std::vector<Place> places_;
  std::vector<std::size_t> number_;  // by event: its number among the accesses of its location
};

}  // namespace drover::explain
