#include "explorer/crew/headquarters.h"

#include <optional>
#include <utility>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover::cluster {

Headquarters::Headquarters(work::Cluster& cluster, LocalDesk& desk, const Round& round)
    : cluster_(cluster), desk_(desk), present_(cluster.size() - 1) {
  send_to_all(round);
  if (present_ > 0) thread_ = std::jthread([this] { serve(); });
}

Headquarters::~Headquarters() {
  // A failed process may have left an item unfinished.
  if (!desk_.board().is_done()) desk_.board().stop();
}

std::vector<std::uint64_t> Headquarters::finish() {
  if (thread_.joinable()) thread_.join();
  return std::move(events_);
}

void Headquarters::serve() {
  Patience patience;
  bool is_over = false;
  while (present_ > 0) {
    const bool has_news = answer_messages();
    if (!is_over && desk_.board().is_done() && busy_.empty()) {
      send_to_all(RoundOver{});
      is_over = true;
    }
    if (!is_over) {
      hand_out();
      call_workers();
      desk_.look_after(std::exchange(seen_, 0));
    }
    patience.wait(has_news);
  }
}

bool Headquarters::answer_messages() {
  bool has_news = false;
  while (std::optional<work::Cluster::Letter> letter = cluster_.try_receive()) {
    answer(letter->from, read_message(letter->bytes));
    has_news = true;
  }
  return has_news;
}

void Headquarters::hand_out() {
  while (!hungry_.empty()) {
    auto busy = std::make_unique<Busy>();
    std::optional<work::Item> item = desk_.board().take_at_once(busy->call);
    if (!item) break;
    const Remote who = hungry_.front();
    hungry_.pop_front();
    busy->who = who;
    busy_.emplace(item->place, std::move(busy));
    send(who.rank, Assignment{who.worker, std::move(*item)});
  }
  desk_.board().wait_elsewhere(hungry_.size());
}

void Headquarters::call_workers() {
  for (auto& [place, busy] : busy_) {
    if (busy->call.load(std::memory_order_relaxed)) pass_on_order(place, *busy);
  }
}

// The call stays set until it is answered; meanwhile the board asks others for parts.
void Headquarters::pass_on_order(const work::Place& place, Busy& busy) {
  const work::Order order = desk_.order_for(place);
  if (order == work::Order::GoOn) return;
  busy.call.store(true, std::memory_order_relaxed);
  if (order == busy.told) return;
  busy.told = order;
  send(busy.who.rank, Call{place, order});
}

// The board's call for a part has been answered. Any newer order is still to be passed on.
void Headquarters::note_answer(const work::Place& place) {
  Busy& busy = *busy_.at(place);
  if (busy.told != work::Order::Split) return;
  busy.told = work::Order::GoOn;
  const work::Order order = desk_.order_for(place);
  const bool is_urgent = order == work::Order::Park || order == work::Order::Drop;
  if (is_urgent) busy.call.store(true, std::memory_order_relaxed);
}

void Headquarters::answer(std::size_t from, Message message) {
  std::visit(
      overloaded{
          [&](const Want& want) {
            hungry_.push_back({from, want.worker});
          },
          [&](Part& part) {
            desk_.give(part.place, std::move(part.bytes), part.width);
            note_answer(part.place);
          },
          [&](const Refusal& refusal) {
            desk_.refuse(refusal.place);
            note_answer(refusal.place);
          },
          [&](Done& done) {
            desk_.finish(done.place, std::move(done.end));
            busy_.erase(done.place);
          },
          [&](const Seen& seen) { seen_ += seen.executions; },
          [&](const Left& left) {
            events_.insert(events_.end(), left.events.begin(), left.events.end());
            --present_;
          },
          [](const auto& /*other*/) { DROVER_UNREACHABLE("others do not say that in a round"); },
      },
      message);
}

void Headquarters::send(std::size_t to, const Message& message) {
  cluster_.send(to, write_message(message));
}

void Headquarters::send_to_all(const Message& message) {
  for (std::size_t rank = 1; rank < cluster_.size(); ++rank) send(rank, message);
}

std::vector<ClusterMisfit> find_misfits(work::Cluster& cluster, const std::string& identity) {
  std::map<std::size_t, Ready> ready;
  for (Patience patience; ready.size() + 1 < cluster.size();) {
    const std::optional<work::Cluster::Letter> letter = cluster.try_receive();
    if (letter) ready.emplace(letter->from, std::get<Ready>(read_message(letter->bytes)));
    patience.wait(letter.has_value());
  }
  std::vector<ClusterMisfit> misfits;
  for (const auto& [rank, process] : ready) {
    if (process.identity == identity) continue;
    misfits.push_back({.rank = rank, .host = process.host, .has_input = !process.identity.empty()});
  }
  return misfits;
}

void end_all(work::Cluster& cluster) {
  for (std::size_t rank = 1; rank < cluster.size(); ++rank) {
    cluster.send(rank, write_message(End{}));
  }
}

}  // namespace drover::cluster
