#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/c/c_ast.h"
#include "litmus/dialects/sections.h"
#include "litmus/dialects/strictness.h"

namespace drover::litmus {

// The program of a C litmus test, as far as it could be read: all errors are reported, and threads
// with syntax errors are lost, but more can be found in the others. Throws nothing.
[[nodiscard]] std::optional<c::Program> parse_c(const SourceBuffer& source, Section section,
                                                Strictness strictness, DiagnosticSink& sink);

}  // namespace drover::litmus
