#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "input/subject.h"
#include "semantics/program/value.h"

namespace drover::input {

// Says something about a final state, given as values of Program::observables.
using StatePredicate = std::function<bool(std::span<const Value>)>;

// A subject, and which of its final states were asked for.
struct StateSelection {
  Subject subject;         // with the outcome in its text; no program: there was an error
  std::string complaints;  // about the file, then about the outcome; rendered
  StatePredicate is_selected;
  // Whether a state satisfies the (last) condition of the file itself; null if there is none, or
  // if an outcome was asked for.
  StatePredicate is_witness;
};

// The outcome that somebody asks for: a condition on final states in the language of the file, for
// litmus tests with C's operators too.
struct AskedOutcome {
  std::string_view option;  // with which it was given
  std::string text;         // empty: any outcome
};

[[nodiscard]] StateSelection read_selection(const std::string& path, const SubjectOptions& options,
                                            const AskedOutcome& outcome, Colour colour);

}  // namespace drover::input
