#pragma once

#include <optional>
#include <string>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

namespace drover::fuzz {

// What became of an input.
struct Outcome {
  bool is_accepted = false;
  std::string fault;  // what Drover itself did wrong, in words; empty if nothing
};

// Reads `text` as a core program, goes on as far as that is quick, and looks for faults: complaints
// without a place, programs that do not survive printing.
[[nodiscard]] Outcome try_core(const std::string& text);

// The same for a litmus test. A `!` at the beginning asks for the strict way of reading.
[[nodiscard]] Outcome try_litmus(const std::string& text);

// The same for a C program behind the preprocessor. One with line markers is not looked at.
[[nodiscard]] Outcome try_c(const std::string& text);

// The same for a memory model in cat, which is asked about the candidates of a small program.
[[nodiscard]] Outcome try_cat(const std::string& text);

// ---- What they share.

// What is wrong with the complaints about `source` itself; empty if nothing.
[[nodiscard]] std::string fault_in(const DiagnosticSink& sink, const SourceBuffer& source);

// The program of a text that has to be right, or the fault that it is not. Neither if it is nested
// too deep: a converted text may be deeper than the original.
struct Reread {
  std::optional<CheckedProgram> program;
  std::string fault;
};
[[nodiscard]] Reread reread(const std::string& text);

// Whether exploring some executions of it surely takes only a moment.
[[nodiscard]] bool is_small(const Program& program);

}  // namespace drover::fuzz
