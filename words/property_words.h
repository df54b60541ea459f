#pragma once

#include <string_view>

#include "explorer/models/model_property.h"

namespace drover::words {

// What a property of models says, in one line; where it is from.
[[nodiscard]] std::string_view property_statement(ModelProperty property);
[[nodiscard]] std::string_view property_source(ModelProperty property);

}  // namespace drover::words
