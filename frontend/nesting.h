#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

// The effect of a token on the depth of the syntax tree.
enum class TokenClass : std::uint8_t {
  Open,        // ( [
  Close,       // ) ]
  OpenBrace,   // {
  CloseBrace,  // }
  Semicolon,
  Separator,  // , :=
  Operand,
  Operator,          // binary or postfix
  PrefixOrOperator,  // binary after an operand, prefix elsewhere
  Question,
  Control,  // if for
  Else,
  Do,
  While,
  Other
};

inline constexpr std::size_t MaxNesting = 200;
inline constexpr std::size_t MaxOperatorChain = 2000;

// Reports the first token at which the syntax tree would exceed the limits; `range_of` returns its
// place. False if there is one. Parser and tree passes are recursive: a text within the limits
// cannot exhaust the stack. Accepts any sequence of tokens, well-formed or not, in linear time; may
// overestimate the depth.
[[nodiscard]] bool check_nesting(std::span<const TokenClass> tokens,
                                 const std::function<SourceRange(std::size_t)>& range_of,
                                 DiagnosticSink& sink);

}  // namespace drover
