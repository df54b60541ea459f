#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "editing/symbols.h"
#include "explorer/cat/read_model.h"

namespace drover::editing {

// The names of a model: those of the files that it includes are symbols, too.
[[nodiscard]] SymbolIndex cat_symbols(const cat::ModelReading& reading);

// Words of the language that cannot be names.
[[nodiscard]] const std::vector<std::string>& cat_keywords();
[[nodiscard]] bool is_cat_keyword(std::string_view word);

}  // namespace drover::editing
