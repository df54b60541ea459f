#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::c {

// What is passed on to the compiler.
struct PreprocessOptions {
  std::string compiler = "cc";
  std::vector<std::string> arguments;  // -I, -D, -U, -include, -std, as they are to be given
};

// The largest preprocessed text that is read, in bytes.
inline constexpr std::size_t MaxPreprocessedSize = std::size_t{8} << 20;

// The text of a file after `cc -E`, with our headers in place of the system's. Nothing, and a
// diagnostic, where that fails. What the compiler says on its standard error goes to `said`.
[[nodiscard]] std::optional<std::string> preprocess(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options,
                                                    DiagnosticSink& sink, std::string& said);

}  // namespace drover::c
