#pragma once

#include <optional>
#include <string>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/graph/graph_names.h"

namespace drover::compare {

// A small program with modes, and the outcome that is asked for, if one is.
struct ShapeSource {
  const shapes::Shape& shape;
  const shapes::ModeAssignment& modes;
  const Outcome* outcome = nullptr;
};

// As a program of the core language: threads P0, P1, …, each with registers r0, r1, …, and
// `exists` with the outcome: every register, and the locations that are written more than once
// (the others cannot but have the value that is written) and whose last write matters. Dependencies
// are such that nothing comes of them: `x + (r0 ^ r0)`, `if (r0 == r0)`. The first line is a
// comment.
[[nodiscard]] std::string core_source(const ShapeSource& source, const std::string& comment);
// As a C litmus test.
[[nodiscard]] std::string litmus_source(const ShapeSource& source, const std::string& name,
                                        const std::string& comment);
// `P0:r0 == 0 && x == 2`
[[nodiscard]] std::string outcome_text(const ShapeSource& source);

// The same names for drawings.
[[nodiscard]] GraphNames shape_names(std::size_t threads);

}  // namespace drover::compare
