#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "litmus/litmus_test.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// Returns a litmus test as a program of the core language. Nothing, and a diagnostic, if the core
// language cannot express it.
[[nodiscard]] std::optional<std::string> to_core(const LitmusTest& test, DiagnosticSink& sink);
// The same as a program: everything has a name of the core language, and the condition of the test
// is the program's.
[[nodiscard]] std::optional<Program> core_program(const LitmusTest& test, DiagnosticSink& sink);

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

// Returns a program compiled by the mapping (mapping/compile.h) as a litmus test of its machine,
// called `name`. Values have 64 bits. Nothing, and diagnostics, if such tests cannot express the
// program.
[[nodiscard]] std::optional<std::string> to_machine_litmus(const Program& compiled,
                                                           const mapping::Mapping& mapping,
                                                           const std::string& name,
                                                           DiagnosticSink& sink);

// A test with memory orders of C. `notes` are sentences for the reader on inexact translations.
struct OrdersOfC {
  LitmusTest test;
  std::vector<std::string> notes;
};

// Returns a test of a machine with the nearest orders of C. Plain accesses become relaxed: C must
// not order what the machine reorders. An instruction without a counterpart keeps its tags. Tests
// of other dialects stay unchanged.
[[nodiscard]] OrdersOfC with_orders_of_c(const LitmusTest& test);

// Returns a C11 program that runs the program many times on this machine, as litmus7 does: the
// threads start together, and the final states are counted. Nothing, and diagnostics, if the
// harness cannot express the program.
//
// A cell is an `_Atomic int64_t`, an address is a number. A non-atomic access becomes relaxed: the
// compiler must not exploit a race. An await tries for a while and then counts as stuck. A failed
// assumption counts as blocked. `notes` are sentences for the comment at the top.
[[nodiscard]] std::optional<std::string> to_stress_harness(const Program& program,
                                                           const std::string& name,
                                                           const std::vector<std::string>& notes,
                                                           DiagnosticSink& sink);

}  // namespace drover::litmus
