#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/graph_names.h"

namespace drover::compare {

// A small program with modes, and optionally an outcome.
struct ShapeSource {
  const shapes::Shape& shape;
  const shapes::ModeAssignment& modes;
  const Outcome* outcome = nullptr;
};

// Returns a program of the core language: threads P0, P1, …, each with registers r0, r1, …, and
// `exists` with the outcome: every register, and each location that is written more than once and
// whose last write matters (other locations have only one possible value). Dependencies have no
// effect on values: `x + (r0 ^ r0)`, `if (r0 == r0)`. The first line is a comment.
[[nodiscard]] std::string core_source(const ShapeSource& source, const std::string& comment);
// Returns a shape with modes on one line: `W@rel x; W y || R@acq y; F@sc; R x`. Relaxed accesses
// have none.
[[nodiscard]] std::string shape_text(const shapes::Shape& shape,
                                     const shapes::ModeAssignment& modes);
// Returns the outcome as a condition: `P0:r0 == 0 && x == 2`.
[[nodiscard]] std::string outcome_text(const ShapeSource& source);

// Returns the names of threads and locations for drawings.
[[nodiscard]] GraphNames shape_names(std::size_t threads);

// Returns the name that the literature gives to a small program with this outcome, ignoring modes:
// SB, MP, …; empty if there is none, or if the program has fences or read-modify-writes.
[[nodiscard]] std::string_view known_test_name(const ShapeSource& source);

}  // namespace drover::compare
