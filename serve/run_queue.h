#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drover::serve {

// State of a run in the queue.
struct RunPlace {
  bool is_running = false;
  std::size_t before = 0;  // if waiting: number of runs ahead
};

// The sender of a run: a machine, and a page on it.
struct RunClient {
  std::string address;
  std::string page;
};

// Limits concurrent runs. Free places go to waiting clients in turn: first to the address that has
// waited longest since its last start, there to the page that has, there to its first run.
class RunQueue {
 public:
  RunQueue(std::size_t at_once, std::size_t waiting) : at_once_(at_once), max_waiting_(waiting) {}

 private:
  struct Entry {
    std::string id;
    RunClient client;
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

  // Adds a run to the queue. Nothing if too many runs wait, or too many of this client.
  [[nodiscard]] std::optional<Ticket> enter(std::string id, RunClient client = {});
  // Finds the run with this id. Nothing for an empty id.
  [[nodiscard]] std::optional<RunPlace> find(std::string_view id) const;
  // True if the run exists.
  bool stop(std::string_view id);
  void stop_all();
  [[nodiscard]] std::size_t size() const;

 private:
  using Waiting = std::vector<const Entry*>;  // in order of arrival
  // When clients had their last start, in starts: by address, and by address and page.
  struct Turns {
    std::uint64_t starts = 0;
    std::map<std::string, std::uint64_t> of_address;
    std::map<std::pair<std::string, std::string>, std::uint64_t> of_page;

    void note(const RunClient& client);
    [[nodiscard]] Waiting::const_iterator next(const Waiting& waiting) const;
  };

  [[nodiscard]] Waiting waiting() const;
  [[nodiscard]] bool is_next(Place place) const;
  void forget_gone_clients();

  std::size_t at_once_;
  std::size_t max_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Entry> entries_;
  Turns turns_;
  std::size_t running_ = 0;
  bool is_closed_ = false;
};

}  // namespace drover::serve
