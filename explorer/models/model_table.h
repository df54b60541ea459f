#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "explorer/models/model_traits.h"

namespace drover {

// The built-in models, from stronger to weaker as far as they are comparable; those of machines
// come last. All model-specific behaviour of Drover follows from these rows and the axioms.
[[nodiscard]] std::span<const ModelTraits> model_table();

// True if a model is about programs of an architecture, as in ProgramKind.
[[nodiscard]] bool is_about(const ModelTraits& traits, std::string_view architecture);
// The words of ModelTraits::programs.
[[nodiscard]] std::vector<std::string_view> programs_of(const ModelTraits& traits);
inline constexpr std::string_view CorePrograms = "core";

}  // namespace drover
