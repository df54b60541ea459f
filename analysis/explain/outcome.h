#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semantics/program/program.h"

namespace drover::explain {

// One conjunct of a condition on the final state.
struct OutcomePart {
  std::string text;
  std::vector<std::uint32_t> observables;  // mentioned ones: indices in Program::observables
  std::function<bool(std::span<const Value>)> holds;  // takes the values of all observables
};

// The outcome in question: final states that satisfy all parts, or a thread that fails at a place.
struct Outcome {
  std::string text;
  std::vector<OutcomePart> parts;
  std::vector<Value> constants;  // the constants it mentions
  // The source offset of the `assert` or `error` at which a thread fails. Then there are no parts:
  // an execution with a failing thread has no final state.
  std::optional<std::uint32_t> failure;
  ErrorKind failure_kind = ErrorKind::Assertion;  // the kind of that failure
  // Executions in which some thread does not finish have the outcome too, whatever its parts.
  bool includes_unfinished = false;

  [[nodiscard]] bool holds(std::span<const Value> state) const;
};

// Returns the outcome of a condition of `program` (which must outlive it): the states that satisfy
// it, or for a `forall` those that do not. Its parts are as small as `&&`, `||` and `!` allow.
[[nodiscard]] Outcome outcome_of(const Program& program, const Condition& condition);

// A place where a program may fail explicitly. Each place occurs once, in source order.
struct FailurePlace {
  SourceRange source;
  bool is_assertion = true;  // else an `error`
  ErrorKind kind = ErrorKind::Assertion;
  std::vector<std::string> messages;  // the distinct messages of its errors
};
[[nodiscard]] std::vector<FailurePlace> failure_places(const Program& program);

}  // namespace drover::explain
