#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// Returns a program compiled by the mapping (mapping/compile.h) as a litmus test of its machine,
// called `name`. Values have 64 bits. Nothing, and diagnostics, if such tests cannot express the
// program.
[[nodiscard]] std::optional<std::string> to_machine_litmus(const Program& compiled,
                                                           const mapping::Mapping& mapping,
                                                           const std::string& name,
                                                           DiagnosticSink& sink);

}  // namespace drover::litmus
