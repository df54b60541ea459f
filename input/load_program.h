#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/check_program.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

namespace drover::input {

// A program on its way from text to instructions, and what there is to say about it.
struct LoadedProgram {
  std::optional<SourceBuffer> source;
  std::optional<CheckedProgram> checked;  // as written
  std::optional<CheckedProgram> desugared;
  std::optional<Program> program;      // nothing if there was an error
  std::string diagnostics;             // errors and warnings, rendered
  std::vector<Diagnostic> complaints;  // the same as data, by position
};

// Reads, checks and lowers a file. Reports every error in it.
[[nodiscard]] LoadedProgram load_program(const std::string& path,
                                         std::span<const ConstantOverride> constants,
                                         Colour colour);
// The same for a text that is no file.
[[nodiscard]] LoadedProgram load_program_text(SourceBuffer source,
                                              std::span<const ConstantOverride> constants,
                                              Colour colour);

}  // namespace drover::input
