#pragma once

// Expressions and modes as the core language writes them.

#include <cstdint>
#include <functional>
#include <string>

#include "semantics/decompile/flow_graph.h"
#include "semantics/program/expression.h"
#include "semantics/program/label.h"

namespace drover::decompile {

// How tightly operators bind, as the grammar has it; higher is tighter.
inline constexpr int ConditionalLevel = 1;
inline constexpr int PrefixLevel = 20;
inline constexpr int PostfixLevel = 30;

// With parentheses, unless it binds as tightly as that.
[[nodiscard]] std::string at_level(const SourceExpression& expression, int level);

// `@rel`, or nothing; for a compare-and-swap `@acq,rlx`, where the second is not the usual one.
[[nodiscard]] std::string at_mode(Mode mode);
[[nodiscard]] std::string at_modes(Mode mode, Mode failure_mode);

[[nodiscard]] SourceExpression integer(Value value);

// `leaf` gives the text of what has no operator.
using LeafText = std::function<SourceExpression(const ExpressionNode&)>;
// What C asks of its numbers (Operator::Guard and the like): as calls of the functions that the
// core language has for it, or left out, for a reader.
enum class Checks : std::uint8_t { Written, LeftOut };
[[nodiscard]] SourceExpression expression_text(const ExpressionPool& pool, ExprId id,
                                               const LeafText& leaf,
                                               Checks checks = Checks::LeftOut);

// Whether evaluating the operator itself may be an error.
[[nodiscard]] bool may_fault(Operator op);

}  // namespace drover::decompile
