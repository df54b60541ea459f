#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "explorer/graph/execution_graph.h"

namespace drover {

// Whether coherence tells two graphs apart (not under models that have none).
enum class CoherencePart : std::uint8_t { Included, LeftOut };

// What makes two graphs of one program the same execution, as numbers: per thread its
// events (kind, and for reads the write read from), and coherence. Does not depend on
// insertion order nor on location ids. Two graphs of the same program have equal forms
// iff they have the same po, rf and (where included) co: what else is in a label follows
// from the program and the values read.
[[nodiscard]] std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph,
                                                        CoherencePart coherence);
// The same of the graph whose threads are those of `graph` in another order.
[[nodiscard]] std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph,
                                                        CoherencePart coherence,
                                                        std::span<const ThreadId> order);

// 128 bits of a canonical form: a hash of its numbers, and a hash of all values that the first
// one takes on the way. Forms that collide in one have no reason to collide in the other.
struct GraphHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  auto operator<=>(const GraphHash&) const = default;
};

[[nodiscard]] GraphHash hash_form(std::span<const std::uint32_t> form);
[[nodiscard]] GraphHash hash_graph(const ExecutionGraph& graph, CoherencePart coherence);

}  // namespace drover

template <>
struct std::hash<drover::GraphHash> {
  std::size_t operator()(const drover::GraphHash& value) const noexcept { return value.low; }
};
