#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::c {

// Returns an untrusted text such that a compiler that preprocesses it opens no file. Our headers
// replace their `#include` lines, with line marks. Any other way to name a file is refused with a
// diagnostic: other files, `#include` of a macro, `#line`, `#pragma`, `_Pragma`, `__has_include`,
// and workarounds such as `##`, which joins a name from two parts.
[[nodiscard]] std::optional<std::string> confined(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::c
