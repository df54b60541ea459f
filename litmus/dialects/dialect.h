#pragma once

#include <span>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/sections.h"

namespace drover::litmus {

// A language of litmus tests. Everything but the program is the same in all of them: a new
// one is a grammar, a file that reads and lowers its programs, and a name in dialect.cpp.
struct Dialect {
  std::string_view architecture;   // the first word of the file
  std::string_view default_model;  // a name of model_registry
  // Reads the program section and adds its threads; those with syntax errors as lost ones. Reports,
  // never throws. Whether the number of each thread is known.
  bool (*compile)(const SourceBuffer& source, Section section, Assembly& assembly,
                  DiagnosticSink& sink) = nullptr;
  // The name that a register of a condition has in the program. In C any name is one.
  std::string (*register_name)(const std::string& name) = [](const std::string& name) {
    return name;
  };
  // Whether it is the name of a register; if not, what it may be.
  bool (*is_register)(const std::string& name) = [](const std::string&) { return true; };
  Hint (*hint_on_register)(const std::string& name) = [](const std::string&) { return Hint(); };
  // Registers are shown by rank, then by name.
  int (*register_rank)(const std::string& name) = [](const std::string&) { return 0; };
};

// Each is defined where its programs are lowered.
extern const Dialect C11Dialect, X86Dialect, X8664Dialect, Aarch64Dialect, RiscvDialect, PpcDialect;
// C with the primitives of the Linux kernel. Files say that they are in C; what they call says that
// they are the kernel's.
extern const Dialect KernelDialect;

[[nodiscard]] std::span<const Dialect* const> all_dialects();
[[nodiscard]] const Dialect* find_dialect(std::string_view architecture);

}  // namespace drover::litmus
