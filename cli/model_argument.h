#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "explorer/models/memory_model.h"
#include "input/subject.h"
#include "mapping/mapping.h"

namespace drover::cli {

using Models = std::vector<std::shared_ptr<const MemoryModel>>;
// True if the model of the Linux kernel is among the models: SubjectOptions::assumes_kernel.
[[nodiscard]] bool asks_kernel_model(const std::vector<std::string>& models);
// Returns how to read the programs that these models are about. Without a bound: the usual one.
[[nodiscard]] input::SubjectOptions subject_options(const InputOptions& input,
                                                    std::optional<std::uint32_t> unroll = {},
                                                    const std::vector<std::string>& models = {});

using GivenMapping = std::shared_ptr<const mapping::Mapping>;  // null: none given

// Returns the model of an argument, and prints diagnostics of its file. Null if the model does not
// exist or its file has errors.
[[nodiscard]] std::shared_ptr<const MemoryModel> model_of_argument(
    const std::string& name, ColourChoice colour, const cat::ModelOptions& options = {});

// Returns the models of several arguments, each once. Nothing if one of them cannot be used.
[[nodiscard]] std::optional<Models> models_of_arguments(const std::vector<std::string>& names,
                                                        ColourChoice colour,
                                                        const cat::ModelOptions& options = {});
// Returns the complaints of models about their evaluation.
[[nodiscard]] std::string complaints_of(const Models& models);

// Returns the mapping of an argument; null if none is given. Nothing, with printed diagnostics, if
// the mapping does not exist or its file has errors.
[[nodiscard]] std::optional<std::shared_ptr<const mapping::Mapping>> mapping_of_argument(
    const std::string& name, ColourChoice colour);

}  // namespace drover::cli
