#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cli/command_line.h"
#include "cli/progress_line.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/size_estimate.h"
#include "semantics/program/program.h"

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

// Shows a run's progress and estimated total, on a terminal line or as JSON. Makes the estimate
// once the run has taken a while.
class RunProgress {
 public:
  // All arguments must outlive the object. `what` is the line's prefix, if a prefix is needed.
  RunProgress(ProgressLine& line, ProgressFormat format, std::string file, std::string what,
              const Program& program, ExplorerOptions options);

  void show(const Progress& progress);

 private:
  [[nodiscard]] bool is_due();

  ProgressLine& line_;
  ProgressFormat format_;
  std::string file_;
  std::string what_;
  const Program& program_;
  ExplorerOptions options_;
  bool has_estimate_ = false;
  std::optional<double> estimated_;  // executions of every kind
  double next_json_ = 0;             // in seconds
};

// Shows the progress of several runs, one after the other.
class RunWatcher {
 public:
  RunWatcher(ProgressFormat format, std::string file);

  [[nodiscard]] bool is_wanted() const;
  // Shows a text for work that is not a run.
  void show(std::string_view text);
  // Returns a callback for ExplorerOptions::progress, valid until the next call. Empty if no
  // progress is wanted.
  [[nodiscard]] std::function<void(const Progress&)> watch(const std::string& what,
                                                           const Program& program,
                                                           const ExplorerOptions& options);

 private:
  ProgressFormat format_;
  std::string file_;
  ProgressLine line_;
  std::optional<RunProgress> run_;
};

}  // namespace drover::cli
