#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/rvf/rvf_events.h"

namespace drover::rvf {

// A read that some node up the search is processing, with its backtrack signal.
struct RvfAncestor {
  std::size_t thread = 0;
  LocationId location;
  bool may_write = false;  // of a read-modify-write
  bool signal = false;
};

// The causal map C of [RVF] §5. A read is in it only while it is the next of its thread: by
// thread, how many events of each thread it may not read from any more; empty: undefined.
using CausalMap = std::vector<std::vector<std::uint32_t>>;

// An entry of it.
using CausalEntry = std::vector<std::uint32_t>;

struct ValueGroup {
  Value value = 0;
  std::vector<RvfRef> writes;
};

// A node of the search.
struct RvfNode {
  std::size_t begin = 0;  // how many events there were before its own steps
  std::size_t end = 0;    // and with them
  RvfTrace trace;
  bool is_reporting = false;  // executions are to be reported before the reads are processed
  std::size_t reported = 0;   // how many have been
  bool backtrack = true;
  std::vector<std::size_t> reads;  // threads whose next read is to be processed: the next one first
  std::size_t next_read = 0;
  std::vector<std::pair<std::size_t, CausalEntry>>
      replaced;  // entries of the causal map, by thread
  // The read that is being processed.
  bool is_processing = false;
  std::vector<ValueGroup> groups;
  std::size_t next_group = 0;
  // The branch that is being explored: the nodes after this one.
  bool has_child = false;
  CausalEntry entry;  // what the causal map had for its read
};

}  // namespace drover::rvf
