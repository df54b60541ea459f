#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/sections.h"
#include "litmus/x86_ast.h"

namespace drover::litmus {

// The program of an X86 litmus test, or nothing if it has a syntax error; all are reported. Other
// errors are reported too, but there is a program then, so that more can be found. Throws nothing.
[[nodiscard]] std::optional<x86::Program> parse_x86(const SourceBuffer& source, Section section,
                                                    DiagnosticSink& sink);

}  // namespace drover::litmus
