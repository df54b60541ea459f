#include "cli/model_argument.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cli/terminal.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "support/text.h"

namespace drover::cli {

bool asks_kernel_model(const std::vector<std::string>& models) {
  return std::ranges::find(models, "lkmm") != models.end();
}

input::SubjectOptions subject_options(const InputOptions& input,
                                      std::optional<std::uint32_t> unroll,
                                      const std::vector<std::string>& models) {
  return {.constants = input.constants,
          .unroll = unroll,
          .max_threads = input.max_threads,
          .assumes_kernel = asks_kernel_model(models),
          .warnings = input.warnings,
          .standard_input = input.standard_input};
}

std::shared_ptr<const MemoryModel> model_of_argument(const std::string& name, ColourChoice colour,
                                                     const cat::ModelOptions& options) {
  input::LoadedModel loaded = input::load_model(name, colour_for(Stream::Error, colour), options);
  write(Stream::Error, loaded.complaints);
  return std::move(loaded.model);
}

std::optional<Models> models_of_arguments(const std::vector<std::string>& names,
                                          ColourChoice colour, const cat::ModelOptions& options) {
  Models models;
  std::set<std::string> known;
  for (const std::string& name : names) {
    if (!known.insert(name).second) continue;
    models.push_back(model_of_argument(name, colour, options));
    if (models.back() == nullptr) return std::nullopt;
  }
  return models;
}

std::string complaints_of(const Models& models) {
  return joined(models, "", [](const auto& model) { return model->complaint().value_or(""); });
}

std::optional<std::shared_ptr<const mapping::Mapping>> mapping_of_argument(const std::string& name,
                                                                           ColourChoice colour) {
  if (name.empty()) return nullptr;
  input::LoadedMapping loaded = input::load_mapping(name, colour_for(Stream::Error, colour));
  write(Stream::Error, loaded.complaints);
  if (loaded.mapping == nullptr) return std::nullopt;
  return std::move(loaded.mapping);
}

}  // namespace drover::cli
