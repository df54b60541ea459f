#pragma once

#include <span>
#include <string>

#include "cli/command_line.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "mapping/mapping.h"

namespace drover::cli {

// What one `check` of one file under one model found, and what it was asked.
struct CheckReport {
  const CheckCommand& command;
  const MemoryModel& model;
  const Program& program;
  const SourceBuffer& source;
  const ExplorationResult& result;
  const mapping::Mapping* mapping = nullptr;  // by which the program was compiled; null: it was not
};

// For people.
[[nodiscard]] std::string text_report(const CheckReport& report, Colour colour);

// For programs: one object on one line. Only cli/json/json_report.cpp knows the JSON library.
[[nodiscard]] std::string json_report(const CheckReport& report);
// The same for a file that was refused: its diagnostics.
[[nodiscard]] std::string json_refusal(const std::string& model, const std::string& file,
                                       std::span<const Diagnostic> complaints);

}  // namespace drover::cli
