#pragma once

#include <optional>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/sections.h"
#include "litmus/dialects/state.h"

namespace drover::litmus {

// An initial state as far as it could be read.
struct InitSection {
  std::vector<InitItem> items;  // those without errors
  bool is_whole = false;
};
// Reports all errors. Does not throw.
[[nodiscard]] InitSection parse_init(const SourceBuffer& source, Section section,
                                     DiagnosticSink& sink);

// Nothing if there is an error; all are reported. Does not throw.
[[nodiscard]] std::optional<FinalCondition> parse_condition(const SourceBuffer& source,
                                                            Section section, DiagnosticSink& sink);

}  // namespace drover::litmus
