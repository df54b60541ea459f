#include "cli/estimate.h"

#include <algorithm>
#include <utility>

#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/sampling.h"
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
  return options;
}

}  // namespace

std::optional<RunEstimate> estimate_run(const Program& program, const ExplorerOptions& options,
                                        const EstimateOptions& how) {
  constexpr std::uint64_t MaxSamples = 1'000'000;
  ExplorerOptions used = without_limits(options);
  const auto sampled = sample_executions(program, used,
                                         {.samples = MaxSamples,
                                          .seed = how.seed,
                                          .max_seconds = how.sample_seconds,
                                          .likelihood = Likelihood::Learnt});
  if (!sampled) return std::nullopt;
  RunEstimate estimate{.sample = *sampled->sample, .rate = 0};
  if (how.rate_seconds == 0) return estimate;
  used.max_seconds = how.rate_seconds;
  const ExplorationResult part = explore(program, used);
  const auto seen = static_cast<double>(part.executions + part.blocked + part.erroneous + part.cut);
  estimate.rate = seen / std::max(part.seconds, 1e-6);
  if (part.stop_reason == StopReason::Exhausted) {
    // There is no need to guess.
    estimate.sample.executions = {static_cast<double>(part.executions), 0};
    estimate.sample.others = {seen - static_cast<double>(part.executions), 0};
  }
  return estimate;
}

std::string text_estimate(std::string_view file, std::string_view model,
                          const RunEstimate& estimate) {
  std::string text = format("{}: under {}, {}", file, model,
                            words::estimate_text(estimate.sample.executions, "execution"));
  if (estimate.sample.others.mean > 0) {
    text +=
        format(", {} that are not complete", words::estimate_text(estimate.sample.others, "other"));
  }
  return format("{}; {} on one thread\n", text, words::duration_text(estimate.seconds()));
}

std::string json_estimate(std::string_view file, std::string_view model,
                          const RunEstimate& estimate) {
  Json out;
  out["file"] = file;
  out["model"] = model;
  out["estimate"] = {{"executions", estimate.sample.executions.mean},
                     {"executions_spread", estimate.sample.executions.spread},
                     {"others", estimate.sample.others.mean},
                     {"others_spread", estimate.sample.others.spread},
                     {"samples", estimate.sample.samples},
                     {"seconds", estimate.seconds()}};
  return out.dump() + "\n";
}

RunProgress::RunProgress(ProgressLine& line, ProgressFormat how, std::string file,
                         const Program& program, const ExplorerOptions& options)
    : line_(line), format_(how), file_(std::move(file)), program_(program), options_(options) {}

bool RunProgress::is_due() { return format_ == ProgressFormat::Json || line_.is_due(); }

void RunProgress::show(const Progress& progress) {
  constexpr double Interval = 1;  // of JSON lines, in seconds
  if (format_ == ProgressFormat::None || !is_due()) return;
  if (format_ == ProgressFormat::Json && progress.seconds < next_json_) return;
  next_json_ = progress.seconds + Interval;
  if (!std::exchange(has_estimate_, true)) {
    estimate_ =
        estimate_run(program_, options_, {.seed = 1, .sample_seconds = 0.2, .rate_seconds = 0});
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
  std::string text = format("{} executions, {:.0f} per second, depth {}, {:.0f} s",
                            progress.executions, rate, progress.depth, progress.seconds);
  if (is_known) {
    text += format("; about {} in all, {} left", words::rough_number(estimate_->all()),
                   words::duration_text(left));
  }
  line_.show(text);
}

}  // namespace drover::cli
