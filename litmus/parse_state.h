#pragma once

#include <optional>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/sections.h"
#include "litmus/dialects/state.h"

namespace drover::litmus {

// The readable part of an initial state.
struct InitSection {
  std::vector<InitItem> items;  // items without errors
  bool is_whole = false;
};
// Reports all errors. Does not throw.
[[nodiscard]] InitSection parse_init(const SourceBuffer& source, Section section,
                                     DiagnosticSink& sink);

// Reports all errors; returns nothing if there is one. Does not throw.
[[nodiscard]] std::optional<FinalCondition> parse_condition(const SourceBuffer& source,
                                                            Section section, DiagnosticSink& sink);

}  // namespace drover::litmus
