#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/plan/explorer_options.h"
#include "frontend/constant_override.h"
#include "frontend/warning_policy.h"
#include "semantics/program/program.h"
#include "support/json.h"
#include "support/progress_format.h"

namespace drover::report {

struct DrawnExecution;
// Returns additional data on a drawn execution.
using Annotate = std::function<Json(const DrawnExecution&)>;

// `drover report FILE… -o PAGE`.
struct ReportCommand {
  std::vector<std::string> files;           // core programs, litmus tests, library tests
  std::string output = "report.html";       // -o; `-`: standard output
  std::vector<std::string> models;          // empty: built-in models that fit
  std::vector<ConstantOverride> constants;  // -D; core programs only
  std::optional<std::uint32_t> unroll;      // nothing: 100 for programs, 2 for litmus tests
  double max_seconds = 10;                  // per model
  std::optional<std::uint64_t> max_memory;  // in bytes; nothing: the usual limit
  std::uint64_t max_executions = 100'000;   // per model
  std::size_t max_outcomes = 40;
  std::size_t max_pictures = 6;  // of executions, per outcome
  bool is_coloured = false;      // standard error
  WarningPolicy warnings = {};
  ProgressFormat progress = ProgressFormat::Auto;
  // Called often, with the current activity; empty: no progress.
  std::function<void(std::string_view)> on_progress = {};
  // Returns the progress callback for a run called `what`; empty: no progress.
  std::function<std::function<void(const Progress&)>(const std::string& what, const Program&,
                                                     const ExplorerOptions&)>
      watch = {};
  Annotate annotate = {};  // empty: no additional data
};

}  // namespace drover::report
