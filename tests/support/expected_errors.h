#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"

namespace drover::testing {

// Returns the files of a folder of tests/golden with an extension, sorted.
[[nodiscard]] std::vector<std::filesystem::path> golden_files(const std::string& folder,
                                                              const std::string& extension);

// A line `// EXPECT-ERROR: line:column text` of a file. The place 0:0 means the whole file.
struct ExpectedError {
  std::string place;
  std::string text;

  bool operator==(const ExpectedError&) const = default;
};
[[nodiscard]] std::vector<ExpectedError> expected_errors(const std::filesystem::path& path);

// Returns the reported errors in the same form.
[[nodiscard]] std::vector<ExpectedError> reported_errors(const DiagnosticSink& sink);

}  // namespace drover::testing
