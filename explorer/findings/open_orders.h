#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/program/program.h"
#include "support/function_ref.h"

namespace drover {

// Finds the open orders of a program (OpenOrder) that may matter: in some execution, two accesses
// of the two parts conflict, or each conflicts with an access of another thread at that time.
// Conflicts at a location do not count if each part writes it before reading it and nothing else
// reads it.
class OpenOrderCheck {
 public:
  using HappensBefore = FunctionRef<const Relation&()>;

  explicit OpenOrderCheck(const Program& program);

  // True if every open order is known to matter, or enough executions have been examined.
  [[nodiscard]] bool is_done() const { return found_.size() == count_ || examined_ == MaxExamined; }
  // Looks for evidence in an execution. `compute` gives happens-before; it is called only if it is
  // needed.
  void examine(const ExecutionGraph& graph, const HappensBefore& compute);
  // Returns the orders that matter, as indices in Program::open_orders.
  [[nodiscard]] const std::set<std::uint32_t>& found() const { return found_; }

 private:
  enum class Side : std::uint8_t { First, Second };
  using Sides = std::set<std::pair<std::uint32_t, Side>>;

  [[nodiscard]] bool is_in(const Event& event, std::uint32_t order, Side side) const;
  [[nodiscard]] bool is_in(const Event& event, std::uint32_t order) const;
  [[nodiscard]] bool is_inside(const ExecutionGraph& graph, std::span<const EventId> events,
                               std::size_t at, std::uint32_t order) const;
  [[nodiscard]] bool is_evidence(const ExecutionGraph& graph, std::span<const EventId> events,
                                 std::size_t start, std::uint32_t order,
                                 const HappensBefore& happens_before) const;
  // Returns the index where the second part begins, among the events of one evaluation.
  [[nodiscard]] std::size_t begin_of_second(const ExecutionGraph& graph,
                                            std::span<const EventId> events,
                                            std::uint32_t order) const;

  // Limits the time: evidence comes early if there is any. Computing happens-before takes much
  // longer than exploring an execution.
  static constexpr std::size_t MaxExamined = 10'000;
  static constexpr std::size_t CostOfOrder = 100;  // instead of 1

  std::size_t count_;
  std::size_t examined_ = 0;
  std::map<SourceRange, Sides> sides_;  // by the place of the access
  std::vector<SourceRange> starts_;     // by order: the first access of the second part
  std::set<std::uint32_t> found_;
};

}  // namespace drover
