#pragma once

// Takes part in the explorations of another process: the side of processes without the board. A
// separate thread receives messages of the first process (headquarters.h).

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "explorer/crew/cluster_messages.h"
#include "explorer/crew/desk.h"
#include "explorer/work/cluster.h"

namespace drover::cluster {

class Outpost : public Desk {
 public:
  // `cluster` must outlive this.
  explicit Outpost(work::Cluster& cluster);

  // Reports that all workers have left.
  void leave(std::vector<std::uint64_t> events);

  // Waits for an item until the round is over, whatever `patience` is.
  [[nodiscard]] std::optional<work::Item> take(work::Board::Call& call,
                                               std::chrono::milliseconds patience) override;
  [[nodiscard]] work::Order order_for(const work::Place& place) override;
  void give(const work::Place& place, Bytes part, std::uint32_t width) override;
  void refuse(const work::Place& place) override;
  void finish(const work::Place& place, ItemEnd end) override;
  void note(const WorkerNews& news) override;

 private:
  struct Slot {
    work::Board::Call* call = nullptr;
    std::optional<work::Item> item;    // received for the worker
    std::optional<work::Place> place;  // of its current item
    work::Order order = work::Order::GoOn;
  };

  // Receives until the round is over or a worker has failed.
  void receive(const std::stop_token& stop);
  void tell_seen();
  void send(const Message& message);
  // The mutex must be held.
  [[nodiscard]] std::size_t slot_of(work::Board::Call& call);
  [[nodiscard]] Slot* find(const work::Place& place);

  work::Cluster& cluster_;
  std::atomic<std::uint64_t> seen_{0};  // executions not yet reported

  std::mutex mutex_;  // protects the following members
  std::condition_variable changed_;
  std::deque<Slot> slots_;  // by worker number
  bool is_over_ = false;

  std::jthread thread_;
};

// Reports that this process has read its input; `identity` is empty if it could not.
void report_ready(work::Cluster& cluster, const std::string& identity, const std::string& host);
// Waits for the next round; empty if there are no more.
[[nodiscard]] std::optional<Round> next_round(work::Cluster& cluster);

}  // namespace drover::cluster
