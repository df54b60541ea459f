#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "semantics/program/program.h"

namespace drover::reference {

// Collects the registers that the value of an expression needs: herd computes x ^ x and x == x
// without x.
void collect_causes(const ExpressionPool& pool, ExprId id, std::vector<RegisterId>& out);

// Finds out, for one thread, the instructions whose results a register may be computed from. A
// dependency that does not change the value, as of `r := x ^ x`, is none: models that allow
// executions which support themselves have those in which only such dependencies are circular.
class ValueCauses {
 public:
  explicit ValueCauses(const Thread& thread);

  // True if, before the instruction at `at`, the register may hold a value that was computed from
  // what the instruction at `from` has read.
  [[nodiscard]] bool may_need(RegisterId reg, InstructionIndex at, InstructionIndex from) const;

 private:
  using Sources = std::set<InstructionIndex>;
  // The sources by register; registers that are not mentioned have none.
  using State = std::map<RegisterId, Sources>;

  void pass(InstructionIndex at, State& state) const;

  const Thread& thread_;
  std::vector<std::optional<State>> before_;  // by instruction; none: it is not reached
};

}  // namespace drover::reference
