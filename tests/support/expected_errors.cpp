#include "tests/support/expected_errors.h"

#include <algorithm>
#include <fstream>

#include "support/format.h"

namespace drover::testing {

namespace fs = std::filesystem;

std::vector<fs::path> golden_files(const std::string& folder, const std::string& extension) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(DROVER_TEST_DIR) / "golden" / folder)) {
    if (entry.path().extension() == extension) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

std::vector<ExpectedError> expected_errors(const fs::path& path) {
  const std::string mark = "// EXPECT-ERROR: ";
  std::vector<ExpectedError> out;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    const std::string rest = line.substr(at + mark.size());
    const std::size_t space = rest.find(' ');
    out.push_back({rest.substr(0, space), rest.substr(space + 1)});
  }
  return out;
}

std::vector<ExpectedError> reported_errors(const DiagnosticSink& sink) {
  std::vector<ExpectedError> out;
  for (const Diagnostic& each : sink.sorted()) {
    if (each.severity() != Severity::Error) continue;
    out.push_back({format("{}:{}", each.range.line, each.range.column), each.message()});
  }
  return out;
}

}  // namespace drover::testing
