#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "support/interrupt.h"

namespace drover::cli {

// Returns the default limit in bytes: three quarters of the memory available in this machine and in
// this process's control groups.
[[nodiscard]] std::uint64_t usual_memory_limit();

// Watches the memory of the process, from its own thread. Above `limit`, asks runs to stop
// (support/interrupt.h). If memory still grows, allocations fail with std::bad_alloc in threads
// with an AllocationGuard. If that does not help, ends the process with a message, before the
// system kills it.
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

// During its lifetime, allocations of this thread may fail: the caller catches std::bad_alloc.
class AllocationGuard {
 public:
  AllocationGuard();
  ~AllocationGuard();
  AllocationGuard(const AllocationGuard&) = delete;
  AllocationGuard& operator=(const AllocationGuard&) = delete;
};

// Call once a run has freed its memory: another run may begin, if there is memory.
void recover_memory();

// Ends runs on signals and on low memory.
class RunGuard {
 public:
  explicit RunGuard(std::optional<std::uint64_t> max_memory) : memory_(max_memory) {}

 private:
  InterruptGuard interrupts_;
  MemoryWatch memory_;
};

}  // namespace drover::cli
