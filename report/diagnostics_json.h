#pragma once

#include <span>

#include "frontend/diagnostic.h"
#include "support/json.h"

namespace drover::report {

// Returns the diagnostics of a rejected file, the same in every command's JSON.
[[nodiscard]] Json diagnostics_json(std::span<const Diagnostic> diagnostics);

}  // namespace drover::report
