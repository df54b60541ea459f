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

// Result of one `check` of one file under one model, and its command.
struct CheckReport {
  const CheckCommand& command;
  const MemoryModel& model;
  const Program& program;
  const SourceBuffer& source;
  const ExplorationResult& result;
  const mapping::Mapping* mapping = nullptr;  // used to compile the program; null: not compiled
};

// As text.
[[nodiscard]] std::string text_report(const CheckReport& report, Colour colour);

// As JSON: one object on one line. Only cli/json/json_report.cpp uses the JSON library.
[[nodiscard]] std::string json_report(const CheckReport& report);
// As JSON, for a rejected file: its diagnostics.
[[nodiscard]] std::string json_refusal(const std::string& model, const std::string& file,
                                       std::span<const Diagnostic> complaints);

}  // namespace drover::cli
