#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "explorer/models/memory_model.h"

namespace drover::explain {

// acyclic (po & loc) | (sync & loc) | rf | co | fr, and atomicity ([RCMC] §3.2.3): what coherent
// candidates are. The definition, of any graph; partial ones too.
[[nodiscard]] bool satisfies_coherence(const ExecutionGraph& graph);

// The same answer for many graphs over the same events. The demand is one of each location for
// itself, and of most of them nothing has changed since the last question: what a location read
// from and how it was ordered is kept, with the answer. Paths through loops may have hundreds of
// accesses of one location: only edges from which the others follow are looked at.
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
    std::vector<Edge> order;  // program order and spawn and join; what follows is left out
    // The last question about it.
    std::vector<EventId> reads_from;  // by access
    std::vector<EventId> coherence;
    bool is_known = false;
    bool is_coherent = false;
  };

  void add_order(const ExecutionGraph& graph, Place& place) const;
  [[nodiscard]] static bool is_atomic(const ExecutionGraph& graph, const Place& place);
  [[nodiscard]] bool is_coherent(const ExecutionGraph& graph, const Place& place) const;

  std::vector<Place> places_;
  std::vector<std::size_t> number_;  // by event: among the accesses of its location
};

}  // namespace drover::explain
