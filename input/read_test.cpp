#include "input/read_test.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "frontend/read_program.h"
#include "frontend/suggestion.h"
#include "litmus/library.h"
#include "support/format.h"

namespace drover::input {

std::optional<SourceBuffer> read_file_or_test(const std::string& path, DiagnosticSink& sink,
                                              std::string& hint) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    if (const litmus::LibraryTest* test = litmus::find_library_test(path)) {
      return SourceBuffer::from_text(path, std::string(test->text));
    }
  }
  std::optional<SourceBuffer> source = read_source(path, sink);
  if (source) return source;
  std::vector<std::string> names;
  names.reserve(litmus::library_tests().size());
  for (const litmus::LibraryTest& test : litmus::library_tests()) names.emplace_back(test.name);
  const std::string similar = did_you_mean(path, names);
  if (!similar.empty()) hint = format("hint: in the library: {}\n", similar);
  return std::nullopt;
}

}  // namespace drover::input
