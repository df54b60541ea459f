#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace drover::serve {

// State of a run in the queue.
struct RunPlace {
  bool is_running = false;
  std::size_t before = 0;  // if waiting: number of runs ahead
};

// Limits concurrent runs; the others wait in order of arrival.
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
  // A place in the queue while the object lives.
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

    // Waits for the ticket's turn. True if it has come; never true for a stopped ticket.
    [[nodiscard]] bool wait(std::chrono::milliseconds patience);
    [[nodiscard]] bool is_stopped() const;

   private:
    RunQueue* queue_;
    Place place_;
  };

  // Adds a run to the queue. Nothing if too many runs wait.
  [[nodiscard]] std::optional<Ticket> enter(std::string id);
  // Finds the run with this id. Nothing for an empty id.
  [[nodiscard]] std::optional<RunPlace> find(std::string_view id) const;
  // True if the run exists.
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
