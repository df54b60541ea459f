#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::input {

// The text of a file, or else of the test of the library that has this name. If there is neither,
// that goes to `sink`, and `hint` becomes a line on tests with similar names, if there are any.
[[nodiscard]] std::optional<SourceBuffer> read_file_or_test(const std::string& path,
                                                            DiagnosticSink& sink,
                                                            std::string& hint);

}  // namespace drover::input
