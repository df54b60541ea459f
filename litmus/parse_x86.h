#pragma once

#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/sections.h"
#include "litmus/x86_ast.h"

namespace drover::litmus {

// The program of an X86 litmus test, as far as it could be read, or nothing if that is not even its
// heading: all errors are reported, and threads with syntax errors are lost, but more can be found
// in the others. Throws nothing.
[[nodiscard]] std::optional<x86::Program> parse_x86(const SourceBuffer& source, Section section,
                                                    DiagnosticSink& sink);

}  // namespace drover::litmus
