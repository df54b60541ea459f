#include "explorer/size_estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "explorer/plan/plan.h"
#include "explorer/plan/plan_search.h"
#include "explorer/plan/sweeper.h"

namespace drover {

namespace {

// The number of sweeps to compare. It is fixed in advance: with a time limit for starting sweeps,
// those that find much and take longer would be missing.
constexpr std::uint64_t Sweeps = 8;
// A quantile of Student's distribution with 7 degrees of freedom: 1 in 100 lies outside, both ends
// together. (Not 1 in 20: eight sweeps do not show their own error well.)
constexpr double Quantile = 3.499;
// An interval with a larger ratio of its ends is useless.
constexpr double MaxRatio = 100;
// The number of parts on a level. The first sweep only counts the levels and is narrow.
constexpr std::uint64_t FirstBreadth = 4;
constexpr std::uint64_t MaxBreadth = 4096;

struct Count {
  double complete = 0;
  double others = 0;

  [[nodiscard]] double all() const { return complete + others; }
};

class CountingSweeper {
 public:
  CountingSweeper(const Plan& plan, const ExplorerOptions& options, std::uint64_t seed)
      : sweeper_(plan, options, seed, [this](const Execution& execution, double weight) {
          const bool is_complete = std::ranges::all_of(
              execution.ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
          (is_complete ? count_.complete : count_.others) += weight;
          ++seen_;
        }) {}
  CountingSweeper(const CountingSweeper&) = delete;
  CountingSweeper& operator=(const CountingSweeper&) = delete;

  std::optional<Count> sweep(std::size_t breadth, std::uint64_t limit) {
    count_ = {};
    return sweeper_.sweep(breadth, limit) ? std::optional(count_) : std::nullopt;
  }
  [[nodiscard]] std::uint64_t explored() const { return sweeper_.explored(); }
  [[nodiscard]] bool has_guessed() const { return sweeper_.has_guessed(); }
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  [[nodiscard]] NoEstimate why() const {
    return sweeper_.has_stopped() ? no_estimate_after(sweeper_.reason()) : NoEstimate::TooDeep;
  }

 private:
  Count count_;
  std::uint64_t seen_ = 0;
  Sweeper sweeper_;
};

// Returns the mean of several values, and an interval around the mean of their lognormal
// distribution: Cox's interval (Zhou and Gao, "Confidence intervals for the log-normal mean",
// 1997), with Student's quantile because there are few values.
template <typename Value>
Estimate mean_of(const std::vector<Count>& counts, Value value) {
  const auto size = static_cast<double>(counts.size());
  double sum = 0;
  double logarithms = 0;
  for (const Count& each : counts) {
    sum += value(each);
    logarithms += std::log(value(each) + 1);
  }
  double squares = 0;
  for (const Count& each : counts) {
    const double distance = std::log(value(each) + 1) - logarithms / size;
    squares += distance * distance;
  }
  const double mean = sum / size;
  const double variance = squares / (size - 1);
  const double centre = logarithms / size + variance / 2;
  const double width =
      Quantile * std::sqrt(variance / size + variance * variance / (2 * (size - 1)));
  return {.mean = mean,
          .low = std::clamp(std::exp(centre - width) - 1, 0.0, mean),
          .high = std::max(mean, std::exp(centre + width) - 1)};
}

// Estimates a kind that did not occur among `seen` executions: its share is below 3 / `seen` with a
// certainty of 19 in 20.
Estimate unseen(const Estimate& all, std::uint64_t seen) {
  const double share = std::min(1.0, 3 / std::max(1.0, static_cast<double>(seen)));
  return {.mean = 0, .low = 0, .high = all.high * share};
}

// Returns `wanted`, or fewer if the time does not suffice: `taken` parts have been explored since
// `start`.
std::uint64_t parts_in_time(std::uint64_t wanted, std::uint64_t taken,
                            RunControl::Clock::time_point start, std::optional<double> seconds) {
  if (!seconds) return wanted;
  constexpr double Share = 0.7;  // later parts may take longer
  const double gone = std::chrono::duration<double>(RunControl::Clock::now() - start).count();
  const double left = Share * std::max(0.0, *seconds - gone);
  const double parts = left / std::max(gone, 1e-6) * static_cast<double>(taken);
  return static_cast<std::uint64_t>(std::min(parts, static_cast<double>(wanted)));
}

}  // namespace

NoEstimate no_estimate_after(StopReason reason) {
  if (reason == StopReason::MaxMemory) return NoEstimate::AtMemoryLimit;
  return reason == StopReason::Interrupted ? NoEstimate::Interrupted : NoEstimate::TimeIsOver;
}

std::variant<SizeEstimate, NoEstimate> estimate_size(const Program& program,
                                                     const ExplorerOptions& given,
                                                     const SizeOptions& how) {
  const ExplorerOptions options = fitted(given, program);
  Plan plan = make_divisible_plan(program, options);
  plan.trust.over_graphs = trust::OverGraphs::Explored;
  if (!is_splittable(plan.algorithm)) return NoEstimate::Indivisible;
  const RunControl::Clock::time_point start = RunControl::Clock::now();
  CountingSweeper sweeper(plan, options, how.seed);
  const std::optional<Count> first = sweeper.sweep(FirstBreadth, how.parts);
  if (!first) return sweeper.why();
  if (!sweeper.has_guessed()) {
    return SizeEstimate{.executions = exactly(first->complete),
                        .others = exactly(first->others),
                        .all = exactly(first->all())};
  }
  const std::uint64_t taken = std::max<std::uint64_t>(sweeper.explored(), 1);
  const std::uint64_t parts = parts_in_time(how.parts, taken, start, options.max_seconds);
  const std::uint64_t breadth = std::min(FirstBreadth * parts / Sweeps / taken, MaxBreadth);
  if (breadth < FirstBreadth) {
    return parts < how.parts ? NoEstimate::TimeIsOver : NoEstimate::TooDeep;
  }
  std::vector<Count> counts;
  while (counts.size() < Sweeps) {
    const std::optional<Count> count = sweeper.sweep(breadth, NoLimit);
    if (!count) return sweeper.why();
    counts.push_back(*count);
  }
  SizeEstimate size{.executions = mean_of(counts, [](const Count& each) { return each.complete; }),
                    .others = mean_of(counts, [](const Count& each) { return each.others; }),
                    .all = mean_of(counts, [](const Count& each) { return each.all(); })};
  if (size.all.mean == 0 || size.all.high > MaxRatio * std::max(1.0, size.all.low)) {
    return NoEstimate::TooUneven;
  }
  if (size.executions.mean == 0) size.executions = unseen(size.all, sweeper.seen());
  if (size.others.mean == 0) size.others = unseen(size.all, sweeper.seen());
  return size;
}

}  // namespace drover
