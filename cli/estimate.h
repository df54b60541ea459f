#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/command_line.h"
#include "cli/terminal.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/size_estimate.h"
#include "semantics/program/program.h"
#include "support/json.h"

namespace drover::cli {

// Estimated size of an exploration.
struct RunEstimate {
  std::variant<SizeEstimate, NoEstimate> size = NoEstimate::Interrupted;
  std::uint64_t explored = 0;  // executions of every kind seen: a lower bound
  // Executions of every kind per second. Nothing if none was seen or the rate was not requested.
  std::optional<double> rate;

  [[nodiscard]] const SizeEstimate* estimated() const { return std::get_if<SizeEstimate>(&size); }
  [[nodiscard]] std::optional<double> seconds() const;
};

struct EstimateOptions {
  std::uint64_t seed = 1;
  std::uint64_t parts = 100'000;  // for sweeps (explorer/size_estimate.h)
  double max_seconds = 10;        // in total
  double rate_seconds = 1;        // for exploring a piece to measure the rate; 0: no rate
};

[[nodiscard]] RunEstimate estimate_run(const Program& program, const ExplorerOptions& options,
                                       const EstimateOptions& how);

[[nodiscard]] std::string text_estimate(std::string_view file, std::string_view model,
                                        const RunEstimate& estimate);
[[nodiscard]] std::string json_estimate(std::string_view file, std::string_view model,
                                        const RunEstimate& estimate);
// Adds the members NAME, NAME_low and NAME_high.
void add_estimate(const std::string& name, const std::optional<Estimate>& estimate, Json& out);

// Shows the progress of several runs, one after the other: on a terminal line, or as JSON. Makes
// the estimate of a run's total once the run has taken a while.
class RunWatcher {
 public:
  RunWatcher(ProgressFormat format, std::string file) : format_(format), file_(std::move(file)) {}

  [[nodiscard]] bool is_wanted() const;
  // Shows a text for work that is not a run.
  void show(std::string_view text);
  // Returns a callback for ExplorerOptions::progress, valid until the next call. Empty if no
  // progress is wanted. `what` begins the line; it may be empty. `program` must outlive the
  // callback.
  [[nodiscard]] std::function<void(const Progress&)> watch(const std::string& what,
                                                           const Program& program,
                                                           const ExplorerOptions& options);

 private:
  // The run that is watched.
  struct Run {
    std::string what;
    const Program& program;
    ExplorerOptions options;
    bool has_estimate = false;
    std::optional<double> estimated = {};  // executions of every kind
    double next_json = 0;                  // in seconds
  };

  void tell(Run& run, const Progress& progress);

  ProgressFormat format_;
  std::string file_;
  ProgressLine line_;
  std::optional<Run> run_;
};

}  // namespace drover::cli
