#pragma once

#include <memory>
#include <string>

#include "analysis/explain/explanation.h"
#include "analysis/robust/robust.h"
#include "cli/command_line.h"
#include "explorer/models/memory_model.h"
#include "input/subject.h"

namespace drover::cli {

// The answer of `robust` on one file. All referents outlive the report.
struct RobustReport {
  const RobustCommand& command;
  const input::Subject& subject;
  const Program& program;  // the explored one, with all observables
  const MemoryModel& model;
  const MemoryModel& sc;
  const robust::Robustness& result;
  std::string mapping = {};               // compiled the program; empty: none
  std::uint32_t unroll = 0;               // the bound of loops
  explain::Explanation explanation = {};  // of the smallest execution, if there is one
};

// Returns why the model allows the smallest execution, as `explain` has it.
[[nodiscard]] explain::Explanation explanation_of(const RobustReport& report);

[[nodiscard]] std::string text_report(const RobustReport& report, Colour colour);
// Returns one JSON object on one line.
[[nodiscard]] std::string json_report(const RobustReport& report);
// "robust", "not robust", "undefined", "incomplete".
[[nodiscard]] std::string_view robust_word(robust::RobustVerdict verdict);
// "traces", "reads", "states".
[[nodiscard]] std::string_view behaviour_word(robust::Behaviour by);

}  // namespace drover::cli
