#pragma once

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"

namespace drover::litmus {

// As of Dialect: C with the primitives of the Linux kernel.
bool compile_kernel(const SourceBuffer& source, Section section, Assembly& assembly,
                    DiagnosticSink& sink);

}  // namespace drover::litmus
