#pragma once

#include <string_view>

#include "analysis/compare/shape_source.h"

namespace drover::compare {

// What the literature calls a small program with this outcome, without regard to modes: SB, MP,
// …; empty where it has no name, or where it has fences or read-modify-writes.
[[nodiscard]] std::string_view known_test_name(const ShapeSource& source);

}  // namespace drover::compare
