#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semantics/program.h"

namespace drover {

// One of several demands that a final state has to meet together.
struct OutcomePart {
  std::string text;
  std::vector<std::uint32_t> observables;             // what it speaks of: Program::observables
  std::function<bool(std::span<const Value>)> holds;  // of the values of all observables
};

// Final states that somebody asks about: those that meet all parts.
struct Outcome {
  std::string text;
  std::vector<OutcomePart> parts;
  std::vector<Value> constants;  // that it mentions

  [[nodiscard]] bool holds(std::span<const Value> state) const;
};

// The outcome that a condition of `program` (which must outlive it) is about: the states that
// satisfy it; of a `forall`, those that do not. Its parts are as small as `&&`, `||` and `!` let
// them be.
[[nodiscard]] Outcome outcome_of(const Program& program, const Condition& condition);

}  // namespace drover
