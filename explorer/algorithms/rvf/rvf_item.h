#pragma once

// The format of the work items (search.h) of RVF-SMC. An item is a stack of nodes:
//
//   item   := count of events, event*, count of nodes, node*     no nodes: everything
//   event  := thread, then for a read its value, count of good writes, write*
//             in the order in which they were added; with its read comes the write of a
//             read-modify-write
//   write  := 0 for the initial one, or thread + 1, index
//   node   := events at its begin, and at its end, trace, whether it is to be reported, executions
//             reported, backtrack or signal, count of reads, thread*, entries of the causal map
//             to be restored, 0 or 1 and the numbers of all and of taken groups of values, and,
//             except for the last, the entry that its child is to restore
//   The causal map, as of the last node, comes last.

#include <cstddef>
#include <cstdint>

#include "explorer/algorithms/rvf/rvf_events.h"
#include "explorer/algorithms/rvf/rvf_node.h"
#include "support/bytes.h"

namespace drover::rvf {

enum class NodePart : std::uint8_t { WithChild, WithoutChild };

// Writes the first `size` events.
void write_events(ByteWriter& out, const RvfEvents& events, std::size_t size);
// `backtrack`: the node's own, or the signal of the branch being explored.
void write_node(ByteWriter& out, const RvfNode& node, bool backtrack, NodePart part);
void write_entry(ByteWriter& out, const CausalEntry& entry);

// False if the bytes are invalid.
[[nodiscard]] bool load_events(ByteReader& in, ProgramAutomata& automata, RvfEvents& events);
// Loads a node of `least` events or more. Fields that follow from the events are neither set nor
// checked: the groups of values have only their number, and the child is unknown.
[[nodiscard]] bool load_node(ByteReader& in, const RvfEvents& events, std::size_t least,
                             NodePart part, RvfNode& node);
[[nodiscard]] CausalEntry load_entry(ByteReader& in, std::size_t thread_count);

// True if the trace has all events and each read reads from a good write. (Of events other than
// accesses only their place in their thread matters.)
[[nodiscard]] bool is_trace(const RvfEvents& events, const RvfTrace& trace);

}  // namespace drover::rvf
