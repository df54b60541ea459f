#pragma once

#include <optional>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

using KnownValue = std::optional<Value>;  // nothing: it may be any
using KnownValues = std::vector<KnownValue>;

// Runs a thread on registers of which some are known. What it reads is not. The thread must outlive
// this, and may change.
class KnownRun {
 public:
  explicit KnownRun(const Thread& thread) : thread_(thread) {}

  // Nothing if the value is not known, or there is none.
  [[nodiscard]] KnownValue value_of(ExprId expression, const KnownValues& registers);
  // Does to the registers what the instruction does.
  void pass(InstructionIndex at, KnownValues& registers);
  // The instructions at which the thread may go on.
  [[nodiscard]] std::vector<InstructionIndex> ways_on(InstructionIndex at,
                                                      const KnownValues& registers);

 private:
  const Thread& thread_;
  std::vector<RegisterId> named_;  // by the expression at hand
  std::vector<Value> values_;      // of these
};

}  // namespace drover
