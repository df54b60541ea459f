#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "support/interrupt.h"

namespace drover {

enum class StopReason : std::uint8_t {
  Exhausted,
  FirstError,
  Void,  // the run does not count: an assumption of its plan is wrong (VoidReason)
  MaxTime,
  MaxExecutions,
  MaxMemory,
  Interrupted,
  Sampled,        // only random executions were wanted
  TooManyEvents,  // a graph grew beyond what the algorithm can handle
  TooDeep         // the steps of an algorithm would nest more deeply than the stack allows
};

// The reference algorithms take at least quadratic time in the events: larger graphs are given up.
inline constexpr std::size_t MaxReferenceEvents = 2000;

// Decides when an exploration must stop early. Algorithms poll in their inner loops: `should_stop`
// if steps are short (it rarely looks at the clock), `should_stop_now` if a step may take long.
// Code that tries several alternatives polls before each: after a stop nothing more is tried.
class RunControl {
 public:
  using Clock = std::chrono::steady_clock;

  void set_time_limit(double seconds, Clock::time_point start = Clock::now()) {
    deadline_ =
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  // Set from outside, e.g. by a signal handler. (A memory limit applies to the whole process and
  // needs no flag: support/interrupt.h.)
  void set_interrupt_flag(const std::atomic<bool>* flag) { interrupted_ = flag; }
  // Set from outside to get the search's attention: `should_return` then is true. (`should_stop`
  // ignores it.)
  void set_attention_flag(const std::atomic<bool>* flag) { attention_ = flag; }
  // Called whenever the clock is read.
  void set_heartbeat(std::function<void()> heartbeat) { heartbeat_ = std::move(heartbeat); }

  // `depth`: number of events in the current graph, for progress lines.
  bool should_stop(std::size_t depth = 0) {
    if (reason_) return true;
    depth_ = depth;
    return is_due(depth, PollInterval) && look_around();
  }
  // Like `should_stop`, for a resumable search: also true if it must pause.
  bool should_return(std::size_t depth) {
    if (reason_ || is_wanted_) return true;
    depth_ = depth;
    if (!is_due(depth, SearchPollInterval)) return false;
    return look_around() || is_wanted_;
  }
  // Forgets earlier stops and pauses, for a new exploration.
  void restart() {
    reason_.reset();
    is_wanted_ = false;
  }
  // Like `should_return`, for steps that may take long.
  bool should_return_now(std::size_t depth) {
    if (reason_ || is_wanted_) return true;
    depth_ = depth;
    return look_around() || is_wanted_;
  }
  // Called by the heartbeat: the search must pause.
  void pause() { is_wanted_ = true; }
  void go_on() { is_wanted_ = false; }
  bool should_stop_now(std::size_t depth) {
    if (reason_) return true;
    depth_ = depth;
    return look_around();
  }
  // True if a stop was requested before; free of cost.
  [[nodiscard]] bool has_stopped() const { return reason_.has_value(); }
  void stop(StopReason reason) {
    if (!reason_) reason_ = reason;
  }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] StopReason reason() const { return reason_.value_or(StopReason::Exhausted); }

 private:
  static constexpr std::uint32_t PollInterval = 16;
  static constexpr std::uint32_t SearchPollInterval = 64;  // search steps are very short

  // A step takes longer in larger graphs, about quadratically: with a thousand events each step
  // polls.
  bool is_due(std::size_t depth, std::size_t interval) {
    constexpr std::size_t SmallGraph = 128;
    const std::size_t scale = depth / SmallGraph;
    polls_ += 1 + scale * scale;
    if (polls_ < interval) return false;
    polls_ = 0;
    return true;
  }

  bool look_around() {
    if (is_at_memory_limit()) {
      stop(StopReason::MaxMemory);
    } else if (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed)) {
      stop(StopReason::Interrupted);
    } else if (deadline_ && Clock::now() >= *deadline_) {
      stop(StopReason::MaxTime);
    }
    if (attention_ != nullptr) is_wanted_ = attention_->load(std::memory_order_relaxed);
    if (heartbeat_) heartbeat_();
    return reason_.has_value();
  }

  std::optional<StopReason> reason_;
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* interrupted_ = nullptr;
  const std::atomic<bool>* attention_ = nullptr;
  bool is_wanted_ = false;
  std::function<void()> heartbeat_;
  std::size_t polls_ = 0;  // since the last look; large graphs count more
  std::size_t depth_ = 0;
};

}  // namespace drover
