#pragma once

#include <string_view>

#include "analysis/compare/shape_source.h"

namespace drover::compare {

// Returns the name that the literature gives to a small program with this outcome, ignoring modes:
// SB, MP, …; empty if there is none, or if the program has fences or read-modify-writes.
[[nodiscard]] std::string_view known_test_name(const ShapeSource& source);

}  // namespace drover::compare
