#pragma once

// Threads that several explorations share. The only file that knows what threads are made of:
// std::jthread. A library of tasks (oneTBB) has nothing to add here: parts of an exploration are
// split off only when somebody has nothing to do, which is rare, and go from hand to hand through
// a board that keeps them in order; what a library would do well, many small tasks, is what work
// items are not.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace drover::work {

// Somebody who may have work for others.
class Host {
 public:
  virtual ~Host() = default;
  // Works for the host until there is nothing to do for it at the moment.
  virtual void help() = 0;
};

class Pool {
 public:
  // `size` threads in all, that of the caller of `run` included; at least one.
  explicit Pool(std::size_t size) : size_(size == 0 ? 1 : size) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  [[nodiscard]] std::size_t size() const { return size_; }

  // Runs tasks 0 … count-1, each on one of the threads, in that order. Threads for which no task
  // is left help the hosts among the others. What a task throws is thrown once all have ended.
  void run(std::size_t count, const std::function<void(std::size_t)>& task);

  // From a task: others may help `host` from now on.
  void add(Host& host);
  // They may not any more: comes back when none of them does.
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

// How many processors there are; at least one.
[[nodiscard]] std::size_t processor_count();

}  // namespace drover::work
