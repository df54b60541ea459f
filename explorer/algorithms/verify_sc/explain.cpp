#include "explorer/algorithms/verify_sc/explain.h"

#include <algorithm>
#include <queue>

namespace drover::vsc {

namespace {

// The edges whose transitive closure is the order. Each has a reason that fits into one line.
class OrderEdges {
 public:
  OrderEdges(const VscInstance& instance, std::span<const OrderEdge> steps)
      : instance_(instance), from_(instance.size()) {
    for (std::size_t thread = 0; thread < instance.thread_count(); ++thread) {
      const auto operations = instance.operations_of(thread);
      for (std::size_t i = 0; i + 1 < operations.size(); ++i) {
        add({operations[i], operations[i + 1], OrderReason::ProgramOrder, NoOperation});
      }
    }
    for (const OrderEdge& step : steps) add(step);
  }

  // Returns the shortest path from `a` to `b`, which comes after `a`.
  [[nodiscard]] OrderCycle path(VscIndex a, VscIndex b) const {
    std::vector<const OrderEdge*> arrived_by(instance_.size(), nullptr);
    std::queue<VscIndex> waiting;
    waiting.push(a);
    while (!waiting.empty() && arrived_by[b] == nullptr) {
      const VscIndex here = waiting.front();
      waiting.pop();
      for (const OrderEdge& edge : from_[here]) {
        if (edge.after == a || arrived_by[edge.after] != nullptr) continue;
        arrived_by[edge.after] = &edge;
        waiting.push(edge.after);
      }
    }
    if (arrived_by[b] == nullptr) {
      // Not ordered by these edges: initial writes precede everything, and instances may give more
      // orders.
      const OrderReason reason =
          instance_.is_initial(a) ? OrderReason::InitialWrite : OrderReason::Given;
      return {{a, b, reason, NoOperation}};
    }
    OrderCycle edges;
    for (VscIndex at = b; at != a; at = edges.back().before) edges.push_back(*arrived_by[at]);
    std::ranges::reverse(edges);
    return edges;
  }

 private:
  void add(const OrderEdge& edge) { from_[edge.before].push_back(edge); }

  const VscInstance& instance_;
  std::vector<std::vector<OrderEdge>> from_;  // by operation
};

}  // namespace

ConflictReason explain(const VscInstance& instance, const ClosureConflict& conflict,
                       std::span<const OrderEdge> steps) {
  const OrderEdges edges(instance, steps);
  const PartialOrder& order = instance.order();
  const VscIndex reader = conflict.reader;
  ConflictReason result{reader, {}};
  if (conflict.step) {
    OrderCycle cycle{*conflict.step};
    for (const OrderEdge& edge : edges.path(conflict.step->after, conflict.step->before)) {
      cycle.push_back(edge);
    }
    result.attempts.push_back({NoOperation, std::move(cycle), {}});
    return result;
  }
  // Each good write comes after the read, or has another write between itself and the read.
  for_each_bit(instance.good_writes(reader), [&](std::size_t bit) {
    const auto write = static_cast<VscIndex>(bit);
    if (order.is_before(reader, write)) {
      OrderCycle cycle{{write, reader, OrderReason::ReadsFrom, NoOperation}};
      for (const OrderEdge& edge : edges.path(reader, write)) cycle.push_back(edge);
      result.attempts.push_back({write, std::move(cycle), {}});
      return;
    }
    OrderCycle best;
    for_each_bit(instance.writers(instance.operation(reader).variable), [&](std::size_t other) {
      const auto between = static_cast<VscIndex>(other);
      if (!order.is_before(write, between) || !order.is_before(between, reader)) return;
      OrderCycle cycle{{reader, between, OrderReason::ReadsEarlier, NoOperation}};
      for (const OrderEdge& edge : edges.path(between, reader)) cycle.push_back(edge);
      if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
    });
    std::vector<OrderEdge> overwritten = edges.path(write, best.front().after);
    result.attempts.push_back({write, std::move(best), std::move(overwritten)});
  });
  return result;
}

}  // namespace drover::vsc
