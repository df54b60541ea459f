#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "litmus/litmus_test.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// A litmus test as a program of the core language. Nothing, and a diagnostic, where that cannot
// be written.
[[nodiscard]] std::optional<std::string> to_core(const LitmusTest& test, DiagnosticSink& sink);

// A program as a C litmus test called `name`. Nothing, and diagnostics, where it does what C
// litmus tests cannot do.
[[nodiscard]] std::optional<std::string> to_c_litmus(const Program& program,
                                                     const std::string& name, DiagnosticSink& sink);

}  // namespace drover::litmus
