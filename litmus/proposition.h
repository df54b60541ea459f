#pragma once

#include <span>
#include <string>
#include <string_view>

#include "litmus/dialects/state.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// True if a final state, as values of Program::observables, satisfies a proposition.
[[nodiscard]] bool holds(const Proposition& proposition, std::span<const Value> state);

// In herd's syntax: `exists (1:r0=1 /\ not ([x]=0))`.
[[nodiscard]] std::string proposition_text(const Proposition& proposition);
[[nodiscard]] std::string condition_text(const FinalCondition& condition);
[[nodiscard]] std::string location_text(const Location& location);

// Returns a number, or the name of the global whose address it is.
[[nodiscard]] std::string value_text(Value value, const Program& program);

[[nodiscard]] std::string_view quantifier_name(Quantifier quantifier);  // "exists"
[[nodiscard]] std::string_view kind_name(Quantifier quantifier);        // "Allowed"

}  // namespace drover::litmus
