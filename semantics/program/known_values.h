#pragma once

#include <optional>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

using KnownValue = std::optional<Value>;  // nothing: unknown
using KnownValues = std::vector<KnownValue>;

// Runs a thread on partly known registers. Read values are unknown. The thread must outlive this
// object, and may change.
class KnownRun {
 public:
  explicit KnownRun(const Thread& thread) : thread_(thread) {}

  // Nothing if the value is unknown or the evaluation faults.
  [[nodiscard]] KnownValue value_of(ExprId expression, const KnownValues& registers);
  // Applies the instruction to the registers.
  void pass(InstructionIndex at, KnownValues& registers);
  // Returns the possible next instructions.
  [[nodiscard]] std::vector<InstructionIndex> ways_on(InstructionIndex at,
                                                      const KnownValues& registers);

 private:
  const Thread& thread_;
  std::vector<RegisterId> named_;  // registers in the current expression
  std::vector<Value> values_;      // their values
};

}  // namespace drover
