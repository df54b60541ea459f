#pragma once

#include <span>
#include <string_view>

#include "frontend/c/preprocessor/token.h"

// [C11 6.10.3]. Private to the preprocessor.
namespace drover::c::preprocessor {

// What is behind `#define`. Gives the name its macro.
void define(std::span<const Token> tokens, Names& names);

// A macro that is predefined, from such a text.
[[nodiscard]] const Macro* define(std::string_view text, Names& names);

// Whether it can be tested for being a macro; where it cannot, it is not ours.
[[nodiscard]] bool is_macro(const Name& name);

// `#undef`
void undefine(Name& name);

}  // namespace drover::c::preprocessor
