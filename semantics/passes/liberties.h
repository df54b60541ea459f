#pragma once

#include <cstdint>

namespace drover::passes {

// What the passes that shorten loops and let threads wait may do to executions.
enum class Liberties : std::uint8_t {
  // Also leave out a read-modify-write that puts back what was there (who read from it reads from
  // the write before), and let the load before a loop stand for a compare-and-swap in it that
  // fails. Built-in models allow it.
  All,
  // Leave out reads and fences, and nothing else.
  RemovalOfReads,
};

}  // namespace drover::passes
