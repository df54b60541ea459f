#pragma once

// Expressions and modes in core-language syntax.

#include <cstdint>
#include <functional>
#include <string>

#include "semantics/decompile/flow_graph.h"
#include "semantics/program/expression.h"
#include "semantics/program/label.h"

namespace drover::decompile {

// Adds parentheses unless the expression binds at least this tightly.
[[nodiscard]] std::string at_level(const SourceExpression& expression, int level);

// `@rel`, or nothing; for a compare-and-swap `@acq,rlx` if the failure mode is not the default.
[[nodiscard]] std::string at_mode(Mode mode);
[[nodiscard]] std::string at_modes(Mode mode, Mode failure_mode);

[[nodiscard]] SourceExpression integer(Value value);

// Returns the text of a leaf node.
using LeafText = std::function<SourceExpression(const ExpressionNode&)>;
// Checks of C arithmetic (Operator::Guard and the like): written as calls of core-language
// functions, or left out for readability.
enum class Checks : std::uint8_t { Written, LeftOut };
[[nodiscard]] SourceExpression expression_text(const ExpressionPool& pool, ExprId id,
                                               const LeafText& leaf,
                                               Checks checks = Checks::LeftOut);

// Returns the statements as text in braces, after `head` on the first line.
[[nodiscard]] std::string braced(const std::string& head, const SourceBlock& block);

// Returns the statements as text without braces.
[[nodiscard]] std::string indented(const SourceBlock& block);

[[nodiscard]] SourceStatement line_of(std::string text);

}  // namespace drover::decompile
