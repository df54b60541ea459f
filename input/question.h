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
#include "semantics/program/program.h"

namespace drover::input {

// An outcome that somebody asks about, and where it comes from.
struct Question {
  explain::Outcome outcome;
  std::string origin;      // "exists", "not forall", "--outcome"
  std::uint32_t line = 0;  // of the condition in the file; 0: none
};

// A file, and what is asked about it.
struct QuestionFile {
  std::string path;                        // as messages have it
  std::shared_ptr<const Program> program;  // null if there was an error
  std::optional<SourceBuffer> source;      // nothing if it could not be read
  std::vector<Question> questions;         // empty if there was an error, or nothing is asked
  std::string unasked;                     // nothing is asked: what there is to say to that
  std::string default_model;
  std::uint32_t default_unroll = 0;
  std::string diagnostics;  // rendered
  std::vector<Diagnostic> complaints;
};

// What is asked about a file.
struct QuestionRequest {
  std::vector<ConstantOverride> constants;  // core programs only
  std::optional<std::uint32_t> unroll;      // none: what is usual for the kind of file
  std::optional<std::string> outcome;       // none: the conditions of the file
  WarningPolicy warnings = {};
  std::optional<std::string> standard_input = {};  // what `-` stands for; nothing: to be read
};

// What the conditions and assertions of a subject ask about. It must have been read without errors.
[[nodiscard]] std::vector<Question> questions_of(const Subject& subject);

// Reads a subject, and the outcome that is asked for or else its own conditions. What is wrong with
// an outcome that was asked for is shown in its own text.
[[nodiscard]] QuestionFile read_questions(const QuestionRequest& request, const std::string& path,
                                          Colour colour);

}  // namespace drover::input
