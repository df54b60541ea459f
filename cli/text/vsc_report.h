#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "explorer/algorithms/verify_sc/explain.h"
#include "explorer/algorithms/verify_sc/verify_sc.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/history.h"
#include "frontend/source.h"

namespace drover::cli {

// What one `vsc` of one file found.
struct VscReport {
  const VscCommand& command;
  const SourceBuffer& source;
  const History& history;
  const vsc::VscInstance& instance;
  vsc::VscAnswer answer = vsc::VscAnswer::Stopped;
  std::vector<vsc::VscIndex> trace;           // Witness: all operations; else the longest tried
  std::optional<vsc::ConflictReason> reason;  // NoWitness by the closure
  vsc::VscCounters counters;
};

// The operation of the history that an operation of the instance stands for.
[[nodiscard]] const History::Operation& operation_of(const VscReport& report, vsc::VscIndex index);
// "line 4 `w x 1`", or "the initial value 0 of `x`".
[[nodiscard]] std::string operation_text(const VscReport& report, vsc::VscIndex index);
// One sentence.
[[nodiscard]] std::string edge_text(const VscReport& report, const vsc::OrderEdge& edge);
// What the next operation of each thread after `trace` waits for.
struct StuckOperation {
  vsc::VscIndex operation = vsc::NoOperation;
  std::string reason;
};
[[nodiscard]] std::vector<StuckOperation> stuck_operations(const VscReport& report);

// For people.
[[nodiscard]] std::string text_report(const VscReport& report, Colour colour);
// For programs: one object on one line.
[[nodiscard]] std::string json_report(const VscReport& report);
// The same for a file that is not a history.
[[nodiscard]] std::string json_refusal(const std::string& file, const DiagnosticSink& sink);

}  // namespace drover::cli
