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

// Whether a name given for a mapping means a file: it ends in ".json" or has a "/" in it.
[[nodiscard]] bool is_mapping_file(std::string_view name);

struct LoadedMapping {
  std::shared_ptr<const mapping::Mapping> mapping;  // null where there is none, or it has errors
  std::string complaints;                           // about a file, rendered
};

// One that comes with Drover or one from a file.
[[nodiscard]] LoadedMapping load_mapping(const std::string& name, Colour colour);

// Why a model does not apply to what a mapping makes, a line; empty: it does.
[[nodiscard]] std::string mapping_misfit(const mapping::Mapping& mapping, const MemoryModel& model);

// A program as the models see it.
struct FittedProgram {
  std::shared_ptr<const Program> program;           // null where it cannot be run under them
  std::shared_ptr<const mapping::Mapping> mapping;  // by which it was compiled; null: it was not
  std::string complaint;                            // why not: whole lines
};
// `FILE: compiled for AArch64 by the mapping c11-aarch64`, a line; empty where it was not compiled.
[[nodiscard]] std::string compilation_note(const FittedProgram& fitted);

// Core programs and C are compiled where the models are of a machine: by `given`, or else by the
// mapping that is usual for it. All models must be of the same machine then.
[[nodiscard]] FittedProgram fit_program(const std::shared_ptr<const Program>& program,
                                        const SourceBuffer* source,
                                        std::span<const std::shared_ptr<const MemoryModel>> models,
                                        const std::shared_ptr<const mapping::Mapping>& given,
                                        Colour colour);

}  // namespace drover::input
