#pragma once

// Threads that several explorations share. Only this file knows that they are std::jthread. A task
// library (oneTBB) would not help here: parts of an exploration are split off only when a worker is
// idle, which is rare, and pass through a board that keeps them in order. Such a library is good at
// many small tasks, and work items are few and large.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace drover::work {

// An object that may have work for others.
class Host {
 public:
  virtual ~Host() = default;
  // Works for the host until it has no work at the moment.
  virtual void help() = 0;
};

class Pool {
 public:
  // `size` threads in total, including the caller of `run`; at least one.
  explicit Pool(std::size_t size) : size_(size == 0 ? 1 : size) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  [[nodiscard]] std::size_t size() const { return size_; }

  // Runs tasks 0 … count-1, each on one of the threads, in that order. Idle threads help the hosts
  // of the other tasks. Rethrows an exception of a task once all have ended.
  void run(std::size_t count, const std::function<void(std::size_t)>& task);

  // Called from a task: idle threads may help `host` from now on.
  void add(Host& host);
  // Ends the help for `host`; returns when no thread helps it.
  void remove(Host& host);

 private:
  struct Entry {
    Host* host = nullptr;
    std::size_t helpers = 0;
    bool is_leaving = false;
  };

  void serve(std::size_t count, const std::function<void(std::size_t)>& task);
  [[nodiscard]] bool take_task(std::size_t count, std::size_t& taken);
  void help_until_done(std::size_t count);

  std::size_t size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> hosts_;
  std::size_t next_task_ = 0;
  std::size_t done_tasks_ = 0;
  std::size_t turn_ = 0;  // hosts are helped in turn
  std::exception_ptr thrown_;
};

// Returns the number of processors; at least one.
[[nodiscard]] std::size_t processor_count();

}  // namespace drover::work
