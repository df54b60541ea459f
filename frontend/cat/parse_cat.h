#pragma once

#include <optional>

#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::cat {

// The instructions of a model that could be read; those with syntax errors, which are reported,
// are left out. Nothing if the text as a whole cannot be read.
[[nodiscard]] std::optional<Ast> parse_cat(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::cat
