#pragma once

#include <string>
#include <string_view>

#include "editing/tokens.h"
#include "frontend/cat/cat_ast.h"
#include "frontend/section.h"
#include "frontend/source.h"

// The formats of the parts of files. Private to format.cpp.
namespace drover::editing {

// Formats a model. Keeps line breaks: they are significant before names. Instructions begin at the
// left, nested ones two columns further; continuation lines move with them.
[[nodiscard]] std::string format_cat(const SourceBuffer& source, const cat::Ast& ast);

// Formats a core program, or the code of a C litmus test, without syntax errors. Returns a text
// with unbalanced brackets unchanged.
[[nodiscard]] std::string format_code(std::string_view text, Section section, Language language);

// Formats the initial state of a litmus test; `section` is the text between its braces.
[[nodiscard]] std::string format_init(std::string_view text, Section section);
// Formats the text after the program: locations, filter, condition.
[[nodiscard]] std::string format_condition(std::string_view text, Section section);

// Formats the code of an assembly litmus test: one column per thread, with cells of equal width. A
// row with a line comment or a multi-line comment inside stays as it is.
[[nodiscard]] std::string format_table(std::string_view text, Section section);

}  // namespace drover::editing
