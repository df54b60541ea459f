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

// The built-in models that are about core programs, in the order of model_table. Each is a cat
// file of this folder, read when it is first asked for.
[[nodiscard]] std::span<const std::string_view> model_names();
[[nodiscard]] std::span<const MemoryModel* const> all_models();
// The others.
[[nodiscard]] std::span<const std::string_view> machine_model_names();
// The built-in models that are about such programs, strong ones first.
[[nodiscard]] std::vector<const MemoryModel*> models_for(const ProgramKind& kind);

// nullptr where there is no such model.
[[nodiscard]] const MemoryModel* find_model(std::string_view name);
// The same, for who holds models of files too: it lives as long as the program.
[[nodiscard]] std::shared_ptr<const MemoryModel> builtin_model(std::string_view name);

// A model from a file, named by its path. Without `model` there are errors in `files`, which may
// have warnings otherwise.
struct ModelFromFile {
  std::shared_ptr<const MemoryModel> model;
  cat::ModelFiles files;
};
[[nodiscard]] ModelFromFile read_model_file(const std::string& path, ModelAuditor auditor = nullptr,
                                            const cat::ModelOptions& options = {});

}  // namespace drover
