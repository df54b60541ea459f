#pragma once

#include <string_view>

#include "explorer/models/model_property.h"

namespace drover::words {

// Return a property of models in one line, and its source.
[[nodiscard]] std::string_view property_statement(ModelProperty property);
[[nodiscard]] std::string_view property_source(ModelProperty property);

}  // namespace drover::words
