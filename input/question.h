#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/explain/outcome.h"
#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/diagnostic_printer.h"
#include "input/subject.h"
#include "litmus/dialects/state.h"
#include "semantics/program/program.h"

namespace drover::input {

// An outcome that a user asks about, and its origin.
struct Question {
  explain::Outcome outcome;
  std::string origin;      // "exists", "not forall", "--outcome"
  std::uint32_t line = 0;  // line of the condition in the file; 0: none
};

// A file and the questions about it.
struct QuestionFile {
  std::string path;                        // as messages show it
  std::shared_ptr<const Program> program;  // null if there was an error
  std::optional<SourceBuffer> source;      // nothing if the file could not be read
  std::vector<Question> questions;         // empty after an error, or without a question
  std::string unasked;                     // the message if there is no question
  std::string default_model;
  std::uint32_t default_unroll = 0;
  std::string diagnostics;  // rendered
  std::vector<Diagnostic> complaints;
};

// A request to read the questions of a file.
struct QuestionRequest {
  std::vector<ConstantOverride> constants;  // core programs only
  std::optional<std::uint32_t> unroll;      // none: the default of the kind of file
  std::optional<std::string> outcome;       // none: the conditions of the file
  bool assumes_kernel = false;              // as in SubjectOptions
  WarningPolicy warnings = {};
  std::optional<std::string> standard_input = {};  // the text of `-`; nothing: read standard input
};

// Returns the questions of a subject's conditions and assertions. It must be free of errors.
[[nodiscard]] std::vector<Question> questions_of(const Subject& subject);

// Returns the final states that a litmus test asks for: those of its proposition, or for a `forall`
// the others.
[[nodiscard]] explain::Outcome outcome_of(const litmus::FinalCondition& condition);

// Reads a subject, and the requested outcome or else its own conditions. Errors in a requested
// outcome are shown in its own text.
[[nodiscard]] QuestionFile read_questions(const QuestionRequest& request, const std::string& path,
                                          Colour colour);

}  // namespace drover::input
