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
  input::Subject subject;  // no program: there was an error
  std::string name;        // on the page
  // The outcomes that the conditions of the file ask about, in their order.
  std::vector<input::Question> questions;
  std::string complaints;  // rendered
  std::shared_ptr<const Program> read =
      {};  // what questions are about, where it was compiled since
};

// Reads a core program or a litmus test; one of the library where no file has that name.
[[nodiscard]] ReportInput read_input(const ReportCommand& command, const std::string& path);
// The same for a text that is not a file.
[[nodiscard]] ReportInput read_input_text(const ReportCommand& command, SourceBuffer source);

}  // namespace drover::report
