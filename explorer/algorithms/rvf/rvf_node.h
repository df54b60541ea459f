#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/rvf/rvf_events.h"

namespace drover::rvf {

// A read that an ancestor node is processing, with its backtrack signal.
struct RvfAncestor {
  std::size_t thread = 0;
  LocationId location;
  bool may_write = false;  // of a read-modify-write
  bool signal = false;
};

// The causal map C of [RVF] §5. It contains a read only while the read is next in its thread. By
// thread of the read: the number of events of each thread that it may not read from any more;
// empty: undefined.
using CausalMap = std::vector<std::vector<std::uint32_t>>;

// An entry of the causal map.
using CausalEntry = std::vector<std::uint32_t>;

struct ValueGroup {
  Value value = 0;
  std::vector<RvfRef> writes;
};

// A node of the search.
struct RvfNode {
  std::size_t begin = 0;  // number of events before the node's own steps
  std::size_t end = 0;    // the same, with the node's own steps
  RvfTrace trace;
  bool is_reporting = false;  // executions are reported before the reads are processed
  std::size_t reported = 0;   // number already reported
  bool backtrack = true;
  std::vector<std::size_t> reads;  // threads whose next read is to be processed, in order
  std::size_t next_read = 0;
  std::vector<std::pair<std::size_t, CausalEntry>>
      replaced;  // entries of the causal map, by thread
  // The read being processed.
  bool is_processing = false;
  std::vector<ValueGroup> groups;
  std::size_t next_group = 0;
  // The branch being explored: the nodes after this one.
  bool has_child = false;
  CausalEntry entry;  // the causal map's former entry of the read
};

}  // namespace drover::rvf
