#include "serve/run_queue.h"

#include <algorithm>

namespace drover::serve {

RunQueue::Ticket::~Ticket() {
  if (queue_ == nullptr) return;
  const std::lock_guard lock(queue_->mutex_);
  if (place_->is_running) --queue_->running_;
  queue_->entries_.erase(place_);
  queue_->changed_.notify_all();
}

bool RunQueue::Ticket::wait(std::chrono::milliseconds patience) {
  std::unique_lock lock(queue_->mutex_);
  if (place_->is_running) return !place_->is_stopped;
  queue_->changed_.wait_for(lock, patience,
                            [&] { return place_->is_stopped || queue_->is_next(place_); });
  if (place_->is_stopped || !queue_->is_next(place_)) return false;
  place_->is_running = true;
  ++queue_->running_;
  // The next run may be able to start.
  queue_->changed_.notify_all();
  return true;
}

bool RunQueue::Ticket::is_stopped() const {
  const std::lock_guard lock(queue_->mutex_);
  return place_->is_stopped;
}

std::optional<RunQueue::Ticket> RunQueue::enter(std::string id) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= at_once_ + max_waiting_) return std::nullopt;
  entries_.push_back({std::move(id), false, is_closed_});
  return std::optional<Ticket>(std::in_place, *this, std::prev(entries_.end()));
}

bool RunQueue::is_next(Place place) const {
  if (running_ >= at_once_) return false;
  const auto first = std::ranges::find_if(
      entries_, [](const Entry& entry) { return !entry.is_running && !entry.is_stopped; });
  return first != entries_.end() && &*first == &*place;
}

std::optional<RunPlace> RunQueue::find(std::string_view id) const {
  if (id.empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  std::size_t before = 0;
  for (const Entry& entry : entries_) {
    if (entry.id == id) return RunPlace{entry.is_running, entry.is_running ? 0 : before};
    if (!entry.is_running) ++before;
  }
  return std::nullopt;
}

bool RunQueue::stop(std::string_view id) {
  if (id.empty()) return false;
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(entries_, id, &Entry::id);
  if (found == entries_.end()) return false;
  found->is_stopped = true;
  changed_.notify_all();
  return true;
}

void RunQueue::stop_all() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  for (Entry& entry : entries_) entry.is_stopped = true;
  changed_.notify_all();
}

std::size_t RunQueue::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace drover::serve
