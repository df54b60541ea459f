#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

enum class NestingLimit : std::uint8_t { Nesting, OperatorChain };
struct DeepNesting {
  std::size_t token = 0;  // the token that exceeds the limit
  NestingLimit limit = NestingLimit::Nesting;
};

// Returns the first token at which the syntax tree would exceed the limits. Parser and tree passes
// are recursive: a text within the limits cannot exhaust the stack. Accepts any sequence of tokens,
// well-formed or not, in linear time; may overestimate the depth.
[[nodiscard]] std::optional<DeepNesting> find_deep_nesting(std::span<const TokenClass> tokens);

// Reports the first such token; `range_of` returns its place. False if there is one.
[[nodiscard]] bool check_nesting(std::span<const TokenClass> tokens,
                                 const std::function<SourceRange(std::size_t)>& range_of,
                                 DiagnosticSink& sink);

}  // namespace drover
