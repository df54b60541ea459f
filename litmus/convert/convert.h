#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "litmus/litmus_test.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// A litmus test as a program of the core language. Nothing, and a diagnostic, where that cannot
// be written.
[[nodiscard]] std::optional<std::string> to_core(const LitmusTest& test, DiagnosticSink& sink);

// A program as a C litmus test called `name`. Nothing, and diagnostics, where it does what C
// litmus tests cannot do.
[[nodiscard]] std::optional<std::string> to_c_litmus(const Program& program,
                                                     const std::string& name, DiagnosticSink& sink);

// A litmus test as a C litmus test, with its condition, its filter and its locations. Tests of
// machines get the nearest orders of C.
[[nodiscard]] std::optional<std::string> to_c_litmus(const LitmusTest& test,
                                                     const std::string& name, DiagnosticSink& sink);

// A program that was compiled for the Linux kernel's model as a litmus test of the kernel.
[[nodiscard]] std::optional<std::string> to_kernel_litmus(const Program& compiled,
                                                          const mapping::Mapping& mapping,
                                                          const std::string& name,
                                                          DiagnosticSink& sink);

}  // namespace drover::litmus
