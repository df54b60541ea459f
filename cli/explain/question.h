#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "explorer/explain/outcome.h"
#include "frontend/diagnostic.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "semantics/program.h"

namespace drover {

// An outcome that somebody asks about, and where it comes from.
struct Question {
  Outcome outcome;
  std::string origin;      // "exists", "not forall", "--outcome"
  std::uint32_t line = 0;  // of the condition in the file; 0: none
};

// A file, and what is asked about it.
struct QuestionFile {
  std::shared_ptr<const Program> program;  // null if there was an error
  std::vector<Question> questions;         // empty only if there was an error
  std::string default_model;
  std::uint32_t default_unroll = 0;
  std::string diagnostics;  // rendered
  std::vector<Diagnostic> complaints;
};

// Reads a core program or a litmus test (also one of the library, by name), and the outcome that
// `command` gives or else the conditions of the file. What is wrong with the outcome on the
// command line is shown in its own text.
[[nodiscard]] QuestionFile read_questions(const ExplainCommand& command, const std::string& path,
                                          Colour colour);

}  // namespace drover
