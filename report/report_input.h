#pragma once

#include <optional>
#include <string>

#include "frontend/source.h"
#include "input/question.h"
#include "litmus/litmus_test.h"
#include "report/report_command.h"
#include "semantics/program/program.h"

namespace drover::report {

// A program to report on.
struct ReportInput {
  std::string path;
  std::string name;
  std::optional<SourceBuffer> source;      // nothing if it could not be read
  std::optional<Program> program;          // nothing if there was an error
  std::optional<litmus::LitmusTest> test;  // nothing if it is a core program
  std::uint32_t unroll = 0;
  // The outcomes that the conditions of the file ask about, in their order.
  input::QuestionFile questions;
  std::string complaints;  // rendered
};

// Reads a core program or a litmus test; one of the library where no file has that name.
[[nodiscard]] ReportInput read_input(const ReportCommand& command, const std::string& path);

}  // namespace drover::report
