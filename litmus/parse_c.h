#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/c_ast.h"
#include "litmus/sections.h"
#include "litmus/strictness.h"

namespace drover::litmus {

// The program of a C litmus test, or nothing if it has a syntax error; all are reported. Other
// errors are reported too, but there is a program then, so that more can be found. Throws nothing.
[[nodiscard]] std::optional<c::Program> parse_c(const SourceBuffer& source, Section section,
                                                Strictness strictness, DiagnosticSink& sink);

}  // namespace drover::litmus
