#pragma once

#include <optional>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/sections.h"
#include "litmus/state.h"

namespace drover::litmus {

// Nothing if there is an error; all are reported. Neither throws.
[[nodiscard]] std::optional<std::vector<InitItem>> parse_init(const SourceBuffer& source,
                                                              Section section,
                                                              DiagnosticSink& sink);
[[nodiscard]] std::optional<FinalCondition> parse_condition(const SourceBuffer& source,
                                                            Section section, DiagnosticSink& sink);

}  // namespace drover::litmus
