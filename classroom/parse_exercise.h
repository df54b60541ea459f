#pragma once

#include <optional>

#include "classroom/exercise.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// Reads an exercise. Reports every error in it, those in its programs and models included; nothing
// if there is one.
// Files that it names are looked for where it comes from.
[[nodiscard]] std::optional<Exercise> parse_exercise(const SourceBuffer& source,
                                                     DiagnosticSink& sink,
                                                     Origin origin = Origin::File);

}  // namespace drover::classroom
