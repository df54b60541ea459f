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

// Result of one `vsc` of one file.
struct VscReport {
  const VscCommand& command;
  const SourceBuffer& source;
  const History& history;
  const vsc::VscInstance& instance;
  vsc::VscAnswer answer = vsc::VscAnswer::Stopped;
  std::vector<vsc::VscIndex> trace;  // Witness: all operations; else the longest trace tried
  std::optional<vsc::ConflictReason> reason;  // NoWitness by the closure
  vsc::VscCounters counters;
};

// Returns the history's operation for an operation of the instance.
[[nodiscard]] const History::Operation& operation_of(const VscReport& report, vsc::VscIndex index);
// Returns "line 4 `w x 1`", or "the initial value 0 of `x`".
[[nodiscard]] std::string operation_text(const VscReport& report, vsc::VscIndex index);
// Returns one sentence.
[[nodiscard]] std::string edge_text(const VscReport& report, const vsc::OrderEdge& edge);
// A thread's next operation after `trace`, and why it waits.
struct StuckOperation {
  vsc::VscIndex operation = vsc::NoOperation;
  std::string reason;
};
[[nodiscard]] std::vector<StuckOperation> stuck_operations(const VscReport& report);

[[nodiscard]] std::string text_report(const VscReport& report, Colour colour);
// Returns one JSON object on one line.
[[nodiscard]] std::string json_report(const VscReport& report);

}  // namespace drover::cli
