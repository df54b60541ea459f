#pragma once

#include <optional>

#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::cat {

// Returns the instructions of a model without syntax errors; reports and omits the others. Nothing
// if the text as a whole is unreadable.
[[nodiscard]] std::optional<Ast> parse_cat(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::cat
