#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "support/source_range.h"

namespace drover::litmus {

class Assembly;

// `cta 0`, in the place of a thread.
struct PlaceLevel {
  std::string name;
  std::uint32_t number = 0;
  SourceRange range;
};

// Gives the assembly the place of a thread. `levels`: the outermost first, which the text does not
// name. Reports a thread without a place, or with other levels.
void add_place(std::uint32_t thread, SourceRange range, const std::vector<PlaceLevel>& place,
               const std::vector<std::string>& levels, Assembly& assembly, DiagnosticSink& sink);

}  // namespace drover::litmus
