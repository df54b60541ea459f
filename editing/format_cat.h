#pragma once

#include <string>

#include "frontend/cat/cat_ast.h"
#include "frontend/source.h"

namespace drover::editing {

// Formats a model. Keeps line breaks: they are significant before names. Instructions begin at the
// left, nested ones two columns further; continuation lines move with them.
[[nodiscard]] std::string format_cat(const SourceBuffer& source, const cat::Ast& ast);

}  // namespace drover::editing
