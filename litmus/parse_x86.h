#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/sections.h"
#include "litmus/x86_ast.h"

namespace drover::litmus {

// The program of an X86 litmus test, or nothing if there is an error in it; all syntax errors
// are reported. Throws nothing.
[[nodiscard]] std::optional<x86::Program> parse_x86(const SourceBuffer& source, Section section,
                                                    DiagnosticSink& sink);

}  // namespace drover::litmus
