#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "explorer/algorithms/run_control.h"
#include "explorer/findings/findings.h"
#include "explorer/work/board.h"
#include "explorer/work/item.h"

namespace drover {

// How a worker is done with an item.
struct ItemEnd {
  std::optional<Findings> findings;      // nothing if the item was dropped
  std::optional<StopReason> stopped_by;  // why the worker stopped, if it did
};

// News from a worker while it works.
struct WorkerNews {
  std::uint64_t executions = 0;  // of every kind, since the last news
  std::size_t depth = 0;         // events of the current graph
};

// Where a worker finds items, and to which it brings what it found: the board of this process, or
// somebody who speaks with the process that has the board.
class Desk {
 public:
  virtual ~Desk() = default;

  // As those of work::Board.
  [[nodiscard]] virtual std::optional<work::Item> take(work::Board::Call& call,
                                                       std::chrono::milliseconds patience) = 0;
  [[nodiscard]] virtual work::Order order_for(const work::Place& place) = 0;
  virtual void give(const work::Place& place, Bytes part, std::uint32_t width) = 0;
  virtual void refuse(const work::Place& place) = 0;
  // The item is done, dropped, or given back in parts.
  virtual void finish(const work::Place& place, ItemEnd end) = 0;
  // Now and then, from a worker who is busy. Must be quick.
  virtual void note(const WorkerNews& news) = 0;
};

}  // namespace drover
