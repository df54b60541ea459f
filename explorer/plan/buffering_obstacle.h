#pragma once

#include <cstdint>

namespace drover {

// Why `lb` does not take a program.
enum class BufferingObstacle : std::uint8_t {
  ApartHalves,  // of read-modify-writes: loads and stores that are exclusive
  Choices,
  Drops,             // executions that a machine does not have are begun
  ScopedBranches,    // the dependency on a condition ends before the thread does
  AnnotatedCalls,    // `main` and `help`
  ComputedSize,      // of an allocation
  MayFail,           // what is computed from a value that was read
  Fails,             // the same, and when it was tried it did
  SpawnsUnproved,    // what `lb` relies on is proved without spawns only
  ApartLocks,        // locks have halves that the model does not order
  ExpectsRead,       // a compare-and-swap expects what was read
  Waits,             // `await`, `assume`, `assert`, where branches hold back only some events
  Allocations,       // the same
  Spawns,            // the same
  PickedValues,      // the same: a machine picks one of several
  EndlessBranches,   // the same: a loop without accesses branches on what was read
  ManyBranches,      // the same
  WriteBehindRead,   // the same: a write is behind an access whose address was read
  UnorderedAccesses  // the model does not order dependencies of all accesses: some are plain
};

}  // namespace drover
