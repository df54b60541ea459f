#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/parse.h"
#include "frontend/source.h"

namespace drover::testing {

inline SourceBuffer text(const std::string& source) {
  return SourceBuffer::from_text("test.drv", source);
}

// The kinds of the diagnostics of a text that is parsed and checked.
inline std::vector<std::string> kinds_of(const DiagnosticSink& sink) {
  std::vector<std::string> kinds;
  for (const Diagnostic& diagnostic : sink.sorted()) {
    kinds.emplace_back(diagnostic_name(diagnostic.kind));
  }
  return kinds;
}

inline std::optional<CheckedProgram> check_text_of(const std::string& source, DiagnosticSink& sink,
                                                   std::vector<ConstantOverride> overrides = {}) {
  const SourceBuffer buffer = text(source);
  return read_program(buffer, overrides, sink);
}

inline std::vector<std::string> errors_and_warnings(const std::string& source) {
  DiagnosticSink sink;
  (void)check_text_of(source, sink);
  return kinds_of(sink);
}

// The errors alone.
inline std::vector<std::string> complaints(const std::string& source) {
  DiagnosticSink sink(WarningPolicy{.usual = WarningLevel::Off});
  (void)check_text_of(source, sink);
  return kinds_of(sink);
}

}  // namespace drover::testing
