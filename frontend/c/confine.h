#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::c {

// A stranger's text, so that a compiler that preprocesses it opens no file: our headers are put in
// where they are included, with marks of lines. Whatever else could name a file is refused, with a
// diagnostic: other files, `#include` of a macro, `#line`, `#pragma`, `_Pragma`, `__has_include`,
// and what could be a way around that, such as `##`, with which one writes a name in two parts.
[[nodiscard]] std::optional<std::string> confined(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::c
