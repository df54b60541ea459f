#pragma once

#include <optional>
#include <string>

#include "frontend/c/preprocess.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

// Private to preprocess.cpp, and tests.
namespace drover::c {

// Preprocesses with our own preprocessor; without a text if this is left to the compiler. A
// confined text must have been checked before.
[[nodiscard]] preprocessor::Outcome preprocess_here(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options);

// Returns an untrusted text such that a compiler that preprocesses it opens no file. Our headers
// replace their `#include` lines, with line marks. Any other way to name a file is refused with a
// diagnostic: other files, `#include` of a macro, `#line`, `#pragma`, `_Pragma`, `__has_include`,
// and workarounds such as `##`, which joins a name from two parts.
[[nodiscard]] std::optional<std::string> confined(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::c
