#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "editing/symbols.h"
#include "explorer/cat/read_model.h"

namespace drover::editing {

// Returns the names of a model, including those of included files.
[[nodiscard]] SymbolIndex cat_symbols(const cat::ModelReading& reading);

// Returns the reserved words of cat.
[[nodiscard]] const std::vector<std::string>& cat_keywords();
[[nodiscard]] bool is_cat_keyword(std::string_view word);

}  // namespace drover::editing
