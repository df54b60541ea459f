#pragma once

#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "support/source_range.h"

namespace drover {

// A change of the text that follows a diagnostic's hint.
struct Fix {
  SourceRange range;  // empty: an insertion
  std::string replacement;

  bool operator==(const Fix&) const = default;
};

// Returns a fix for each suggestion. None if the diagnostic names nothing, or if the misspelt name
// is not at its place.
[[nodiscard]] std::vector<Fix> fixes_of(const Diagnostic& diagnostic, const SourceBuffer& source);

// Returns "Change `relx` to `rel`", "Insert `;`".
[[nodiscard]] std::string fix_title(const Fix& fix, const SourceBuffer& source);

}  // namespace drover
