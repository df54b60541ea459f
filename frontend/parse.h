#pragma once

#include <optional>

#include "frontend/ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

// The syntax tree of a core program, or nothing if there is an error in it; all syntax
// errors are reported. Throws nothing, and takes time linear in the text.
[[nodiscard]] std::optional<Ast> parse(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover
