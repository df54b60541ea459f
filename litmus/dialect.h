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
// one is a grammar, a file that reads and lowers its programs, and a line in dialect.cpp.
struct Dialect {
  std::string_view architecture;   // the first word of the file
  std::string_view default_model;  // a name of model_registry
  // Reads the program section and adds its threads; those with syntax errors as lost ones. Reports,
  // never throws. Whether the number of each thread is known.
  bool (*compile)(const SourceBuffer& source, Section section, Assembly& assembly,
                  DiagnosticSink& sink) = nullptr;
  // The name that a register of a condition has in the program.
  std::string (*register_name)(const std::string& name) = nullptr;
  // Whether it is the name of a register; if not, what it may be.
  bool (*is_register)(const std::string& name) = nullptr;
  Hint (*hint_on_register)(const std::string& name) = nullptr;
  // Registers are shown by rank, then by name.
  int (*register_rank)(const std::string& name) = nullptr;
};

[[nodiscard]] std::span<const Dialect> all_dialects();
// C with the primitives of the Linux kernel.
[[nodiscard]] const Dialect& kernel_dialect();
[[nodiscard]] const Dialect* find_dialect(std::string_view architecture);

}  // namespace drover::litmus
