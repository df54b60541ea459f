#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/sections.h"

namespace drover::litmus {

// A register that states name.
struct StateRegister {
  std::string name;      // in the program
  int rank = 0;          // registers are shown by rank, then by name
  bool is_whole = true;  // states can name it; else only its whole register, `name`
};

// A language of litmus tests. Only the program section differs between dialects: a new dialect is a
// grammar, a file that reads and lowers its programs, and a name in dialect.cpp.
struct Dialect {
  std::string_view architecture;   // the first word of the file
  std::string_view default_model;  // a name of model_registry
  // Reads the program section and adds its threads; a thread with syntax errors becomes a lost
  // thread. Reports, never throws. True if the number of each thread is known.
  bool (*compile)(const SourceBuffer& source, Section section, Assembly& assembly,
                  DiagnosticSink& sink) = nullptr;
  // Returns nothing if the name is no register; hint_on_register suggests one. In C, any name is a
  // register.
  std::optional<StateRegister> (*find_register)(const std::string& name) =
      [](const std::string& name) { return std::optional(StateRegister{name}); };
  Hint (*hint_on_register)(const std::string& name) = [](const std::string&) { return Hint(); };
  // True if herd holds a narrow value with zeros above it. States are sorted by what it holds.
  bool extends_with_zeros = false;
  // True if accesses may overlap others in part. The lowest byte of a value comes first.
  bool takes_parts = false;
  // True if `x = y` in the initial state copies the initial value of y, which comes earlier.
  bool copies_initial_values = false;
  // True if the elements of arrays are one apart, not as many as they have bytes.
  bool counts_elements = false;
};

// Each dialect is defined in the file that lowers its programs.
extern const Dialect C11Dialect, X86Dialect, X8664Dialect, Aarch64Dialect, RiscvDialect, PpcDialect,
    PtxDialect, VulkanDialect, OpenClDialect;
// C with the primitives of the Linux kernel. Its files name C as their language; their calls
// identify the kernel's dialect.
extern const Dialect KernelDialect;

[[nodiscard]] std::span<const Dialect* const> all_dialects();
[[nodiscard]] const Dialect* find_dialect(std::string_view architecture);

}  // namespace drover::litmus
