#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command_line.h"
#include "cli/progress_line.h"
#include "explorer/exploration_result.h"
#include "explorer/explorer_options.h"
#include "semantics/program/program.h"

namespace drover::cli {

// How much there is to explore.
struct RunEstimate {
  SampleSummary sample;
  double rate = 0;  // executions of every kind per second

  [[nodiscard]] double all() const { return sample.executions.mean + sample.others.mean; }
  [[nodiscard]] double seconds() const { return rate > 0 ? all() / rate : 0; }
};

struct EstimateOptions {
  std::uint64_t seed = 1;
  double sample_seconds = 2;  // for random paths
  double rate_seconds = 1;    // for a piece of the exploration itself; 0: its rate is not asked for
};

// Nothing if the algorithm cannot be sampled.
[[nodiscard]] std::optional<RunEstimate> estimate_run(const Program& program,
                                                      const ExplorerOptions& options,
                                                      const EstimateOptions& how);

[[nodiscard]] std::string text_estimate(std::string_view file, std::string_view model,
                                        const RunEstimate& estimate);
[[nodiscard]] std::string json_estimate(std::string_view file, std::string_view model,
                                        const RunEstimate& estimate);

// Shows how far a run has come, of how much: on a terminal's line, or as JSON. What there is to do
// is estimated once the run has taken a while.
class RunProgress {
 public:
  // All must outlive it.
  RunProgress(ProgressLine& line, ProgressFormat format, std::string file, const Program& program,
              const ExplorerOptions& options);

  void show(const Progress& progress);

 private:
  [[nodiscard]] bool is_due();

  ProgressLine& line_;
  ProgressFormat format_;
  std::string file_;
  const Program& program_;
  ExplorerOptions options_;
  bool has_estimate_ = false;
  std::optional<RunEstimate> estimate_;
  double next_json_ = 0;  // in seconds
};

}  // namespace drover::cli
