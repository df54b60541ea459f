#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "support/interrupt.h"

namespace drover::cli {

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

// Ends runs on signals and on low memory: watches the memory of the process, from its own thread.
// Above the limit, asks runs to stop (support/interrupt.h). If memory still grows, allocations fail
// with std::bad_alloc in threads with an AllocationGuard. If that does not help, ends the process
// with a message, before the system kills it.
class RunGuard {
 public:
  // Nothing: the usual limit.
  explicit RunGuard(std::optional<std::uint64_t> max_memory);
  ~RunGuard();
  RunGuard(const RunGuard&) = delete;
  RunGuard& operator=(const RunGuard&) = delete;

 private:
  class Watcher;
  InterruptGuard interrupts_;
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace drover::cli
