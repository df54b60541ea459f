#include "cli/estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/sampling.h"
#include "explorer/size_estimate.h"
#include "support/format.h"
#include "support/json.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// Neither errors nor limits of the run matter to how much there is to explore.
ExplorerOptions without_limits(ExplorerOptions options) {
  options.after_error = AfterError::GoOn;
  options.max_executions.reset();
  options.max_seconds.reset();
  options.progress = nullptr;
  options.pool = nullptr;
  options.checkpoint = nullptr;
  options.resume = nullptr;
  options.simulated_workers = 0;
  options.on_start = nullptr;
  options.on_execution = nullptr;
  options.on_final_state = nullptr;
  return options;
}

Estimate sum_of(const Estimate& one, const Estimate& other) {
  return {one.mean + other.mean, std::hypot(one.spread, other.spread)};
}

// Random paths are exact where they are even, but what they miss, they do not know of. Sweeps miss
// less. So paths are believed where they are not far from what the sweeps have seen.
RunEstimate better_of(const RunEstimate& paths, const RunEstimate& sweeps) {
  const Estimate by_paths = sum_of(paths.executions, paths.others);
  const Estimate by_sweeps = sum_of(sweeps.executions, sweeps.others);
  const bool agree = std::abs(by_paths.mean - by_sweeps.mean) <= 2 * by_sweeps.spread;
  return agree && by_paths.spread < by_sweeps.spread ? paths : sweeps;
}

}  // namespace

std::optional<RunEstimate> estimate_run(const Program& program, const ExplorerOptions& options,
                                        const EstimateOptions& how) {
  constexpr std::uint64_t MaxSamples = 1'000'000;
  ExplorerOptions used = without_limits(options);
  const auto sampled = sample_executions(program, used,
                                         {.samples = MaxSamples,
                                          .seed = how.seed,
                                          .max_seconds = how.path_seconds,
                                          .likelihood = Likelihood::Learnt});
  if (!sampled) return std::nullopt;
  const auto swept = estimate_size(program, used, {.seed = how.seed, .parts = how.parts});
  RunEstimate estimate{.executions = sampled->sample->executions,
                       .others = sampled->sample->others};
  if (swept)
    estimate = better_of(estimate, {.executions = swept->executions, .others = swept->others});
  if (how.rate_seconds == 0) return estimate;
  used.max_seconds = how.rate_seconds;
  const ExplorationResult part = explore(program, used);
  const auto seen = static_cast<double>(part.executions + part.blocked + part.erroneous + part.cut);
  estimate.rate = seen / std::max(part.seconds, 1e-6);
  if (part.stop_reason == StopReason::Exhausted) {
    // There is no need to guess.
    estimate.executions = {static_cast<double>(part.executions), 0};
    estimate.others = {seen - static_cast<double>(part.executions), 0};
  }
  return estimate;
}

std::string text_estimate(std::string_view file, std::string_view model,
                          const RunEstimate& estimate) {
  std::string text = format("{}: under {}, {}", file, model,
                            words::estimate_text(estimate.executions, "execution"));
  if (estimate.others.mean > 0) {
    text += format(", {} that are not complete", words::estimate_text(estimate.others, "other"));
  }
  return format("{}; {} on one thread\n", text, words::duration_text(estimate.seconds()));
}

std::string json_estimate(std::string_view file, std::string_view model,
                          const RunEstimate& estimate) {
  Json out;
  out["file"] = file;
  out["model"] = model;
  out["estimate"] = {{"executions", estimate.executions.mean},
                     {"executions_spread", estimate.executions.spread},
                     {"others", estimate.others.mean},
                     {"others_spread", estimate.others.spread},
                     {"seconds", estimate.seconds()}};
  return out.dump() + "\n";
}

RunProgress::RunProgress(ProgressLine& line, ProgressFormat how, std::string file, std::string what,
                         const Program& program, ExplorerOptions options)
    : line_(line),
      format_(how),
      file_(std::move(file)),
      what_(std::move(what)),
      program_(program),
      options_(std::move(options)) {}

bool RunProgress::is_due() { return format_ == ProgressFormat::Json || line_.is_due(); }

void RunProgress::show(const Progress& progress) {
  constexpr double Interval = 1;  // of JSON lines, in seconds
  if (format_ == ProgressFormat::None || !is_due()) return;
  if (format_ == ProgressFormat::Json && progress.seconds < next_json_) return;
  next_json_ = progress.seconds + Interval;
  if (!std::exchange(has_estimate_, true)) {
    estimate_ = estimate_run(program_, options_,
                             {.seed = 1, .path_seconds = 0.1, .parts = 10'000, .rate_seconds = 0});
  }
  const auto done = static_cast<double>(progress.executions);
  const double rate = done / std::max(progress.seconds, 1e-9);
  // A guess that has been overtaken is not repeated.
  const bool is_known = estimate_ && done > 0 && estimate_->all() > done;
  const double left = is_known ? (estimate_->all() - done) / std::max(rate, 1e-9) : 0;
  if (format_ == ProgressFormat::Json) {
    Json out;
    out["file"] = file_;
    out["executions"] = progress.executions;
    out["per_second"] = rate;
    out["seconds"] = progress.seconds;
    out["estimated"] = is_known ? Json(estimate_->all()) : Json(nullptr);
    out["seconds_left"] = is_known ? Json(left) : Json(nullptr);
    write(Stream::Error, out.dump() + "\n");
    return;
  }
  std::string text = what_.empty() ? "" : what_ + ": ";
  text += format("{} executions, {:.0f} per second, depth {}, {:.0f} s", progress.executions, rate,
                 progress.depth, progress.seconds);
  if (is_known) {
    text += format("; about {} in all, {} left", words::rough_number(estimate_->all()),
                   words::duration_text(left));
  }
  line_.show(text);
}

RunWatcher::RunWatcher(ProgressFormat format, std::string file)
    : format_(format), file_(std::move(file)) {}

bool RunWatcher::is_wanted() const {
  if (format_ == ProgressFormat::Auto) return line_.is_wanted();
  return format_ == ProgressFormat::Json;
}

void RunWatcher::show(std::string_view text) {
  if (format_ == ProgressFormat::Auto) line_.show(text);
}

std::function<void(const Progress&)> RunWatcher::watch(const std::string& what,
                                                       const Program& program,
                                                       const ExplorerOptions& options) {
  if (!is_wanted()) return nullptr;
  run_.emplace(line_, format_, file_, what, program, options);
  return [this](const Progress& progress) { run_->show(progress); };
}

}  // namespace drover::cli
