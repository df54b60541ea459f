#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semantics/program/program.h"

namespace drover::explain {

// One of several demands that a final state has to meet together.
struct OutcomePart {
  std::string text;
  std::vector<std::uint32_t> observables;             // what it speaks of: Program::observables
  std::function<bool(std::span<const Value>)> holds;  // of the values of all observables
};

// What somebody asks about: final states that meet all parts; or that a thread fails at a place.
struct Outcome {
  std::string text;
  std::vector<OutcomePart> parts;
  std::vector<Value> constants;  // that it mentions
  // Where the `assert` or `error` begins in the source that a thread is to fail at. There are no
  // parts then: an execution with a thread that fails has no final state.
  std::optional<std::uint32_t> failure;
  ErrorKind failure_kind = ErrorKind::Assertion;  // of what it fails with there

  [[nodiscard]] bool holds(std::span<const Value> state) const;
};

// The outcome that a condition of `program` (which must outlive it) is about: the states that
// satisfy it; of a `forall`, those that do not. Its parts are as small as `&&`, `||` and `!` let
// them be.
[[nodiscard]] Outcome outcome_of(const Program& program, const Condition& condition);

// Where a program may fail by its own words, each place once, in the order of the source.
struct FailurePlace {
  SourceRange source;
  bool is_assertion = true;  // or else an `error`
  ErrorKind kind = ErrorKind::Assertion;
  std::vector<std::string> messages;  // of its errors: what they are, each once
};
[[nodiscard]] std::vector<FailurePlace> failure_places(const Program& program);

}  // namespace drover::explain
