#pragma once

#include <optional>
#include <string>

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"

namespace drover::litmus {

// A litmus file, cut as herd cuts it before anything is parsed:
//   ARCH NAME … { init } program [locations…] [filter…] [condition]
struct Sections {
  std::string architecture;
  SourceRange architecture_range;
  std::string name;
  Section init;       // between the braces
  Section program;    // up to the first word of the condition
  Section condition;  // up to `<<`, after which herd reads nothing
};

// Splits a file. Nothing, and a diagnostic, if the text does not have this shape.
[[nodiscard]] std::optional<Sections> split_sections(const SourceBuffer& source,
                                                     DiagnosticSink& sink);
[[nodiscard]] std::optional<Sections> split_sections(const SourceBuffer& source);

// True if a text looks like a litmus test and not like a core program: its first line names an
// architecture and a test.
[[nodiscard]] bool looks_like_litmus(std::string_view text);

}  // namespace drover::litmus
