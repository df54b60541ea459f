#pragma once

#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "support/source_range.h"

namespace drover {

// A change of the text that does what a diagnostic's hint says.
struct Fix {
  SourceRange range;  // empty: something is put in
  std::string replacement;

  bool operator==(const Fix&) const = default;
};

// One fix for each thing that may have been meant. None if the diagnostic names nothing, or if the
// name that it is about is not where it says.
[[nodiscard]] std::vector<Fix> fixes_of(const Diagnostic& diagnostic, const SourceBuffer& source);

}  // namespace drover
