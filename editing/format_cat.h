#pragma once

#include <string>

#include "frontend/cat/cat_ast.h"
#include "frontend/source.h"

namespace drover::editing {

// A model. Its lines stay lines: where a name may begin one says something. Instructions begin at
// the left, those inside others two columns further; lines that go on move with them.
[[nodiscard]] std::string format_cat(const SourceBuffer& source, const cat::Ast& ast);

}  // namespace drover::editing
