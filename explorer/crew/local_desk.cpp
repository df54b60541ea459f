#include "explorer/crew/local_desk.h"

#include <chrono>
#include <limits>
#include <utility>

#include "explorer/algorithms/stop_request.h"

namespace drover {

namespace {

constexpr double NoCheckpoint = std::numeric_limits<double>::infinity();

}  // namespace

LocalDesk::LocalDesk(const Plan& plan, const ExplorerOptions& options,
                     const work::SimulatedTime* time)
    : plan_(plan), options_(options), board_(time), next_checkpoint_(NoCheckpoint) {}

void LocalDesk::put(ExplorationState state) {
  merged_ = std::move(state.findings);
  for (auto& [place, findings] : state.finished) finished_.emplace(place, std::move(findings));
  for (work::Item& item : state.items) board_.put(std::move(item));
  if (state.error_at) board_.cut_after(*state.error_at);
  commit();
  schedule_checkpoint();
}

ExplorationState LocalDesk::state() {
  const std::lock_guard lock(mutex_);
  ExplorationState state;
  state.findings = merged_;
  for (const auto& [place, findings] : finished_) state.finished.emplace_back(place, findings);
  state.items = board_.items();
  state.error_at = board_.error_place();
  state.is_fallback = plan_.is_fallback;
  state.obstacle = plan_.obstacle;
  return state;
}

StopReason LocalDesk::reason() {
  const std::lock_guard lock(mutex_);
  return reason_.value_or(board_.error_place() ? StopReason::FirstError : StopReason::Exhausted);
}

void LocalDesk::stop(StopReason reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!reason_) reason_ = reason;
  }
  board_.stop();
}

void LocalDesk::look_after(std::uint64_t executions) {
  seen_.fetch_add(executions, std::memory_order_relaxed);
  if (board_.is_done()) return;
  if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed)) {
    stop(requested_stop());
  } else if (options_.max_seconds && seconds() >= *options_.max_seconds) {
    stop(StopReason::MaxTime);
  }
  call_for_checkpoint();
  write_checkpoint_if_parked();
}

std::optional<work::Item> LocalDesk::take(work::Board::Call& call,
                                          std::chrono::milliseconds patience) {
  return board_.take(call, patience);
}

work::Order LocalDesk::order_for(const work::Place& place) { return board_.order_for(place); }

void LocalDesk::give(const work::Place& place, Bytes part, std::uint32_t width) {
  board_.give(place, std::move(part), width);
}

void LocalDesk::refuse(const work::Place& place) { board_.refuse(place); }

void LocalDesk::finish(const work::Place& place, ItemEnd end) {
  // A failed computation counts like an error: the first one decides.
  const bool has_failed =
      end.findings && end.findings->voids.contains(VoidReason::FailedComputation);
  const bool is_error = end.stopped_by == StopReason::FirstError ||
                        (end.stopped_by == StopReason::Void && has_failed &&
                         options_.after_error == AfterError::Stop);
  if (end.findings) merge(place, std::move(*end.findings));
  if (is_error) {
    board_.cut_after(place);
  } else if (end.stopped_by) {
    stop(*end.stopped_by);
  }
  board_.finish(place);
  commit();
  write_checkpoint_if_parked();
}

void LocalDesk::note(const WorkerNews& news) {
  seen_.fetch_add(news.executions, std::memory_order_relaxed);
  call_for_checkpoint();
  if (!options_.progress) return;
  const std::unique_lock lock(progress_mutex_, std::try_to_lock);
  if (!lock) return;
  options_.progress({seen_.load(std::memory_order_relaxed), news.depth, seconds()});
}

void LocalDesk::merge(const work::Place& place, Findings findings) {
  const std::lock_guard lock(mutex_);
  if (options_.after_error == AfterError::GoOn) {
    merged_.merge(std::move(findings));
  } else {
    finished_.emplace(place, std::move(findings));
  }
}

// Drops findings after the first error; merges findings before everything that is still being
// explored, which count in any case.
void LocalDesk::commit() {
  const std::lock_guard lock(mutex_);
  if (const auto& error = board_.error_place()) {
    finished_.erase(finished_.upper_bound(*error), finished_.end());
  }
  if (options_.parts == PartsKept::Apart) return;
  const std::optional<work::Place> first = board_.first_place();
  while (!finished_.empty() && (!first || finished_.begin()->first < *first)) {
    merged_.merge(std::move(finished_.begin()->second));
    finished_.erase(finished_.begin());
  }
}

// True for exactly one caller when a checkpoint is due.
bool LocalDesk::is_checkpoint_due() {
  if (options_.checkpoint == nullptr) return false;
  double due = next_checkpoint_.load(std::memory_order_relaxed);
  return seconds() >= due && next_checkpoint_.compare_exchange_strong(due, NoCheckpoint);
}

void LocalDesk::call_for_checkpoint() {
  if (!is_checkpoint_due()) return;
  board_.park();
  is_checkpoint_wanted_ = true;
}

void LocalDesk::schedule_checkpoint() {
  if (options_.checkpoint != nullptr) {
    next_checkpoint_ = seconds() + options_.checkpoint->every_seconds;
  }
}

// The last worker to return writes it. While it is wanted, no worker takes an item.
void LocalDesk::write_checkpoint_if_parked() {
  if (!is_checkpoint_wanted_) return;
  const std::lock_guard lock(checkpoint_mutex_);
  if (!is_checkpoint_wanted_ || board_.has_busy()) return;
  options_.checkpoint->write(state());
  is_checkpoint_wanted_ = false;
  schedule_checkpoint();
  board_.resume();
}

double LocalDesk::seconds() const {
  return std::chrono::duration<double>(RunControl::Clock::now() - start_).count();
}

}  // namespace drover
