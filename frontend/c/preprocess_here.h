#pragma once

#include <string>

#include "frontend/c/preprocess.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/source.h"

// Private to preprocess.cpp, and tests.
namespace drover::c {

// The preprocessed text, by our own preprocessor; nothing where it is left to the compiler. A
// confined text must have been found to be one.
[[nodiscard]] preprocessor::Outcome preprocess_here(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options);

}  // namespace drover::c
