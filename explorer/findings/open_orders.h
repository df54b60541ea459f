#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/program/program.h"
#include "support/function_ref.h"

namespace drover {

// Finds the open orders of a program (OpenOrder) that may matter: in some execution, two accesses
// of the two parts conflict, or each conflicts with an access of another thread at that time.
class OpenOrderCheck {
 public:
  using HappensBefore = FunctionRef<const Relation&()>;

  explicit OpenOrderCheck(const Program& program);

  // True if every open order is known to matter.
  [[nodiscard]] bool is_done() const { return found_.size() == count_; }
  // Looks for evidence in an execution. `happens_before` is called only if it is needed.
  void examine(const ExecutionGraph& graph, const HappensBefore& happens_before);
  // Returns the orders that matter, as indices in Program::open_orders.
  [[nodiscard]] const std::set<std::uint32_t>& found() const { return found_; }

 private:
  enum class Side : std::uint8_t { First, Second };
  using Sides = std::set<std::pair<std::uint32_t, Side>>;

  [[nodiscard]] bool is_in(const Event& event, std::uint32_t order, Side side) const;
  [[nodiscard]] bool is_in(const Event& event, std::uint32_t order) const;
  void examine_thread(const ExecutionGraph& graph, ThreadId thread,
                      const HappensBefore& happens_before);
  // `before` is the last event before the evaluation.
  [[nodiscard]] bool matters(const ExecutionGraph& graph, EventId first, EventId second,
                             EventId before, const HappensBefore& happens_before) const;

  std::size_t count_;
  std::map<std::uint32_t, Sides> sides_;  // by the beginning of the access in the source
  std::set<std::uint32_t> found_;
};

}  // namespace drover
