#pragma once

// The format of the work items (search.h) of RVF-SMC. An item is a stack of nodes:
//
//   item   := count of events, event*, count of nodes, node*     no nodes: everything
//   event  := thread, then for a read its value, count of good writes, write*
//             in the order in which they were added; with its read comes the write of a
//             read-modify-write
//   write  := 0 for the initial one, or thread + 1, index
//   node   := the fields of RvfNode that do not follow from the events: the reads that are left, of
//             the groups of values their number, the entry that its child is to restore
//   The causal map, as of the last node, comes last.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/rvf/rvf_events.h"
#include "support/bytes.h"

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

using CausalEntry = std::vector<std::uint32_t>;

struct ValueGroup {
  Value value = 0;
  std::vector<RvfRef> writes;
};

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

enum class NodePart : std::uint8_t { WithChild, WithoutChild };

void write_events(ByteWriter& out, const RvfEvents& events, std::size_t size);
// `backtrack`: the node's own, or the signal of the branch being explored.
void write_node(ByteWriter& out, RvfNode node, bool backtrack, NodePart part);

[[nodiscard]] bool load_events(ByteReader& in, ProgramAutomata& automata, RvfEvents& events);
// Loads a node of `least` events or more. Fields that follow from the events are neither set nor
// checked: the groups of values have only their number, and the child is unknown.
[[nodiscard]] bool load_node(ByteReader& in, const RvfEvents& events, std::size_t least,
                             NodePart part, RvfNode& node);
[[nodiscard]] bool is_entry(const CausalEntry& entry, std::size_t thread_count);

// True if the trace has all events and each read reads from a good write. (Of events other than
// accesses only their place in their thread matters.)
[[nodiscard]] bool is_trace(const RvfEvents& events, const RvfTrace& trace);

}  // namespace drover::rvf
