#include "input/model_misfit.h"

#include <optional>
#include <vector>

#include "explorer/models/model_table.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::input {

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
    case ModelMisfit::Why::FirstWord:
      return format("drover: {}: the model is for {} only, by its first word\n", model.name(),
                    misfit->detail);
    case ModelMisfit::Why::Errors: break;
  }
  return misfit->detail;
}

}  // namespace drover::input
