#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/c_ast.h"
#include "litmus/sections.h"
#include "litmus/strictness.h"

namespace drover::litmus {

// The program of a C litmus test, or nothing if there is an error in it; all syntax errors
// are reported. Throws nothing.
[[nodiscard]] std::optional<c::Program> parse_c(const SourceBuffer& source, Section section,
                                                Strictness strictness, DiagnosticSink& sink);

}  // namespace drover::litmus
