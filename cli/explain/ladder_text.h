#pragma once

#include <string>

#include "explorer/explain/explanation.h"
#include "frontend/diagnostic_printer.h"

namespace drover {

// The built-in models as a table: verdict, and the reason where it changes.
[[nodiscard]] std::string ladder_text(const Explanation& explanation, Colour colour);

}  // namespace drover
