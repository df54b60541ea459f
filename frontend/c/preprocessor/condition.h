#pragma once

#include <span>

#include "frontend/c/preprocessor/token.h"

// [C11 6.10.1]. Private to the preprocessor.
namespace drover::c::preprocessor {

// True if the expression of an `#if` is not 0. Its macros must be expanded.
[[nodiscard]] bool holds(std::span<const Token> tokens);

}  // namespace drover::c::preprocessor
