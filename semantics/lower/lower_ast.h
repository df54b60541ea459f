#pragma once

#include <cstddef>
#include <optional>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

namespace drover::lowering {

// Limit on the instructions of a program after inlining functions and replicating families.
inline constexpr std::size_t MaxInstructions = 1'000'000;

// Lowers a checked program, desugared or not. Nothing, and a diagnostic, if there are too many
// instructions. `source` is the text the program was parsed from.
[[nodiscard]] std::optional<Program> lower(const CheckedProgram& program,
                                           const SourceBuffer& source, DiagnosticSink& sink,
                                           std::size_t max_instructions = MaxInstructions);

}  // namespace drover::lowering
