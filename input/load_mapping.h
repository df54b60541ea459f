#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "explorer/models/memory_model.h"
#include "frontend/diagnostic_printer.h"
#include "input/subject.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::input {

struct LoadedMapping {
  std::shared_ptr<const mapping::Mapping> mapping;  // null: unknown name or a file with errors
  std::string complaints;                           // about the file, rendered
};

// Loads a mapping that comes with Drover, or a mapping from a file.
[[nodiscard]] LoadedMapping load_mapping(const std::string& name, Colour colour);

// Returns a line that says why a model does not apply to programs of the mapping; empty if it does.
[[nodiscard]] std::string mapping_misfit(const mapping::Mapping& mapping, const MemoryModel& model);

// A program as the models see it, compiled if necessary.
struct FittedProgram {
  std::shared_ptr<const Program> program;           // null if the models cannot run it
  std::shared_ptr<const mapping::Mapping> mapping;  // of the compilation; null: not compiled
  std::string complaint;                            // why the program is null: whole lines
};
// `FILE: compiled for AArch64 by the mapping c11-aarch64`, a line; empty if it was not compiled.
[[nodiscard]] std::string compilation_note(const FittedProgram& fitted);

// Compiles core programs and C if the models are of a machine: by `given`, or else by the usual
// mapping of the machine. All models must then be of the same machine.
[[nodiscard]] FittedProgram fit_program(const std::shared_ptr<const Program>& program,
                                        const SourceBuffer* source,
                                        std::span<const std::shared_ptr<const MemoryModel>> models,
                                        const std::shared_ptr<const mapping::Mapping>& given,
                                        Colour colour);

}  // namespace drover::input
