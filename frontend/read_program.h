#pragma once

#include <optional>
#include <span>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

// Parses and checks a text. Reports every error: a syntax error does not hide errors in other
// items. Nothing if there is an error.
[[nodiscard]] std::optional<CheckedProgram> read_program(
    const SourceBuffer& source, std::span<const ConstantOverride> overrides, DiagnosticSink& sink);

}  // namespace drover
