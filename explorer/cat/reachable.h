#pragma once

#include <span>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::cat {

// Returns the nodes that the values of `roots` depend on, operands first; bodies of a `let rec`
// come before its Fixpoint nodes.
[[nodiscard]] std::vector<NodeIndex> reachable_nodes(const Code& code,
                                                     std::span<const NodeIndex> roots);

// Returns how many of `a` and `b` are operands.
[[nodiscard]] std::size_t operand_count(Operation operation);
// Returns the operands of a node; for a Fixpoint, all bodies of its group.
[[nodiscard]] std::vector<NodeIndex> operands_of(const Code& code, const Node& node);

}  // namespace drover::cat
