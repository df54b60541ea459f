#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "explorer/crew/desk.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/work/board.h"

namespace drover {

// The board of an exploration, what has been found so far, and the checkpoints of both.
class LocalDesk : public Desk {
 public:
  // `options` must outlive it, and so must `time`, by which the board goes if there is one.
  LocalDesk(const Plan& plan, const ExplorerOptions& options, const work::SimulatedTime* time);

  // Begins with what is left of a run.
  void put(ExplorationState state);
  // The state of the run, while no worker is busy.
  [[nodiscard]] ExplorationState state();
  // Why the run ended.
  [[nodiscard]] StopReason reason();
  [[nodiscard]] work::Board& board() { return board_; }
  void stop(StopReason reason);
  // For somebody who does not work, but speaks for those who do elsewhere, and have seen so many
  // more executions: looks whether the time is up, or a checkpoint is due.
  void look_after(std::uint64_t executions);

  [[nodiscard]] std::optional<work::Item> take(work::Board::Call& call,
                                               std::chrono::milliseconds patience) override;
  [[nodiscard]] work::Order order_for(const work::Place& place) override;
  void give(const work::Place& place, Bytes part, std::uint32_t width) override;
  void refuse(const work::Place& place) override;
  void finish(const work::Place& place, ItemEnd end) override;
  void note(const WorkerNews& news) override;

 private:
  void merge(const work::Place& place, Findings findings);
  void commit();
  [[nodiscard]] bool is_checkpoint_due();
  void call_for_checkpoint();
  void schedule_checkpoint();
  void write_checkpoint_if_parked();
  [[nodiscard]] double seconds() const;

  const Plan& plan_;
  const ExplorerOptions& options_;
  RunControl::Clock::time_point start_ = RunControl::Clock::now();
  work::Board board_;
  std::atomic<std::uint64_t> seen_{0};             // executions of every kind
  std::atomic<double> next_checkpoint_;            // in seconds since the start
  std::atomic<bool> is_checkpoint_wanted_{false};  // everybody has been called for it
  std::mutex checkpoint_mutex_;
  std::mutex progress_mutex_;

  std::mutex mutex_;  // of what follows
  std::optional<StopReason> reason_;
  Findings merged_;
  std::map<work::Place, Findings> finished_;  // where the first error decides what counts
};

}  // namespace drover
