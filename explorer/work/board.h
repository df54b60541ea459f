#pragma once

// The board from which the workers of one exploration take items, and to which they return parts.
//
// Items are ordered as a single worker would explore them (place.h). A worker takes the first
// waiting item. Parts are split off only if some worker is idle: the board then asks the worker
// that has been busy with its item for longest, which gives its oldest open choices.
//
// A run that ends at the first error ends at the first in this order: items after an error are
// dropped, items before it are explored to their end.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "explorer/work/place.h"

namespace drover::work {

// A clock that advances on command, for a crew simulated by one thread.
class SimulatedTime {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Clock::time_point now() const { return now_; }
  void pass(std::chrono::nanoseconds time) { now_ += time; }

 private:
  Clock::time_point now_ = Clock::now();
};

// Orders to a worker that was called.
enum class Order : std::uint8_t {
  GoOn,
  Split,  // give a part away, or refuse
  Park,   // give all remaining work back; the item is then done
  Drop    // abandon the item: it is not needed
};

class Board {
 public:
  // One per worker: set while the board has an order for it.
  using Call = std::atomic<bool>;

  // Uses the real clock, or `time`, which must outlive this.
  explicit Board(const SimulatedTime* time = nullptr) : time_(time) {}

  void put(Item item);

  // Returns the first waiting item. If there is none, waits for one while others are busy, at most
  // for `patience`. Empty: no more work, or the patience has ended.
  [[nodiscard]] std::optional<Item> take(Call& call, std::chrono::milliseconds patience);
  // The same for a caller that cannot wait here.
  [[nodiscard]] std::optional<Item> take_at_once(Call& call);
  // Sets the number of workers that wait elsewhere: parts are split off for them as well.
  void wait_elsewhere(std::size_t hungry);
  // True if no worker is busy and no item waits, or the run has been stopped.
  [[nodiscard]] bool is_done();
  [[nodiscard]] bool has_busy();

  [[nodiscard]] Order order_for(const Place& place);
  void give(const Place& place, Bytes part, std::uint32_t width);
  void refuse(const Place& place);
  // The item is done, dropped, or given back in parts.
  void finish(const Place& place);
  // An error that ends the run was found in the item: drops all later items.
  void cut_after(const Place& place);
  // Ends the run: all workers are told to give back their remaining work.
  void stop();
  // Keeps all waiting items once every worker has returned. `resume` continues.
  void park();
  void resume();
  // Returns the items, while parked or once all is done.
  [[nodiscard]] std::vector<Item> items();
  // Removes and returns all items, the last in order first.
  [[nodiscard]] std::vector<Item> take_items();
  [[nodiscard]] bool is_stopped();
  [[nodiscard]] std::optional<Place> first_place();

  [[nodiscard]] std::uint64_t given();
  // Returns the first place of an error, in a run that ends at the first error.
  [[nodiscard]] std::optional<Place> error_place();

 private:
  using Clock = SimulatedTime::Clock;
  struct Busy {
    Call* call = nullptr;
    Clock::time_point since;
    Clock::time_point asked;
    std::uint32_t parts = 0;
  };

  [[nodiscard]] Clock::time_point now() const { return time_ ? time_->now() : Clock::now(); }
  // The mutex must be held.
  void ask_for_parts();
  void call_all();
  [[nodiscard]] Item take_first(Call& call);
  [[nodiscard]] bool are_parts_wanted() const { return hungry_ + elsewhere_ > waiting_.size(); }
  [[nodiscard]] bool is_over() const { return busy_.empty() && waiting_.empty(); }

  const SimulatedTime* time_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Place, Item> waiting_;
  std::map<Place, Busy> busy_;
  std::optional<Place> error_at_;
  std::size_t hungry_ = 0;     // workers that wait here
  std::size_t elsewhere_ = 0;  // workers that wait elsewhere
  bool is_parking_ = false;
  bool is_stopped_ = false;
  std::uint64_t given_ = 0;
};

}  // namespace drover::work
