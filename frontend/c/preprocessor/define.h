#pragma once

#include <span>
#include <string_view>

#include "frontend/c/preprocessor/token.h"

// [C11 6.10.3]. Private to the preprocessor.
namespace drover::c::preprocessor {

// Defines the macro in the tokens after `#define`.
void define(std::span<const Token> tokens, Names& names);

// Returns a predefined macro from the text after `#define`.
[[nodiscard]] const Macro* define(std::string_view text, Names& names);

// True if the name is a macro. Throws NotOurs if the test is left to the compiler.
[[nodiscard]] bool is_macro(const Name& name);

// `#undef`
void undefine(Name& name);

// True if the expression of an `#if` is not 0. Its macros must be expanded.
[[nodiscard]] bool holds(std::span<const Token> tokens);

}  // namespace drover::c::preprocessor
