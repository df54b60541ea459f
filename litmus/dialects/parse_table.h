#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "litmus/dialects/table_ast.h"

namespace drover::litmus {

// Reads a table of instructions. Reports every error. Nothing if even the columns are unknown.
// Columns with syntax errors are marked as lost.
[[nodiscard]] std::optional<table::Program> parse_table(const SourceBuffer& source, Section section,
                                                        DiagnosticSink& sink);

}  // namespace drover::litmus
