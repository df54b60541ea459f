#include "explorer/work/board.h"

#include <algorithm>
#include <utility>

namespace drover::work {

namespace {

// Pause before a worker that refused is asked again, and between two looks of a waiting worker.
constexpr std::chrono::milliseconds Respite{1};

}  // namespace

void Board::put(Item item) {
  const std::lock_guard lock(mutex_);
  if (error_at_ && item.place > *error_at_) return;
  Place place = item.place;
  waiting_.emplace(std::move(place), std::move(item));
  changed_.notify_one();
}

std::optional<Item> Board::take(Call& call, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const Clock::time_point end = Clock::now() + patience;
  ++hungry_;
  while (waiting_.empty() || is_parking_) {
    const bool is_pointless = is_stopped_ || is_over() || Clock::now() >= end;
    if (is_pointless && !(is_parking_ && !is_stopped_)) break;
    if (!is_parking_) ask_for_parts();
    changed_.wait_for(lock, Respite);
  }
  --hungry_;
  if (waiting_.empty() || is_stopped_) {
    changed_.notify_all();
    return std::nullopt;
  }
  return take_first(call);
}

std::optional<Item> Board::take_at_once(Call& call) {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty() || is_parking_ || is_stopped_) return std::nullopt;
  return take_first(call);
}

Item Board::take_first(Call& call) {
  auto first = waiting_.extract(waiting_.begin());
  busy_.emplace(first.key(), Busy{&call, now(), {}, 0});
  call.store(false, std::memory_order_relaxed);
  return std::move(first.mapped());
}

void Board::wait_elsewhere(std::size_t hungry) {
  const std::lock_guard lock(mutex_);
  elsewhere_ = hungry;
  if (is_parking_) return;
  for (std::size_t i = waiting_.size(); i < hungry; ++i) ask_for_parts();
}

bool Board::is_done() {
  const std::lock_guard lock(mutex_);
  return is_stopped_ || is_over();
}

bool Board::has_busy() {
  const std::lock_guard lock(mutex_);
  return !busy_.empty();
}

Order Board::order_for(const Place& place) {
  const std::lock_guard lock(mutex_);
  Busy& busy = busy_.at(place);
  busy.call->store(false, std::memory_order_relaxed);
  if (error_at_ && place > *error_at_) return Order::Drop;
  if (is_stopped_ || is_parking_) return Order::Park;
  return are_parts_wanted() ? Order::Split : Order::GoOn;
}

void Board::give(const Place& place, Bytes part, std::uint32_t width) {
  const std::lock_guard lock(mutex_);
  Busy& busy = busy_.at(place);
  Item item{.place = place.part(busy.parts++),
            .width = width,
            .is_whole = false,
            .bytes = std::move(part)};
  if (!is_parking_ && !is_stopped_) ++given_;
  Place of_part = item.place;
  waiting_.emplace(std::move(of_part), std::move(item));
  if (are_parts_wanted()) ask_for_parts();
  changed_.notify_one();
}

void Board::refuse(const Place& place) {
  const std::lock_guard lock(mutex_);
  busy_.at(place).asked = now();
  if (are_parts_wanted()) ask_for_parts();
}

void Board::finish(const Place& place) {
  const std::lock_guard lock(mutex_);
  busy_.erase(place);
  changed_.notify_all();
}

void Board::cut_after(const Place& place) {
  const std::lock_guard lock(mutex_);
  if (error_at_ && *error_at_ <= place) return;
  error_at_ = place;
  waiting_.erase(waiting_.upper_bound(place), waiting_.end());
  for (auto busy = busy_.upper_bound(place); busy != busy_.end(); ++busy) {
    busy->second.call->store(true, std::memory_order_relaxed);
  }
}

void Board::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  call_all();
  changed_.notify_all();
}

void Board::park() {
  const std::lock_guard lock(mutex_);
  is_parking_ = true;
  call_all();
}

void Board::resume() {
  const std::lock_guard lock(mutex_);
  is_parking_ = false;
  changed_.notify_all();
}

std::optional<Place> Board::first_place() {
  const std::lock_guard lock(mutex_);
  std::optional<Place> first;
  if (!busy_.empty()) first = busy_.begin()->first;
  if (!waiting_.empty() && (!first || waiting_.begin()->first < *first)) {
    first = waiting_.begin()->first;
  }
  return first;
}

std::optional<Place> Board::error_place() {
  const std::lock_guard lock(mutex_);
  return error_at_;
}

std::uint64_t Board::given() {
  const std::lock_guard lock(mutex_);
  return given_;
}

std::vector<Item> Board::items() {
  const std::lock_guard lock(mutex_);
  std::vector<Item> items;
  for (const auto& [place, item] : waiting_) items.push_back(item);
  return items;
}

std::vector<Item> Board::take_items() {
  std::vector<Item> taken = items();
  std::ranges::reverse(taken);
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  return taken;
}

bool Board::is_stopped() {
  const std::lock_guard lock(mutex_);
  return is_stopped_;
}

void Board::ask_for_parts() {
  const Clock::time_point at = now();
  Busy* oldest = nullptr;
  for (auto& [place, busy] : busy_) {
    const bool is_called = busy.call->load(std::memory_order_relaxed);
    if (is_called || at - busy.asked < Respite) continue;
    if (oldest == nullptr || busy.since < oldest->since) oldest = &busy;
  }
  if (oldest != nullptr) oldest->call->store(true, std::memory_order_relaxed);
}

void Board::call_all() {
  for (auto& [place, busy] : busy_) busy.call->store(true, std::memory_order_relaxed);
}

}  // namespace drover::work
