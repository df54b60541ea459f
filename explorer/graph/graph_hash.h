#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "explorer/graph/execution_graph.h"

namespace drover {

// Forms include coherence, or leave it out (under models without it).
enum class CoherencePart : std::uint8_t { Included, LeftOut };

// For a program that chooses the order of unsequenced accesses (ChoiceOf::Order): whether that
// order, a part of po, counts. It can be left out only for graphs of threads that have ended.
enum class OrderPart : std::uint8_t { Included, LeftOut };

// Returns the numbers that identify an execution of one program: per thread its events (kind, and
// for reads the source), and coherence. Independent of insertion order and of location ids. Two
// graphs of the same program have equal forms iff they have the same po, rf and (if included) co:
// the rest of a label follows from the program and the values read.
[[nodiscard]] std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph,
                                                        CoherencePart coherence,
                                                        OrderPart order = OrderPart::Included);
// The same for `graph` with its threads in another order.
[[nodiscard]] std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph,
                                                        CoherencePart coherence,
                                                        std::span<const ThreadId> threads);

// 128 bits of a canonical form: a hash of its numbers, and a hash of all intermediate values of the
// first. Forms that collide in one have no reason to collide in the other.
struct GraphHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  auto operator<=>(const GraphHash&) const = default;
};

[[nodiscard]] GraphHash hash_form(std::span<const std::uint32_t> form);
[[nodiscard]] GraphHash hash_graph(const ExecutionGraph& graph, CoherencePart coherence,
                                   OrderPart order = OrderPart::Included);

}  // namespace drover

template <>
struct std::hash<drover::GraphHash> {
  std::size_t operator()(const drover::GraphHash& value) const noexcept { return value.low; }
};
