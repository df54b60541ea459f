#include "cli/estimate.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/plan/algorithm_table.h"
#include "support/format.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// Removes limits and error stops, which do not affect the size of the exploration.
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

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool is_limit(StopReason reason) {
  return reason == StopReason::Interrupted || reason == StopReason::MaxMemory;
}

SizeEstimate counted(const ExplorationResult& all, std::uint64_t seen) {
  return {.executions = exactly(static_cast<double>(all.executions)),
          .others = exactly(static_cast<double>(seen - all.executions)),
          .all = exactly(static_cast<double>(seen))};
}

// Raises an estimate to the number of executions seen.
void raise(SizeEstimate& size, std::uint64_t explored) {
  const auto least = static_cast<double>(explored);
  size.all.low = std::max(size.all.low, least);
  size.all.mean = std::max(size.all.mean, least);
}

// Explores a piece. True if the exploration is complete, or nothing more can be said.
bool explore_piece(const Program& program, const ExplorerOptions& options, RunEstimate& out) {
  const ExplorationResult part = explore(program, options);
  out.explored = part.executions + part.blocked + part.erroneous + part.cut;
  if (out.explored > 0) {
    out.rate = static_cast<double>(out.explored) / std::max(part.seconds, 1e-6);
  }
  if (is_limit(part.stop_reason)) {
    out.size = no_estimate_after(part.stop_reason);
    return true;
  }
  if (part.stop_reason == StopReason::Exhausted) {  // no estimate needed
    out.size = counted(part, out.explored);
    return true;
  }
  if (part.algorithm != algorithm_name(AlgorithmKind::Spore)) {
    out.size = NoEstimate::OtherAlgorithm;
    return true;
  }
  return false;
}

std::string_view why_text(NoEstimate why) {
  switch (why) {
    case NoEstimate::Indivisible:
    case NoEstimate::OtherAlgorithm:
      return "only what `spore` explores can be estimated, and another algorithm is used";
    case NoEstimate::TooDeep: return "there are too few samples for executions of this size";
    case NoEstimate::TooUneven: return "samples of the exploration differ too much";
    case NoEstimate::Overtaken: return "samples of the exploration have missed most of it";
    case NoEstimate::TimeIsOver: return "the time for it is over (--max-time)";
    case NoEstimate::Interrupted: return "interrupted";
    case NoEstimate::AtMemoryLimit: return "the limit on memory was reached (--max-memory)";
  }
  return "";
}

std::string_view why_name(NoEstimate why) {
  switch (why) {
    case NoEstimate::Indivisible:
    case NoEstimate::OtherAlgorithm: return "algorithm";
    case NoEstimate::TooDeep: return "too-deep";
    case NoEstimate::TooUneven:
    case NoEstimate::Overtaken: return "too-uneven";
    case NoEstimate::TimeIsOver: return "max-time";
    case NoEstimate::Interrupted: return "interrupted";
    case NoEstimate::AtMemoryLimit: return "max-memory";
  }
  return "";
}

}  // namespace

std::optional<double> RunEstimate::seconds() const {
  if (!rate || estimated() == nullptr) return std::nullopt;
  return estimated()->all.mean / *rate;
}

RunEstimate estimate_run(const Program& program, const ExplorerOptions& options,
                         const EstimateOptions& how) {
  const Clock::time_point start = Clock::now();
  RunEstimate out;
  ExplorerOptions used = without_limits(options);
  if (how.rate_seconds > 0) {
    used.max_seconds = std::min(how.rate_seconds, how.max_seconds / 2);
    if (explore_piece(program, used, out)) return out;
  }
  used.max_seconds = std::max(0.0, how.max_seconds - seconds_since(start));
  out.size = estimate_size(program, used, {.seed = how.seed, .parts = how.parts});
  auto* const size = std::get_if<SizeEstimate>(&out.size);
  if (size == nullptr) return out;
  if (size->all.high < static_cast<double>(out.explored)) {
    out.size = NoEstimate::Overtaken;
  } else {
    raise(*size, out.explored);
  }
  return out;
}

std::string text_estimate(std::string_view file, std::string_view model,
                          const RunEstimate& estimate) {
  const std::string head = format("{}: under {}, ", file, model);
  const SizeEstimate* const size = estimate.estimated();
  if (size == nullptr) {
    std::string text =
        format("{}no estimate: {}", head, why_text(std::get<NoEstimate>(estimate.size)));
    if (estimate.explored > 0) {
      text += format("; there are at least {} of every kind",
                     words::plural(estimate.explored, "execution"));
    }
    return text + "\n";
  }
  std::string text = head + words::estimate_text(size->executions, "execution");
  if (size->others.mean > 0) {
    text += format(", {} that are not complete", words::estimate_text(size->others, "other"));
  }
  const std::optional<double> seconds = estimate.seconds();
  return format("{}; {}\n", text,
                seconds ? format("{} on one thread", words::duration_text(*seconds))
                        : "how long they take is not known: none was found in the first second");
}

void add_estimate(const std::string& name, const std::optional<Estimate>& estimate, Json& out) {
  out[name] = estimate ? Json(estimate->mean) : Json();
  out[name + "_low"] = estimate ? Json(estimate->low) : Json();
  out[name + "_high"] = estimate ? Json(estimate->high) : Json();
}

std::string json_estimate(std::string_view file, std::string_view model,
                          const RunEstimate& estimate) {
  const SizeEstimate* const size = estimate.estimated();
  const auto* const why_not = std::get_if<NoEstimate>(&estimate.size);
  Json told{{"why_not", why_not == nullptr ? Json() : Json(why_name(*why_not))}};
  const auto tell = [&](const std::string& name, Estimate SizeEstimate::*number) {
    add_estimate(name, size == nullptr ? std::nullopt : std::optional(size->*number), told);
  };
  tell("executions", &SizeEstimate::executions);
  tell("others", &SizeEstimate::others);
  tell("all", &SizeEstimate::all);
  told["explored"] = estimate.explored;
  told["seconds"] = estimate.seconds();
  return Json{{"file", file}, {"model", model}, {"estimate", std::move(told)}}.line();
}

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
  run_.emplace(Run{what, program, options});
  return [this](const Progress& progress) { tell(*run_, progress); };
}

void RunWatcher::tell(Run& run, const Progress& progress) {
  constexpr double Interval = 1;  // of JSON lines, in seconds
  const bool is_json = format_ == ProgressFormat::Json;
  const bool is_due = is_json ? progress.seconds >= run.next_json : line_.is_due();
  if (!is_due) return;
  run.next_json = progress.seconds + Interval;
  if (!std::exchange(run.has_estimate, true)) {
    // The run waits for the estimate, so its time is short.
    const RunEstimate found =
        estimate_run(run.program, run.options,
                     {.seed = 1, .parts = 10'000, .max_seconds = 2, .rate_seconds = 0});
    if (found.estimated() != nullptr) run.estimated = found.estimated()->all.mean;
  }
  const auto done = static_cast<double>(progress.executions);
  const double rate = done / std::max(progress.seconds, 1e-9);
  // An estimate that the run has passed is no longer shown.
  const bool is_known = done > 0 && run.estimated.value_or(0) > done;
  const double left = is_known ? (*run.estimated - done) / std::max(rate, 1e-9) : 0;
  if (is_json) {
    const Json out{{"file", file_},
                   {"executions", progress.executions},
                   {"per_second", rate},
                   {"seconds", progress.seconds},
                   {"estimated", is_known ? Json(*run.estimated) : Json()},
                   {"seconds_left", is_known ? Json(left) : Json()}};
    write(Stream::Error, out.line());
    return;
  }
  std::string text = run.what.empty() ? "" : run.what + ": ";
  text += format("{} executions, {:.0f} per second, depth {}, {:.0f} s", progress.executions, rate,
                 progress.depth, progress.seconds);
  if (is_known) {
    text += format("; about {} in all, {} left", words::rough_number(*run.estimated),
                   words::duration_text(left));
  }
  line_.show(text);
}

}  // namespace drover::cli
