#include "input/load_model.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/audit/audit_cache.h"
#include "explorer/models/model_registry.h"
#include "explorer/models/model_table.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::input {

namespace {

// Says which of the variants no file of a model asks for; empty if there is none.
std::string unasked_variant(const std::string& model, const cat::ModelFiles& files,
                            const cat::ModelOptions& options) {
  std::vector<std::string> asked;
  for (const auto& file : files) {
    if (!file->ast) continue;
    for (const cat::Name& name : file->ast->variants) asked.push_back(name.text);
  }
  for (const std::string& variant : options.variants) {
    if (std::ranges::find(asked, variant) != asked.end()) continue;
    const Hint hint = did_you_mean(variant, asked);
    return format("drover: --variant: {} does not ask for `{}`{}\n", model, variant,
                  hint.empty() ? "" : format(" ({})", hint.text));
  }
  return "";
}

}  // namespace

bool is_model_file(std::string_view name) {
  return name.ends_with(".cat") || name.find('/') != std::string_view::npos;
}

LoadedModel load_model(const std::string& name, Colour colour, const cat::ModelOptions& options) {
  if (!is_model_file(name)) return {builtin_model(name), ""};
  ModelFromFile read = read_model_file(name, audit::audited_properties, options);
  LoadedModel out{std::move(read.model), ""};
  for (const auto& file : read.files) {
    out.complaints += render(file->sink, file->source.name(), &file->source, colour);
  }
  if (out.model == nullptr) return out;
  const std::string unasked = unasked_variant(name, read.files, options);
  if (unasked.empty()) return out;
  return {nullptr, out.complaints + unasked};
}

std::string misfit_text(const ModelTraits& traits, std::string_view architecture) {
  std::vector<std::string> programs;
  for (const std::string_view word : programs_of(traits)) {
    programs.push_back(word == CorePrograms ? "core programs" : std::string(word));
  }
  std::vector<std::string> others;
  for (const ModelTraits& other : model_table()) {
    if (is_about(other, architecture)) others.push_back(format("`{}`", other.name));
  }
  return format("the model `{}` applies to {}, but this is {}; {} {} to it", traits.name,
                joined(programs, ", ", " and "),
                architecture.empty() ? "a core program" : format("a test of {}", architecture),
                joined(others, ", ", " and "), others.size() == 1 ? "applies" : "apply");
}

std::string misfit_lines(const MemoryModel& model, const ProgramKind& kind) {
  const std::optional<ModelMisfit> misfit = model.misfit(kind);
  if (!misfit) return "";
  switch (misfit->why) {
    case ModelMisfit::Why::OtherPrograms:
      return format("drover: {}\n", misfit_text(model.traits(), kind.architecture));
    case ModelMisfit::Why::Parts:
      return format("drover: the model `{}` does not say what accesses that overlap in part do\n",
                    model.name());
    case ModelMisfit::Why::FirstWord:
      return format("drover: {}: the model is for {} only, by its first word\n", model.name(),
                    misfit->detail);
    case ModelMisfit::Why::Errors: break;
  }
  return misfit->detail;
}

FittedModel fit_model(const std::shared_ptr<const MemoryModel>& asked, const ProgramKind& kind) {
  const MemoryModel* fitted = asked->fitted(kind);
  if (fitted == nullptr) return {nullptr, misfit_lines(*asked, kind)};
  std::shared_ptr<const MemoryModel> own = fitted->instance();
  // Aliasing pointer: keeps the family alive.
  if (own == nullptr) own = {asked, fitted};
  return {std::move(own), ""};
}

}  // namespace drover::input
