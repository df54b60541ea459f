#pragma once

#include <span>

#include "frontend/c/preprocessor/token.h"

// [C11 6.10.1]. Private to the preprocessor.
namespace drover::c::preprocessor {

// Whether the expression of an `#if`, whose macros are expanded, is not 0.
[[nodiscard]] bool holds(std::span<const Token> tokens);

}  // namespace drover::c::preprocessor
