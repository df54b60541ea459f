#pragma once

#include <optional>

#include "frontend/c/line_map.h"
#include "frontend/c/unit.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::c {

// Reads and checks the preprocessed text. Nothing, and diagnostics at places of its files, if it
// has errors. `left_out` are names of our headers that hints may mention.
[[nodiscard]] std::optional<Unit> parse_unit(const SourceBuffer& text, const LineMap& map,
                                             DiagnosticSink& sink,
                                             const std::vector<std::string>& left_out = {},
                                             const ReadingOptions& options = {});

}  // namespace drover::c
