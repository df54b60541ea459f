#include "explorer/size_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "explorer/plan.h"
#include "explorer/plan_search.h"
#include "support/check.h"

namespace drover {

namespace {

// How many sweeps are compared with each other. That is decided before they begin: if sweeps were
// begun until some time is over, those that find much, and take longer, would be missing.
constexpr std::uint64_t MinSweeps = 2;
constexpr std::uint64_t MaxSweeps = 8;
// Parts on a level. The first sweep, which only shows how many levels there are, is narrow.
constexpr std::uint64_t FirstBreadth = 4;
constexpr std::uint64_t MaxBreadth = 4096;

constexpr std::uint64_t NoLimit = std::numeric_limits<std::uint64_t>::max();

// An item, and for how many it stands.
struct Part {
  Bytes bytes;
  std::uint32_t width = 0;
  double weight = 1;
};

struct Count {
  double complete = 0;
  double others = 0;
};

// Short-lived: holds references.
class Sweeper : private ExecutionObserver {
 public:
  Sweeper(const Plan& plan, const ExplorerOptions& options, std::uint64_t seed)
      : plan_(plan),
        model_(*options.model),
        automata_(plan.reduced.program, plan.unfold),
        random_(seed) {
    control_.set_interrupt_flag(options.interrupt);
    control_.set_heartbeat([this] { control_.pause(); });
  }

  // With about `breadth` parts on each level. Nothing if it was interrupted, or takes more than
  // `limit` parts.
  std::optional<Count> sweep(std::size_t breadth, std::uint64_t limit) {
    const std::uint64_t end = limit < NoLimit - explored_ ? explored_ + limit : NoLimit;
    count_ = {};
    std::vector<Part> level = explore_root();
    std::vector<Part> next;
    while (!level.empty()) {
      next.clear();
      for (const Part& part : level) {
        if (control_.has_stopped() || explored_ >= end) return std::nullopt;
        explore(part, next);
        ++explored_;
      }
      thin_out(next, breadth);
      std::swap(level, next);
    }
    return count_;
  }
  // Parts, in all sweeps.
  [[nodiscard]] std::uint64_t explored() const { return explored_; }
  // Whether some part has stood for others so far.
  [[nodiscard]] bool has_guessed() const { return has_guessed_; }

 private:
  void on_execution(const Execution& execution) override {
    const bool is_complete = std::ranges::all_of(
        execution.ends, [](ThreadEnd end) { return end == ThreadEnd::Finished; });
    (is_complete ? count_.complete : count_.others) += weight_;
  }

  Search& search(std::uint32_t width) {
    if (searches_.size() <= width) searches_.resize(width + std::size_t{1});
    if (!searches_[width]) {
      searches_[width] = make_search(plan_, model_, width, automata_, control_, *this);
    }
    return *searches_[width];
  }

  std::vector<Part> explore_root() {
    std::vector<Part> parts;
    weight_ = 1;
    search(0).begin();
    run_for_a_moment(0, parts);
    return parts;
  }
  void explore(const Part& part, std::vector<Part>& below) {
    weight_ = part.weight;
    const bool is_good = search(part.width).load(part.bytes);
    DROVER_CHECK(is_good, "a work item can be read again");
    run_for_a_moment(part.width, below);
  }
  // What is left goes below. A graph that outgrows all sizes is given up, as `explore` does.
  void run_for_a_moment(std::uint32_t width, std::vector<Part>& below) {
    Search& at = search(width);
    control_.go_on();
    const SearchEnd end = at.run();
    if (end == SearchEnd::Done) return;
    if (end == SearchEnd::TooManyEvents) {
      Bytes overflow = at.take_overflow();
      if (has_width(plan_.algorithm, width + 1)) {
        below.push_back({std::move(overflow), width + 1, weight_});
      }
    }
    for (Bytes& bytes : take_all(at)) below.push_back({std::move(bytes), width, weight_});
  }

  // Keeps about `breadth` parts, each with a likelihood in proportion to its weight, at equal
  // distances: neighbours, which are alike, stand for each other.
  void thin_out(std::vector<Part>& parts, std::size_t breadth) {
    if (parts.size() <= breadth) return;
    has_guessed_ = true;
    double sum = 0;
    for (const Part& part : parts) sum += part.weight;
    const double distance = sum / static_cast<double>(breadth);
    double at = std::uniform_real_distribution<double>(0, distance)(random_);
    std::vector<Part> kept;
    double passed = 0;
    for (Part& part : parts) {
      passed += part.weight;
      if (passed <= at) continue;
      while (at < passed) at += distance;
      kept.push_back({std::move(part.bytes), part.width, std::max(part.weight, distance)});
    }
    parts = std::move(kept);
  }

  const Plan& plan_;
  const MemoryModel& model_;
  ProgramAutomata automata_;
  RunControl control_;
  std::mt19937_64 random_;
  std::vector<std::unique_ptr<Search>> searches_;  // by width
  Count count_;
  double weight_ = 1;  // of the current part
  std::uint64_t explored_ = 0;
  bool has_guessed_ = false;
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
  Plan whole = make_plan(program, options);
  // A trial has its own measure.
  Plan plan = whole.fallback ? Plan(*whole.fallback) : std::move(whole);
  plan.trust.hopeless_reads = trust::HopelessReadPolicy::Explore;  // it does not start again
  if (!is_splittable(plan.algorithm)) return std::nullopt;
  Sweeper sweeper(plan, options, how.seed);
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
