#pragma once

#include <cstdint>

namespace drover::passes {

// The changes to executions that passes on loops and waits may make.
enum class Liberties : std::uint8_t {
  // Also remove a read-modify-write that restores the old value (its readers then read from the
  // previous write), and let the load before a loop replace a failed compare-and-swap in it.
  // Built-in models allow it.
  All,
  // Only remove reads and fences.
  RemovalOfReads,
};

}  // namespace drover::passes
