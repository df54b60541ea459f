#pragma once

#include "explorer/models/incremental/coherence.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

// Adds coherence to an order: co, and fr, from reads to the writes that overwrite their sources.
//
// A new write comes after the write it follows in coherence and all readers of that write; a read
// comes before the write that overwrites its source. An event that follows (reads from) the last
// write it has seen, or a later one, closes no cycle: its only new outgoing edges lead to the next
// write in coherence, and if that write were before the event, the event would have seen it.
template <std::size_t Words, PartOfPo Po>
void order_read(const WorkingGraph<Words>& graph, OrderRows<Words, Po>& order, Slot read) {
  const Slot next = overwriting(graph, read);
  if (next != NoEvent) order.insert_edge(graph, read, next);
}

template <std::size_t Words, PartOfPo Po>
void order_write(const WorkingGraph<Words>& graph, OrderRows<Words, Po>& order, Slot write) {
  const LocationId location = graph[write].location;
  const std::size_t rank = graph.coherence_rank(location, write);
  const Slot previous = graph.at_rank(location, rank - 1);
  order.touch(write);
  if (previous != InitialWrite) order.add(write, previous);
  graph.readers_of(location, previous).for_each([&](std::size_t read) {
    order.add(write, static_cast<Slot>(read));
  });
  const auto& coherence = graph.location(location).coherence;
  if (rank < coherence.size()) order.insert_edge(graph, write, coherence[rank]);
}

// sc: stores po ∪ sync ∪ rf ∪ co ∪ fr as a transitive order.
template <std::size_t Words>
class ScChecker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  void on_add(const Graph& graph, Slot event) { order_.set_after_po(graph, event); }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, order_.before(event));
  }
  bool on_read(const Graph& graph, Slot read) {
    order_.touch(read);
    if (graph[read].reads_from != InitialWrite) order_.add(read, graph[read].reads_from);
    order_read(graph, order_, read);
    return true;
  }
  bool on_place(const Graph& graph, Slot write) {
    order_write(graph, order_, write);
    return true;
  }
  [[nodiscard]] const Bits& happens_before(const Graph& /*graph*/, Slot event) const {
    return order_.before(event);
  }
  [[nodiscard]] std::size_t mark() const { return order_.mark(); }
  void undo(std::size_t mark) { order_.undo(mark); }
  void copy_without(const ScChecker& other, const Bits& kept, const Bits& deleted) {
    order_.copy_without(other.order_, kept, deleted);
  }

 private:
  OrderRows<Words, PartOfPo::All> order_;
};

}  // namespace drover::incremental
