#pragma once

// The board on which the workers of one exploration find their items, and to which they bring what
// they found.
//
// Items are ordered as one worker alone would come to them (place.h). A worker takes the first that
// waits. Parts are split off only where somebody has nothing to do: the board then asks the worker
// that has been busy with its item for longest, who gives its oldest open choices.
//
// Where a run ends at the first error, that is the first in this order: what comes after an error
// is dropped, what comes before it is explored to its end.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "explorer/work/item.h"
#include "explorer/work/simulated_time.h"

namespace drover::work {

// Orders to a worker that was called.
enum class Order : std::uint8_t {
  GoOn,
  Split,  // give a part away, or say that there is none
  Park,   // give all that is left back, and the item is done
  Drop    // give up the item: it is not needed
};

class Board {
 public:
  // One per worker: set while the board wants to be asked for orders.
  using Call = std::atomic<bool>;

  // Goes by the clock, or by `time`, which must outlive it.
  explicit Board(const SimulatedTime* time = nullptr) : time_(time) {}

  void put(Item item);

  // The first item that waits. If there is none: waits for one while others are busy, at most for
  // `patience`. Nothing: no more to do, now or ever.
  [[nodiscard]] std::optional<Item> take(Call& call, std::chrono::milliseconds patience);
  // The same for somebody who cannot wait here.
  [[nodiscard]] std::optional<Item> take_at_once(Call& call);
  // So many wait elsewhere: parts are split off for them as well.
  void wait_elsewhere(std::size_t hungry);
  // Whether nobody works and nothing waits, or the run has been stopped.
  [[nodiscard]] bool is_done();
  [[nodiscard]] bool has_busy();

  // From a worker who was called.
  [[nodiscard]] Order order_for(const Place& place);
  // A part of the item at `place`.
  void give(const Place& place, Bytes part, std::uint32_t width);
  // The worker has nothing to spare.
  void refuse(const Place& place);
  // The item is done, dropped, or given back in parts.
  void finish(const Place& place);
  // An error that ends the run was found in the item: everything after it is dropped.
  void cut_after(const Place& place);
  // Ends the run: all workers are told to give back what is left.
  void stop();
  // All that waits is left as it is once everybody has come back. `resume` goes on.
  void park();
  void resume();
  // While parked, or once all is done.
  [[nodiscard]] std::vector<Item> items();
  // The same, and nothing waits then; the last in order first.
  [[nodiscard]] std::vector<Item> take_items();
  [[nodiscard]] bool is_stopped();
  // The first item that is not done.
  [[nodiscard]] std::optional<Place> first_place();

  // How many items have changed hands.
  [[nodiscard]] std::uint64_t given();
  // The first place at which a run that ends at the first error found one.
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
  std::size_t hungry_ = 0;     // who wait here
  std::size_t elsewhere_ = 0;  // who wait elsewhere
  bool is_parking_ = false;
  bool is_stopped_ = false;
  std::uint64_t given_ = 0;
};

}  // namespace drover::work
