#pragma once

#include <string>

#include "cli/command_line.h"
#include "explorer/exploration_result.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "input/load_program.h"

namespace drover::cli {

// What one `check` of one file found, and what it was asked.
struct CheckReport {
  const CheckCommand& command;
  const Program& program;
  const SourceBuffer& source;
  const ExplorationResult& result;
};

// For people.
[[nodiscard]] std::string text_report(const CheckReport& report, Colour colour);

// For programs: one object on one line. Only cli/json/json_report.cpp knows the JSON library.
[[nodiscard]] std::string json_report(const CheckReport& report);
// The same for a file that was refused: its diagnostics.
[[nodiscard]] std::string json_refusal(const CheckCommand& command, const std::string& file,
                                       const input::LoadedProgram& loaded);

}  // namespace drover::cli
