#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "support/interrupt.h"

namespace drover::cli {

// Bytes that a run may take if nobody says how many: three quarters of what is there, in this
// machine and for the control groups of this process.
[[nodiscard]] std::uint64_t usual_memory_limit();

// Watches how much memory the process takes, from a thread of its own. Above `limit`, runs are
// asked to stop (support/interrupt.h). What does not ask, and goes on to take memory, gets none:
// allocations fail with std::bad_alloc in threads with an AllocationGuard. If that does not help
// either, the process ends, with a sentence that says why, before the system ends it without one.
class MemoryWatch {
 public:
  // Nothing: the usual limit.
  explicit MemoryWatch(std::optional<std::uint64_t> limit);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

 private:
  class Watcher;
  std::unique_ptr<Watcher> watcher_;
};

// While it lives, allocations of this thread may fail: somebody catches std::bad_alloc.
class AllocationGuard {
 public:
  AllocationGuard();
  ~AllocationGuard();
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;
};

// What a run has taken was given back: another one may begin, if there is memory for it.
void recover_memory();

// What ends runs from outside: signals, and memory.
class RunGuard {
 public:
  explicit RunGuard(std::optional<std::uint64_t> max_memory) : memory_(max_memory) {}

 private:
  InterruptGuard interrupts_;
  MemoryWatch memory_;
};

}  // namespace drover::cli
