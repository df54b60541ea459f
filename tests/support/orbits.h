#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/graph/errors_of_graph.h"
#include "explorer/graph/graph_hash.h"
#include "semantics/passes/symmetry.h"

namespace drover::testing {

// Returns all orders of the threads that permute only symmetric threads.
inline std::vector<std::vector<ThreadId>> thread_orders(
    std::size_t thread_count, const std::vector<passes::SymmetricThreads>& groups) {
  std::vector<std::vector<ThreadId>> orders(1);
  for (std::size_t t = 0; t < thread_count; ++t) orders[0].emplace_back(t);
  for (const passes::SymmetricThreads& group : groups) {
    std::vector<std::vector<ThreadId>> more;
    for (const std::vector<ThreadId>& order : orders) {
      passes::SymmetricThreads members = group;
      do {
        more.push_back(order);
        for (std::size_t i = 0; i < group.size(); ++i) more.back()[group[i].value] = members[i];
      } while (std::next_permutation(members.begin(), members.end()));
    }
    orders = std::move(more);
  }
  return orders;
}

// Counts executions by orbit. The least canonical form of its members names an orbit.
class Orbits : public ExecutionObserver {
 public:
  using Form = std::vector<std::uint32_t>;

  Orbits(std::size_t thread_count, const std::vector<passes::SymmetricThreads>& groups)
      : orders_(thread_orders(thread_count, groups)) {}

  void on_execution(const Execution& execution) override {
    has_cycle |= execution.has_causal_cycle;
    has_double_join |= !find_double_joins(execution.graph()).empty();
    // Leaves out executions with a thread stuck at a join: how many joins that thread has passed
    // depends on which of the joined threads is stuck.
    const bool is_held =
        std::ranges::find(execution.ends, ThreadEnd::StuckAtJoin) != execution.ends.end();
    if (is_held) return;
    Form least;
    for (const std::vector<ThreadId>& order : orders_) {
      Form form = canonical_form(execution.graph(), CoherencePart::Included, order);
      if (least.empty() || form < least) least = std::move(form);
    }
    ++count;
    ++found[least];
  }

  std::map<Form, std::size_t> found;
  std::size_t count = 0;
  bool has_cycle = false;
  bool has_double_join = false;

 private:
  std::vector<std::vector<ThreadId>> orders_;
};

}  // namespace drover::testing
