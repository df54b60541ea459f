#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/c/c_ast.h"
#include "litmus/dialects/sections.h"
#include "litmus/dialects/strictness.h"

namespace drover::litmus {

// Parses the program of a C litmus test as far as possible. Reports all errors. Threads with syntax
// errors are lost; the others are checked further. Throws nothing.
[[nodiscard]] std::optional<c::Program> parse_c(const SourceBuffer& source, Section section,
                                                Strictness strictness, DiagnosticSink& sink);

}  // namespace drover::litmus
