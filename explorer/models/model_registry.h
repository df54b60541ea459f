#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/model_file.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/memory_model.h"

namespace drover {

// The built-in models of core programs, in the order of model_table. Each is a cat file of this
// folder, read on first use.
[[nodiscard]] std::span<const std::string_view> model_names();
[[nodiscard]] std::span<const MemoryModel* const> all_models();
// The other built-in models.
[[nodiscard]] std::span<const std::string_view> machine_model_names();
// Returns the built-in models of such programs, strongest first.
[[nodiscard]] std::vector<const MemoryModel*> models_for(const ProgramKind& kind);

// Null if there is no such model.
[[nodiscard]] const MemoryModel* find_model(std::string_view name);
// Returns the version of a built-in model for programs whose accesses are cut into parts.
[[nodiscard]] const MemoryModel* find_model_of_parts(std::string_view name);
// Like find_model, as a shared pointer, for users that also hold models from files; never freed.
[[nodiscard]] std::shared_ptr<const MemoryModel> builtin_model(std::string_view name);

// A model from a file, named by its path. If `model` is null, `files` have errors; otherwise they
// may have warnings.
struct ModelFromFile {
  std::shared_ptr<const MemoryModel> model;
  cat::ModelFiles files;
};
[[nodiscard]] ModelFromFile read_model_file(const std::string& path, ModelAuditor auditor = nullptr,
                                            const cat::ModelOptions& options = {});

}  // namespace drover
