#pragma once

#include <cstddef>
#include <optional>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

namespace drover::lowering {

// Limit on the instructions of a program after functions are inlined and families replicated.
inline constexpr std::size_t MaxInstructions = 1'000'000;

// The instructions of a checked program, desugared or not. Nothing, and a diagnostic,
// if they are too many. `source` is the text the program was parsed from.
[[nodiscard]] std::optional<Program> lower(const CheckedProgram& program,
                                           const SourceBuffer& source, DiagnosticSink& sink,
                                           std::size_t max_instructions = MaxInstructions);

}  // namespace drover::lowering
