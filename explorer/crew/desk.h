#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "explorer/algorithms/run_control.h"
#include "explorer/findings/findings.h"
#include "explorer/work/board.h"
#include "explorer/work/place.h"

namespace drover {

struct ItemEnd {
  std::optional<Findings> findings;      // empty if the item was dropped
  std::optional<StopReason> stopped_by;  // the reason if the worker stopped
};

struct WorkerNews {
  std::uint64_t executions = 0;  // of every kind, since the last news
  std::size_t depth = 0;         // events of the current graph
};

// The source of a worker's items and the receiver of its findings: the board of this process, or a
// proxy of the process that has the board.
class Desk {
 public:
  virtual ~Desk() = default;

  // `take`, `order_for`, `give` and `refuse` are those of work::Board.
  [[nodiscard]] virtual std::optional<work::Item> take(work::Board::Call& call,
                                                       std::chrono::milliseconds patience) = 0;
  [[nodiscard]] virtual work::Order order_for(const work::Place& place) = 0;
  virtual void give(const work::Place& place, Bytes part, std::uint32_t width) = 0;
  virtual void refuse(const work::Place& place) = 0;
  // The item is done, dropped, or given back in parts.
  virtual void finish(const work::Place& place, ItemEnd end) = 0;
  // Called regularly by a busy worker. Must be quick.
  virtual void note(const WorkerNews& news) = 0;
};

}  // namespace drover
