#pragma once

#include <optional>

#include "classroom/exercise.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// Reads an exercise. Reports all its errors, including those in programs and models. Nothing if
// there is an error. Files it names are relative to its origin.
[[nodiscard]] std::optional<Exercise> parse_exercise(const SourceBuffer& source,
                                                     DiagnosticSink& sink,
                                                     Origin origin = Origin::File);

}  // namespace drover::classroom
