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

// The board of an exploration, the findings so far, and the checkpoints of both.
class LocalDesk : public Desk {
 public:
  // `options` and `time`, which is the board's clock unless null, must outlive this.
  LocalDesk(const Plan& plan, const ExplorerOptions& options, const work::SimulatedTime* time);

  void put(ExplorationState state);
  // Returns the state of the run; only while no worker is busy.
  [[nodiscard]] ExplorationState state();
  [[nodiscard]] StopReason reason();
  [[nodiscard]] work::Board& board() { return board_; }
  void stop(StopReason reason);
  // Called on behalf of remote workers, which have seen that many more executions: checks the time
  // limit and whether a checkpoint is due.
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
  std::atomic<bool> is_checkpoint_wanted_{false};  // all workers have been called for it
  std::mutex checkpoint_mutex_;
  std::mutex progress_mutex_;

  std::mutex mutex_;  // protects the following members
  std::optional<StopReason> reason_;
  Findings merged_;
  std::map<work::Place, Findings> finished_;  // used if the first error decides what counts
};

}  // namespace drover
