#include "serve/run_queue.h"

#include <algorithm>

namespace drover::serve {

RunQueue::Ticket::~Ticket() {
  if (queue_ == nullptr) return;
  const std::lock_guard lock(queue_->mutex_);
  if (place_->is_running) --queue_->running_;
  queue_->entries_.erase(place_);
  queue_->forget_gone_clients();
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
  queue_->turns_.note(place_->client);
  // The next run may be able to start.
  queue_->changed_.notify_all();
  return true;
}

bool RunQueue::Ticket::is_stopped() const {
  const std::lock_guard lock(queue_->mutex_);
  return place_->is_stopped;
}

std::optional<RunQueue::Ticket> RunQueue::enter(std::string id, RunClient client) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= at_once_ + max_waiting_) return std::nullopt;
  const auto own = std::ranges::count_if(entries_, [&](const Entry& entry) {
    return entry.client.address == client.address && entry.client.page == client.page;
  });
  // One client leaves room for others.
  const std::size_t most = at_once_ + std::max<std::size_t>(max_waiting_ / 2, 1);
  if (static_cast<std::size_t>(own) >= most) return std::nullopt;
  entries_.push_back({std::move(id), std::move(client), false, is_closed_});
  return std::optional<Ticket>(std::in_place, *this, std::prev(entries_.end()));
}

void RunQueue::Turns::note(const RunClient& client) {
  ++starts;
  of_address[client.address] = starts;
  of_page[{client.address, client.page}] = starts;
}

RunQueue::Waiting::const_iterator RunQueue::Turns::next(const Waiting& waiting) const {
  const auto last_start = [this](const Entry* entry) {
    const auto address = of_address.find(entry->client.address);
    const auto page = of_page.find({entry->client.address, entry->client.page});
    return std::pair(address == of_address.end() ? 0 : address->second,
                     page == of_page.end() ? 0 : page->second);
  };
  return std::ranges::min_element(waiting, {}, last_start);
}

RunQueue::Waiting RunQueue::waiting() const {
  Waiting waiting;
  for (const Entry& entry : entries_) {
    if (!entry.is_running && !entry.is_stopped) waiting.push_back(&entry);
  }
  return waiting;
}

bool RunQueue::is_next(Place place) const {
  if (running_ >= at_once_ || place->is_running) return false;
  const Waiting all = waiting();
  const auto next = turns_.next(all);
  return next != all.end() && *next == &*place;
}

void RunQueue::forget_gone_clients() {
  const auto is_there = [this](const auto& is_it) {
    return std::ranges::any_of(entries_, is_it, &Entry::client);
  };
  std::erase_if(turns_.of_address, [&](const auto& each) {
    return !is_there([&](const RunClient& client) { return client.address == each.first; });
  });
  std::erase_if(turns_.of_page, [&](const auto& each) {
    return !is_there([&](const RunClient& client) {
      return std::pair(client.address, client.page) == each.first;
    });
  });
}

std::optional<RunPlace> RunQueue::find(std::string_view id) const {
  if (id.empty()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(entries_, id, &Entry::id);
  if (found == entries_.end()) return std::nullopt;
  if (found->is_running || found->is_stopped) return RunPlace{found->is_running, 0};
  // The turns as they would be without further arrivals.
  Waiting left = waiting();
  Turns turns = turns_;
  std::size_t before = 0;
  for (auto next = turns.next(left); *next != &*found; next = turns.next(left), ++before) {
    turns.note((*next)->client);
    left.erase(next);
  }
  return RunPlace{false, before};
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
