#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "explorer/cat/read_model.h"
#include "explorer/models/memory_model.h"
#include "frontend/diagnostic_printer.h"

namespace drover::input {

// True if the name of a model is a file: it ends in ".cat" or contains a "/".
[[nodiscard]] bool is_model_file(std::string_view name);

struct LoadedModel {
  std::shared_ptr<const MemoryModel> model;  // null: unknown name or a file with errors
  std::string complaints;                    // about the file, rendered
};

// Loads a built-in model, or a model from a file.
[[nodiscard]] LoadedModel load_model(const std::string& name, Colour colour,
                                     const cat::ModelOptions& options = {});

// Says why a built-in model does not apply to programs of an architecture, and which models do.
// Without a full stop.
[[nodiscard]] std::string misfit_text(const ModelTraits& traits, std::string_view architecture);

// Says why a model cannot run programs of a kind: whole lines; empty if it can.
[[nodiscard]] std::string misfit_lines(const MemoryModel& model, const ProgramKind& kind);

// A model for programs of one kind and for one run. Its faults found in the run
// (MemoryModel::complaint) are then faults on this program.
struct FittedModel {
  std::shared_ptr<const MemoryModel> model;  // null if it cannot run programs of this kind
  std::string complaint;                     // why the model is null: whole lines
};
[[nodiscard]] FittedModel fit_model(const std::shared_ptr<const MemoryModel>& asked,
                                    const ProgramKind& kind);

}  // namespace drover::input
