#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace drover::serve {

// Where a run stands.
struct RunPlace {
  bool is_running = false;
  std::size_t before = 0;  // waiting: how many of those that wait come first
};

// Who may run now: so many at once, the others in the order in which they came.
class RunQueue {
 public:
  RunQueue(std::size_t at_once, std::size_t waiting) : at_once_(at_once), max_waiting_(waiting) {}

 private:
  struct Entry {
    std::string id;
    bool is_running = false;
    bool is_stopped = false;
  };
  using Place = std::list<Entry>::iterator;

 public:
  // A place in the queue, for as long as it lives.
  class Ticket {
   public:
    Ticket(RunQueue& queue, Place place) : queue_(&queue), place_(place) {}
    Ticket(Ticket&& other) noexcept : queue_(other.queue_), place_(other.place_) {
      other.queue_ = nullptr;
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    Ticket& operator=(Ticket&&) = delete;
    ~Ticket();

    // Whether it is its turn, which it waits for. A ticket that is stopped never has its turn.
    [[nodiscard]] bool wait(std::chrono::milliseconds patience);
    [[nodiscard]] bool is_stopped() const;

   private:
    RunQueue* queue_;
    Place place_;
  };

  // Nothing if too many wait already.
  [[nodiscard]] std::optional<Ticket> enter(std::string id);
  // The run that has this id; an empty one is nobody's.
  [[nodiscard]] std::optional<RunPlace> find(std::string_view id) const;
  // Whether there is such a run.
  bool stop(std::string_view id);
  void stop_all();
  [[nodiscard]] std::size_t size() const;

 private:
  [[nodiscard]] bool is_next(Place place) const;

  std::size_t at_once_;
  std::size_t max_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Entry> entries_;
  std::size_t running_ = 0;
  bool is_closed_ = false;
};

}  // namespace drover::serve
