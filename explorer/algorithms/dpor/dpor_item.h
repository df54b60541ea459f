#pragma once

// The position of an exploration by Optimal-DPOR, and its bytes: the work item of a search that is
// stopped and resumed, also in another process.
//
//   item   := 0 or 1 (the sequence is maximal and has been reported), events, then for each prefix,
//             the empty one first: sleep, tree, and, except for the last, the next thread
//   sleep  := count, thread*
//   tree   := count of children, then for each: thread, tree
//
// The accesses of planned and sleeping events are not stored: they follow from the prefix.

#include <cstddef>
#include <vector>

#include "explorer/algorithms/dpor/trace.h"
#include "explorer/algorithms/dpor/wakeup_tree.h"
#include "support/bytes.h"

namespace drover::dpor {

// The state of each prefix E of the current sequence.
struct Prefix {
  WakeupTrees::Index tree = WakeupTrees::None;  // wut(E), without the child being explored
  std::size_t sleep_begin = 0;                  // sleep(E) begins there in Position::sleeping
};

struct Position {
  WakeupTrees trees;
  std::vector<Prefix> prefixes{{}};    // one more than events
  std::vector<PlannedEvent> sleeping;  // the sleep sets of all prefixes, shortest first

  void clear(Trace& trace);
};

void write_position(ByteWriter& out, const Trace& trace, const Position& position);

// Reads into a cleared position. False if the bytes do not belong to this program; the caller must
// then clear the position.
[[nodiscard]] bool read_position(ByteReader& in, Trace& trace, Position& position);

}  // namespace drover::dpor
