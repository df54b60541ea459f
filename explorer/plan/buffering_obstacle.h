#pragma once

#include <cstdint>

namespace drover {

// The reason that `lb` does not take a program.
enum class BufferingObstacle : std::uint8_t {
  ApartHalves,  // separate halves of read-modify-writes: exclusive loads and stores
  Choices,
  Drops,             // may start executions the machine cannot perform
  ScopedBranches,    // the dependency on a condition ends before the thread does
  AnnotatedCalls,    // `main` and `help`
  ComputedSize,      // of an allocation
  MayFail,           // a computation from a read value
  Fails,             // the same; a trial showed that it fails
  SpawnsUnproved,    // the assumptions of `lb` are proved only without spawns
  ApartLocks,        // locks have halves that the model does not order
  ExpectsRead,       // a compare-and-swap expects a read value
  Waits,             // `await`, `assume`, `assert`, if branches hold back only some events
  Allocations,       // the same
  Spawns,            // the same
  PickedValues,      // the same: a machine picks one of several values
  EndlessBranches,   // the same: a loop without accesses branches on a read value
  ManyBranches,      // the same
  WriteBehindRead,   // the same: a write follows an access whose address was read
  UnorderedAccesses  // the model does not order dependencies of all accesses: some are plain
};

}  // namespace drover
