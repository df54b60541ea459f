#include "explorer/crew/outpost.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover::cluster {

namespace {

constexpr std::size_t First = 0;  // the process that has the board

}  // namespace

Outpost::Outpost(work::Cluster& cluster) : cluster_(cluster) {
  thread_ = std::jthread([this](const std::stop_token& stop) { receive(stop); });
}

void Outpost::leave(std::vector<std::uint64_t> events) {
  thread_.join();
  send(Left{std::move(events)});
}

std::optional<work::Item> Outpost::take(work::Board::Call& call,
                                        std::chrono::milliseconds /*patience*/) {
  std::unique_lock lock(mutex_);
  if (is_over_) return std::nullopt;
  const std::size_t worker = slot_of(call);
  Slot& slot = slots_[worker];
  send(Want{worker});
  changed_.wait(lock, [&] { return slot.item || is_over_; });
  if (!slot.item) return std::nullopt;
  slot.place = slot.item->place;
  slot.order = work::Order::GoOn;
  call.store(false, std::memory_order_relaxed);
  return std::exchange(slot.item, std::nullopt);
}

work::Order Outpost::order_for(const work::Place& place) {
  const std::lock_guard lock(mutex_);
  Slot& slot = *find(place);
  slot.call->store(false, std::memory_order_relaxed);
  return std::exchange(slot.order, work::Order::GoOn);
}

void Outpost::give(const work::Place& place, Bytes part, std::uint32_t width) {
  send(Part{place, width, std::move(part)});
}

void Outpost::refuse(const work::Place& place) { send(Refusal{place}); }

void Outpost::finish(const work::Place& place, ItemEnd end) {
  {
    const std::lock_guard lock(mutex_);
    find(place)->place.reset();
  }
  send(Done{place, std::move(end)});
}

void Outpost::note(const WorkerNews& news) {
  seen_.fetch_add(news.executions, std::memory_order_relaxed);
}

void Outpost::receive(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds Interval{200};
  using Clock = std::chrono::steady_clock;
  Clock::time_point next = Clock::now() + Interval;
  Patience patience;
  while (!is_over_ && !stop.stop_requested()) {
    const std::optional<work::Cluster::Letter> letter = cluster_.try_receive();
    patience.wait(letter.has_value());
    if (Clock::now() >= next) {
      tell_seen();
      next = Clock::now() + Interval;
    }
    if (!letter) continue;
    Message message = read_message(letter->bytes);
    const std::lock_guard lock(mutex_);
    std::visit(overloaded{
                   [&](Assignment& assignment) {
                     slots_[assignment.worker].item = std::move(assignment.item);
                   },
                   [&](const Call& call) {
                     // The worker may have finished the item.
                     Slot* const slot = find(call.place);
                     if (slot == nullptr) return;
                     slot->order = call.order;
                     slot->call->store(true, std::memory_order_relaxed);
                   },
                   [&](const RoundOver& /*over*/) { is_over_ = true; },
                   [](const auto& /*other*/) {
                     DROVER_UNREACHABLE("the first process does not say that in a round");
                   },
               },
               message);
    changed_.notify_all();
  }
}

void Outpost::tell_seen() {
  const std::uint64_t seen = seen_.exchange(0, std::memory_order_relaxed);
  if (seen > 0) send(Seen{seen});
}

void Outpost::send(const Message& message) { cluster_.send(First, write_message(message)); }

std::size_t Outpost::slot_of(work::Board::Call& call) {
  const auto known = std::ranges::find(slots_, &call, &Slot::call);
  if (known != slots_.end()) return static_cast<std::size_t>(known - slots_.begin());
  slots_.emplace_back().call = &call;
  return slots_.size() - 1;
}

Outpost::Slot* Outpost::find(const work::Place& place) {
  const auto known = std::ranges::find(slots_, std::optional(place), &Slot::place);
  return known == slots_.end() ? nullptr : &*known;
}

void report_ready(work::Cluster& cluster, const std::string& identity, const std::string& host) {
  cluster.send(First, write_message(Ready{identity, host}));
}

std::optional<Round> next_round(work::Cluster& cluster) {
  Patience patience;
  for (;;) {
    const std::optional<work::Cluster::Letter> letter = cluster.try_receive();
    patience.wait(letter.has_value());
    if (!letter) continue;
    const Message message = read_message(letter->bytes);
    if (const auto* round = std::get_if<Round>(&message)) return *round;
    DROVER_CHECK(std::holds_alternative<End>(message), "rounds come one after the other");
    return std::nullopt;
  }
}

}  // namespace drover::cluster
