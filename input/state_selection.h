#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "input/subject.h"
#include "semantics/program/value.h"

namespace drover::input {

// A predicate on a final state, given as values of Program::observables.
using StatePredicate = std::function<bool(std::span<const Value>)>;

// A subject and a selection of its final states.
struct StateSelection {
  Subject subject;         // with the outcome in its text; without a program after an error
  std::string complaints;  // about the file, then about the outcome; rendered
  StatePredicate is_selected;
  // True if a state satisfies the (last) condition of the file itself. Null if there is none, or if
  // an outcome was given.
  StatePredicate is_witness;
};

// The outcome that the user asks for: a condition on final states in the language of the file.
// Litmus tests accept C's operators too.
struct AskedOutcome {
  std::string_view option;  // the option that gave it
  std::string text;         // empty: any outcome
};

[[nodiscard]] StateSelection read_selection(const std::string& path, const SubjectOptions& options,
                                            const AskedOutcome& outcome, Colour colour);

}  // namespace drover::input
