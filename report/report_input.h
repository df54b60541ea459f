#pragma once

#include <memory>
#include <string>
#include <vector>

#include "input/question.h"
#include "input/subject.h"
#include "report/report_command.h"

namespace drover::report {

// A program to report on.
struct ReportInput {
  input::Subject subject;  // no program: an error
  std::string name;        // on the page
  // Outcomes in the file's conditions, in order.
  std::vector<input::Question> questions;
  std::string complaints;                    // rendered
  std::string compiled = {};                 // "AArch64 by the mapping …"; empty: not compiled
  std::shared_ptr<const Program> read = {};  // the program of the questions, if compiled since
};

// Reads a core program, a litmus test, or a library test if no file has the name.
[[nodiscard]] ReportInput read_input(const ReportCommand& command, const std::string& path);
// Reads a text that is not a file.
[[nodiscard]] ReportInput read_input_text(const ReportCommand& command, SourceBuffer source);

}  // namespace drover::report
