#include "explorer/size_estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "explorer/plan/plan.h"
#include "explorer/plan/plan_search.h"
#include "explorer/plan/sweeper.h"

namespace drover {

namespace {

// How many sweeps are compared with each other. That is decided before they begin: if sweeps were
// begun until some time is over, those that find much, and take longer, would be missing.
constexpr std::uint64_t MinSweeps = 2;
constexpr std::uint64_t MaxSweeps = 8;
// Parts on a level. The first sweep, which only shows how many levels there are, is narrow.
constexpr std::uint64_t FirstBreadth = 4;
constexpr std::uint64_t MaxBreadth = 4096;

struct Count {
  double complete = 0;
  double others = 0;
};

// Counts in sweeps.
class CountingSweeper {
 public:
  CountingSweeper(const Plan& plan, const ExplorerOptions& options, std::uint64_t seed)
      : sweeper_(plan, options, seed, [this](const Execution& execution, double weight) {
          const bool is_complete = std::ranges::all_of(
              execution.ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
          (is_complete ? count_.complete : count_.others) += weight;
        }) {}
  CountingSweeper(const CountingSweeper&) = delete;
  CountingSweeper& operator=(const CountingSweeper&) = delete;

  // Nothing if the sweep did not come to its end.
  std::optional<Count> sweep(std::size_t breadth, std::uint64_t limit) {
    count_ = {};
    return sweeper_.sweep(breadth, limit) ? std::optional(count_) : std::nullopt;
  }
  [[nodiscard]] std::uint64_t explored() const { return sweeper_.explored(); }
  [[nodiscard]] bool has_guessed() const { return sweeper_.has_guessed(); }

 private:
  Count count_;
  Sweeper sweeper_;
};

// The mean of several values, and its standard error.
Estimate mean_of(const std::vector<Count>& counts, double Count::*member) {
  const auto size = static_cast<double>(counts.size());
  double sum = 0;
  for (const Count& each : counts) sum += each.*member;
  const double mean = sum / size;
  double squares = 0;
  for (const Count& each : counts) squares += (each.*member - mean) * (each.*member - mean);
  return {mean, std::sqrt(squares / (size - 1) / size)};
}

}  // namespace

std::optional<SizeEstimate> estimate_size(const Program& program, const ExplorerOptions& options,
                                          const SizeOptions& how) {
  Plan plan = make_divisible_plan(program, options);
  plan.trust.hopeless_reads = trust::HopelessReadPolicy::Explore;  // it does not start again
  if (!is_splittable(plan.algorithm)) return std::nullopt;
  CountingSweeper sweeper(plan, options, how.seed);
  const std::optional<Count> first = sweeper.sweep(FirstBreadth, how.parts);
  if (!first) return std::nullopt;
  if (!sweeper.has_guessed()) {
    return SizeEstimate{.executions = {first->complete, 0}, .others = {first->others, 0}};
  }
  const std::uint64_t taken = std::max<std::uint64_t>(sweeper.explored(), 1);
  const std::uint64_t sweeps = std::clamp(how.parts / taken, MinSweeps, MaxSweeps);
  const std::uint64_t breadth =
      std::clamp(FirstBreadth * how.parts / sweeps / taken, FirstBreadth, MaxBreadth);
  std::vector<Count> counts;
  while (counts.size() < sweeps) {
    const std::optional<Count> count = sweeper.sweep(breadth, NoLimit);
    if (!count) return std::nullopt;
    counts.push_back(*count);
  }
  return SizeEstimate{.executions = mean_of(counts, &Count::complete),
                      .others = mean_of(counts, &Count::others)};
}

}  // namespace drover
