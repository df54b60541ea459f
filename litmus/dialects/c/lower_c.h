#pragma once

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/sections.h"

namespace drover::litmus {

// Dialect::compile of C.
bool compile_c(const SourceBuffer& source, Section section, Assembly& assembly,
               DiagnosticSink& sink);

}  // namespace drover::litmus
