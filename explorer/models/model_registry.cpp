#include "explorer/models/model_registry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>

#include "explorer/cat/embedded.h"
#include "explorer/models/model_family.h"
#include "explorer/models/model_table.h"
#include "frontend/diagnostic_printer.h"
#include "support/check.h"

namespace drover {

namespace {

// Reads a model on first use.
class BuiltinModel {
 public:
  const MemoryModel& get(const ModelTraits& traits) {
    std::call_once(is_read_, [&] { model_ = read(traits); });
    return *model_;
  }
  const MemoryModel& get_of_parts(const ModelTraits& traits) {
    std::call_once(is_read_, [&] {
      CatText read = text_of(traits, {std::string(cat::MixedSizes)});
      ModelInfo info{.name = std::string(traits.name),
                     .text = std::move(read.text),
                     .traits = &traits,
                     .candidates = traits.candidates,
                     .has_parts = true};
      model_ = std::make_unique<const CatModel>(std::move(info), std::move(read.code));
    });
    return *model_;
  }

 private:
  static std::unique_ptr<const MemoryModel> read(const ModelTraits& traits) {
    ModelInfo info{
        .name = std::string(traits.name), .traits = &traits, .candidates = traits.candidates};
    if (traits.facts) {
      return std::make_unique<const CatModel>(std::move(info),
                                              [&traits] { return text_of(traits); });
    }
    CatText read = text_of(traits);
    info.text = std::move(read.text);
    return std::make_unique<const CatModel>(std::move(info), std::move(read.code));
  }

  // Models of GPUs use the names of their dialect; other texts define what they need.
  static std::string names_of_programs(const ModelTraits& traits) {
    constexpr std::array<std::string_view, 3> Dialects{"PTX", "VULKAN", "OPENCL"};
    const bool is_one = std::ranges::find(Dialects, traits.programs) != Dialects.end();
    return is_one ? std::string(traits.programs) : "";
  }

  static CatText text_of(const ModelTraits& traits, const cat::Variants& variants = {}) {
    const std::string_view stem = traits.file.substr(0, traits.file.rfind('.'));
    cat::ModelOptions options;
    options.architecture = names_of_programs(traits);
    options.variants = variants;
    const cat::ModelReading reading = cat::read_model_source(
        SourceBuffer::from_text(std::string(traits.file), std::string(cat::embedded_text(stem))),
        "", options);
    for (const auto& file : reading.files) {
      DROVER_CHECK(!file->sink.has_errors(),
                   render(file->sink, file->source.name(), &file->source).c_str());
    }
    return {reading.whole_text(), reading.code};
  }

  std::once_flag is_read_;
  std::unique_ptr<const MemoryModel> model_;
};

const MemoryModel& builtin(std::size_t index) {
  static std::vector<BuiltinModel> models(model_table().size());
  return models[index].get(model_table()[index]);
}

const MemoryModel& builtin_of_parts(std::size_t index) {
  static std::vector<BuiltinModel> models(model_table().size());
  return models[index].get_of_parts(model_table()[index]);
}

// True if the model is shown by default. For core programs, models that only `enumerate` explores
// are not.
bool is_usual_for(const ModelTraits& traits, std::string_view architecture) {
  const bool has_explorer =
      traits.checker != IncrementalChecker::None || traits.preconsistency != Preconsistency::None;
  return is_about(traits, architecture) && (has_explorer || !is_about(traits, ""));
}

std::vector<std::string_view> names_of(bool of_core_programs) {
  std::vector<std::string_view> names;
  for (const ModelTraits& traits : model_table()) {
    if (is_usual_for(traits, "") == of_core_programs) names.push_back(traits.name);
  }
  return names;
}

}  // namespace

std::span<const std::string_view> model_names() {
  static const std::vector<std::string_view> names = names_of(true);
  return names;
}

std::span<const std::string_view> machine_model_names() {
  static const std::vector<std::string_view> names = names_of(false);
  return names;
}

std::span<const MemoryModel* const> all_models() {
  static const std::vector<const MemoryModel*> models = models_for({});
  return models;
}

std::vector<const MemoryModel*> models_for(const ProgramKind& kind) {
  std::vector<const MemoryModel*> models;
  for (std::size_t i = 0; i < model_table().size(); ++i) {
    const ModelTraits& traits = model_table()[i];
    if (!is_usual_for(traits, kind.architecture) || (kind.has_parts && !traits.takes_parts))
      continue;
    models.push_back(kind.has_parts ? &builtin_of_parts(i) : &builtin(i));
  }
  return models;
}

const MemoryModel* find_model(std::string_view name) {
  const auto rows = model_table();
  const auto found = std::ranges::find(rows, name, &ModelTraits::name);
  return found == rows.end() ? nullptr : &builtin(static_cast<std::size_t>(found - rows.begin()));
}

const MemoryModel* find_model_of_parts(std::string_view name) {
  const auto rows = model_table();
  const auto found = std::ranges::find(rows, name, &ModelTraits::name);
  return found == rows.end() ? nullptr
                             : &builtin_of_parts(static_cast<std::size_t>(found - rows.begin()));
}

std::shared_ptr<const MemoryModel> builtin_model(std::string_view name) {
  return {std::shared_ptr<const MemoryModel>(), find_model(name)};
}

ModelFromFile read_model_file(const std::string& path, ModelAuditor auditor,
                              const cat::ModelOptions& options) {
  const auto family = std::make_shared<const ModelFamily>(path, options, std::move(auditor));
  ModelFamily::Shown shown = family->shown();
  ModelFromFile out;
  out.files = std::move(shown.files);
  // Aliasing pointer: keeps the family alive.
  if (shown.model != nullptr) out.model = {family, shown.model};
  return out;
}

}  // namespace drover
