#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// A program that was compiled by the mapping (mapping/compile.h) as a litmus test of its machine,
// called `name`. Values have 64 bits. Nothing, and diagnostics, where it does what such tests
// cannot do.
[[nodiscard]] std::optional<std::string> to_machine_litmus(const Program& compiled,
                                                           const mapping::Mapping& mapping,
                                                           const std::string& name,
                                                           DiagnosticSink& sink);

}  // namespace drover::litmus
