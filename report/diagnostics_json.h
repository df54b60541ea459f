#pragma once

#include <span>

#include "frontend/diagnostic.h"
#include "support/json.h"

namespace drover::report {

// Of a file that was refused: the same in the JSON of every command.
[[nodiscard]] Json diagnostics_json(std::span<const Diagnostic> diagnostics);

}  // namespace drover::report
