#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/graph/execution_graph.h"

namespace drover {

// The pairs that a model with partial coherence asks for, as its checks say: PTX.
//   empty (r \ co)            each pair of r is in co
//   empty (r \ (co | co^-1))  each pair of r is ordered by co, in one direction
//   empty (r \ sync_fence)    each pair of r is in the order of fences
// Here co is the given relation or its closure.
struct CoherenceDemands {
  std::vector<cat::NodeIndex> pairs;
  std::vector<cat::NodeIndex> either;
  std::vector<cat::NodeIndex> fences;

  // Coherence is partial if a model says which pairs it orders: a total one orders all.
  [[nodiscard]] bool is_partial() const { return !either.empty(); }
};

[[nodiscard]] CoherenceDemands coherence_demands(const cat::Code& code);

// Finds a least coherence, and an order of fences, with which a graph is consistent.
//
// The pairs demanded do not depend on coherence, and coherence occurs positively in all other
// checks: more pairs than the closure of these, and of one direction for each pair that needs one,
// only break more checks. So an execution is consistent if it is with one of these. (A model in
// which that is not so has fewer executions here.) Fences of one thread are in program order.
//
// The last write of each observed location (`coherence`) is maximal. Executions that differ in the
// orders alone are one.
class OrderSolver {
 public:
  explicit OrderSolver(const cat::Code& code);

  void set_events(const ExecutionGraph& graph);
  // Returns the orders of a consistent execution; null if there are none.
  [[nodiscard]] std::shared_ptr<const ChosenOrders> solve(const ExecutionGraph& graph);
  // The orders that were tried first, if `solve` found none.
  [[nodiscard]] std::shared_ptr<const ChosenOrders> first_tried() const { return first_; }
  // True if an axiom fails that no edge repairs.
  [[nodiscard]] bool may_become_consistent(const ExecutionGraph& graph, cat::WhichChecks which) {
    return evaluator_.holds(graph, which);
  }

 private:
  using Pair = std::pair<EventId, EventId>;

  bool order_fences(std::size_t next);
  bool order_writes();
  bool direct_pairs(std::size_t next, const Relation& coherence);
  bool holds(const Relation& coherence, cat::WhichChecks which);
  void use(Relation coherence);
  [[nodiscard]] Relation demanded(const std::vector<cat::NodeIndex>& nodes);
  [[nodiscard]] bool keeps_last_writes(const Relation& coherence) const;

  const cat::Code& code_;
  CoherenceDemands demands_;
  cat::Evaluator evaluator_;
  BaseValues base_;
  Relation reach_;                  // sr
  std::vector<EventId> sc_fences_;  // dense
  std::vector<Pair> fence_pairs_;   // of different threads
  std::optional<ExecutionGraph> trial_;
  Relation initial_first_;
  Relation fences_;
  std::vector<Pair> open_pairs_;
  std::vector<EventId> last_writes_;
  std::shared_ptr<const ChosenOrders> first_;
};

}  // namespace drover
