#pragma once

#include <string>

#include "frontend/c/preprocess.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/source.h"

// Private to preprocess.cpp, and tests.
namespace drover::c {

// Preprocesses with our own preprocessor; without a text if this is left to the compiler. A
// confined text must have been checked before.
[[nodiscard]] preprocessor::Outcome preprocess_here(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options);

}  // namespace drover::c
