#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "litmus/litmus_test.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// Returns a litmus test as a program of the core language. Nothing, and a diagnostic, if the core
// language cannot express it.
[[nodiscard]] std::optional<std::string> to_core(const LitmusTest& test, DiagnosticSink& sink);

// Returns a program as a C litmus test called `name`. Nothing, and diagnostics, if C litmus tests
// cannot express it.
[[nodiscard]] std::optional<std::string> to_c_litmus(const Program& program,
                                                     const std::string& name, DiagnosticSink& sink);

// Returns a litmus test as a C litmus test with its condition, filter and locations. Machine
// instructions get the nearest orders of C.
[[nodiscard]] std::optional<std::string> to_c_litmus(const LitmusTest& test,
                                                     const std::string& name, DiagnosticSink& sink);

// Returns a program compiled for the Linux kernel's model as a litmus test of the kernel.
[[nodiscard]] std::optional<std::string> to_kernel_litmus(const Program& compiled,
                                                          const mapping::Mapping& mapping,
                                                          const std::string& name,
                                                          DiagnosticSink& sink);

}  // namespace drover::litmus
