#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace drover::shapes {

// The progress of a search through small programs, for progress lines.
struct SearchProgress {
  std::size_t events = 0;    // size of the current programs
  std::uint64_t shapes = 0;  // finished programs, without modes
  double fraction = 0;       // fraction of the work, by number of candidate executions
  double seconds = 0;
};

struct SearchLimits {
  std::size_t max_events = 0;
  std::optional<double> max_seconds;
  const std::atomic<bool>* interrupt = nullptr;         // set from outside to stop
  std::function<void(const SearchProgress&)> progress;  // called often; must be quick
};

enum class SearchEnd : std::uint8_t { Complete, Time, Interrupt };

// Checks the limits of one search.
class SearchControl {
 public:
  explicit SearchControl(const SearchLimits& limits) : limits_(limits), start_(Clock::now()) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  // True if the search may continue; reads the clock periodically.
  [[nodiscard]] bool may_go_on() {
    if (end_ != SearchEnd::Complete) return false;
    if (++questions_ % Interval != 0 && !is_interrupted()) return true;
    if (is_interrupted()) {
      end_ = SearchEnd::Interrupt;
    } else if (limits_.max_seconds && seconds() > *limits_.max_seconds) {
      end_ = SearchEnd::Time;
    } else if (limits_.progress) {
      progress_.seconds = seconds();
      limits_.progress(progress_);
    }
    return end_ == SearchEnd::Complete;
  }
  [[nodiscard]] SearchEnd end() const { return end_; }

  void set_total(double work) { total_ = work; }
  void begin_shape(std::size_t events) { progress_.events = events; }
  void end_shape(double work) {
    done_ += work;
    ++progress_.shapes;
    progress_.fraction = total_ > 0 ? std::min(1.0, done_ / total_) : 0;
  }
  [[nodiscard]] std::uint64_t shapes() const { return progress_.shapes; }

 private:
  [[nodiscard]] bool is_interrupted() const {
    return limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed);
  }

  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t Interval = 16;

  const SearchLimits& limits_;
  Clock::time_point start_;
  SearchEnd end_ = SearchEnd::Complete;
  SearchProgress progress_;
  std::uint64_t questions_ = 0;
  double total_ = 0;
  double done_ = 0;
};

}  // namespace drover::shapes
