#pragma once

#include <string>

#include "frontend/ast.h"

namespace drover {

// Returns canonical source text: parsing it gives an equal tree.
[[nodiscard]] std::string print(const Ast& ast);
[[nodiscard]] std::string print(const Ast& ast, ast::ExprId expression);

}  // namespace drover
