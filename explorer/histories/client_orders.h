#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/histories/history.h"
#include "explorer/histories/legal_orders.h"
#include "explorer/models/memory_model.h"

// The orders that clients may impose on the calls of an execution: [GKV25], and Lemma 80
// (docs/proofs.md).
namespace drover::histories {

// (o, p): the client calls p after o has returned.
using ClientOrder = std::vector<std::pair<std::uint8_t, std::uint8_t>>;

// Lemma 81: what stands against a client that orders calls, as relations from the begin of a call
// to the end of another: by call b, the calls a.
struct Obstacles {
  std::vector<Calls> known;  // begin(b) is known at end(a)
  std::vector<Calls> causes;  // begin(b) comes before end(a) in (po ∪ sync ∪ rf)+, which is acyclic
  // Some event that knows begin(b) comes before one known to end(a) in coherence or what follows
  // from it: end(a) cannot be known to begin(b).
  std::vector<Calls> clashes;

  bool operator==(const Obstacles&) const = default;
};

[[nodiscard]] Obstacles obstacles_of(const History& history, const ExecutionGraph& graph,
                                     const MemoryModel& model, const Relation& knowledge);

// The same, found without a graph.
[[nodiscard]] Obstacles obstacles_of(const CallOrders& orders);

// Orders of the same calls: which of them contradict a pair of calls, as bits.
class OrderSet {
 public:
  using Bits = std::vector<std::uint64_t>;

  OrderSet(std::size_t calls, const std::vector<Order>& orders);

  [[nodiscard]] std::size_t calls() const { return calls_; }
  [[nodiscard]] const Bits& all() const { return all_; }
  // The orders in which the second call comes before the first.
  [[nodiscard]] const Bits& against(std::size_t first, std::size_t second) const {
    return against_[first * calls_ + second];
  }

 private:
  std::size_t calls_;
  Bits all_;
  std::vector<Bits> against_;  // by pair
};

struct ContradictingOrders {
  std::vector<ClientOrder> orders;
  bool is_cut = false;  // there are more, or the search had to stop
};

// Returns client orders that `obstacles` do not exclude and that contradict every one of `orders`,
// those with few pairs first. Nothing if there are none. Every order that contradicts all, and is
// possible, contains one of them.
[[nodiscard]] ContradictingOrders contradicting_orders(const History& history,
                                                       const std::vector<Order>& orders,
                                                       const Obstacles& obstacles,
                                                       Patience& patience);

// True if there are such client orders, for some orders of a set; `pending` are the calls that have
// not ended. Also true if the search had to stop.
[[nodiscard]] bool may_be_contradicted(const OrderSet& set, OrderSet::Bits orders, Calls pending,
                                       const Obstacles& obstacles, Patience& patience);

// True if the graph is consistent with a client that imposes the order.
[[nodiscard]] bool is_possible(const ClientOrder& order, const History& history,
                               const ExecutionGraph& graph, const MemoryModel& model);

// Returns the order without pairs that it does not need to contradict all of `orders`.
[[nodiscard]] ClientOrder without_needless(ClientOrder order, const std::vector<Order>& orders);

}  // namespace drover::histories
