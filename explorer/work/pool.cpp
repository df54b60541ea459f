#include "explorer/work/pool.h"

#include <algorithm>
#include <thread>

namespace drover::work {

std::size_t processor_count() { return std::max(1U, std::thread::hardware_concurrency()); }

void Pool::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  next_task_ = 0;
  done_tasks_ = 0;
  thrown_ = nullptr;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < size_; ++i) {
      threads.emplace_back([this, count, &task] { serve(count, task); });
    }
    serve(count, task);
  }
  if (thrown_) std::rethrow_exception(thrown_);
}

void Pool::serve(std::size_t count, const std::function<void(std::size_t)>& task) {
  for (std::size_t index = 0; take_task(count, index);) {
    std::exception_ptr thrown;
    try {
      task(index);
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    ++done_tasks_;
    if (thrown && !thrown_) thrown_ = thrown;
    changed_.notify_all();
  }
  help_until_done(count);
}

bool Pool::take_task(std::size_t count, std::size_t& taken) {
  const std::lock_guard lock(mutex_);
  if (next_task_ == count) return false;
  taken = next_task_++;
  return true;
}

void Pool::help_until_done(std::size_t count) {
  std::unique_lock lock(mutex_);
  while (done_tasks_ < count) {
    const auto is_open = [](const Entry& entry) { return !entry.is_leaving; };
    const bool has_host = std::ranges::any_of(hosts_, is_open);
    if (!has_host) {
      changed_.wait(lock);
      continue;
    }
    do turn_ = (turn_ + 1) % hosts_.size();
    while (hosts_[turn_].is_leaving);
    Host* const host = hosts_[turn_].host;
    ++hosts_[turn_].helpers;
    lock.unlock();
    host->help();
    lock.lock();
    --std::ranges::find(hosts_, host, &Entry::host)->helpers;
    changed_.notify_all();
  }
}

void Pool::add(Host& host) {
  const std::lock_guard lock(mutex_);
  hosts_.push_back({&host, 0, false});
  changed_.notify_all();
}

void Pool::remove(Host& host) {
  std::unique_lock lock(mutex_);
  const auto entry = [&] { return std::ranges::find(hosts_, &host, &Entry::host); };
  entry()->is_leaving = true;
  changed_.wait(lock, [&] { return entry()->helpers == 0; });
  hosts_.erase(entry());
}

}  // namespace drover::work
