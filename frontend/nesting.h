#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

// What a token means for the depth of the syntax tree.
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
  std::size_t token = 0;  // where the limit is passed
  NestingLimit limit = NestingLimit::Nesting;
};

// The first token at which a syntax tree would become deeper than the limits. Parser
// and tree passes are recursive: what passes here cannot exhaust the stack. Works on
// any sequence of tokens, well-formed or not, in linear time; may overestimate the depth.
[[nodiscard]] std::optional<DeepNesting> find_deep_nesting(std::span<const TokenClass> tokens);

// Reports such a token, whose place `range_of` knows. False if there is one.
[[nodiscard]] bool check_nesting(std::span<const TokenClass> tokens,
                                 const std::function<SourceRange(std::size_t)>& range_of,
                                 DiagnosticSink& sink);

}  // namespace drover
