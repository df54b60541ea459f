#pragma once

// A sweep goes down the tree of an exploration level by level, with a sample of each level that
// represents all of it: docs/proofs.md, Estimates, has the argument.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "explorer/plan/plan.h"
#include "explorer/plan/plan_search.h"
#include "support/check.h"

namespace drover {

inline constexpr std::uint64_t NoLimit = std::numeric_limits<std::uint64_t>::max();

// Short-lived: holds references.
class Sweeper : private ExecutionObserver {
 public:
  // Called for each execution, with the number of executions it represents.
  using OnExecution = std::function<void(const Execution&, double)>;

  Sweeper(const Plan& plan, const ExplorerOptions& options, std::uint64_t seed,
          OnExecution on_execution)
      : plan_(plan),
        model_(*options.model),
        automata_(plan.reduced.program, plan.unfold),
        random_(seed),
        on_execution_(std::move(on_execution)) {
    control_.set_interrupt_flag(options.interrupt);
    if (options.max_seconds) control_.set_time_limit(*options.max_seconds);
    control_.set_heartbeat([this] { control_.pause(); });
  }

  // Sweeps with about `breadth` parts on each level. False if it was stopped, or needs more than
  // `limit` parts.
  bool sweep(std::size_t breadth, std::uint64_t limit) {
    const std::uint64_t end = limit < NoLimit - explored_ ? explored_ + limit : NoLimit;
    std::vector<Part> level = explore_root();
    std::vector<Part> next;
    while (!level.empty()) {
      next.clear();
      for (const Part& part : level) {
        if (control_.has_stopped() || explored_ >= end) return false;
        explore(part, next);
        ++explored_;
      }
      thin_out(next, breadth);
      std::swap(level, next);
    }
    return true;
  }
  [[nodiscard]] std::uint64_t explored() const { return explored_; }
  [[nodiscard]] bool has_stopped() const { return control_.has_stopped(); }
  [[nodiscard]] StopReason reason() const { return control_.reason(); }
  // True if some part has represented others so far.
  [[nodiscard]] bool has_guessed() const { return has_guessed_; }

 private:
  struct Part {
    Bytes bytes;
    std::uint32_t width = 0;
    double weight = 1;
  };

  void on_execution(const Execution& execution) override { on_execution_(execution, weight_); }

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
  // Appends the remaining work to `below`. A graph that outgrows all sizes is given up, as in
  // `explore`.
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

  // Keeps about `breadth` parts, each with a probability proportional to its weight, at equal
  // distances: neighbours, which are alike, represent each other.
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
  OnExecution on_execution_;
  std::vector<std::unique_ptr<Search>> searches_;  // by width
  double weight_ = 1;                              // of the current part
  std::uint64_t explored_ = 0;
  bool has_guessed_ = false;
};

}  // namespace drover
