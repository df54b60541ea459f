#pragma once

#include <span>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::cat {

// The nodes that the values of `roots` depend on, operands before what uses them; bodies of a
// `let rec` come before its Fixpoint nodes.
[[nodiscard]] std::vector<NodeIndex> reachable_nodes(const Code& code,
                                                     std::span<const NodeIndex> roots);

// How many of `a` and `b` of a node are operands.
[[nodiscard]] std::size_t operand_count(Operation operation);
// The operands of a node; of a Fixpoint, all bodies of its group.
[[nodiscard]] std::vector<NodeIndex> operands_of(const Code& code, const Node& node);

}  // namespace drover::cat
