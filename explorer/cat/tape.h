#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/reachable.h"

// The order in which an evaluator evaluates the nodes of a model.
namespace drover::cat {

enum class StepKind : std::uint8_t { Node, LoopBegin, LoopEnd, Check };
struct TapeStep {
  StepKind kind;
  std::uint32_t index;  // a node, a group or a check
  std::uint32_t jump;   // LoopEnd: the step behind its LoopBegin
};
using Tape = std::vector<TapeStep>;

// Puts nodes behind their operands, and the nodes that depend on the variables of a `let rec`
// between the beginning and the end of its loop.
class TapeWriter {
 public:
  explicit TapeWriter(const Code& code)
      : code_(code),
        is_done_(code.nodes.size(), false),
        is_group_done_(code.groups.size(), false) {}

  void write_to(Tape& tape) { tape_ = &tape; }

  void write(NodeIndex node) {
    const std::array roots{node};
    for (const NodeIndex each : reachable_nodes(code_, roots)) write_one(each);
  }

  // Nodes that do not depend on reads-from or coherence.
  void write_static(std::span<const NodeIndex> nodes) {
    for (const NodeIndex each : nodes) {
      const Node& node = code_.nodes[each];
      if (node.growth == Growth::None && node.open_groups == 0) write_one(each);
    }
  }

 private:
  // Its operands come before it in the order of `reachable_nodes`.
  void write_one(NodeIndex index) {
    const Node& node = code_.nodes[index];
    if (is_done_[index]) return;
    // Those in a loop are written with it.
    if ((node.open_groups & ~open_) != 0 || node.operation == Operation::Variable) return;
    is_done_[index] = true;
    if (node.operation == Operation::Fixpoint) {
      write_group(node.group);
    } else {
      tape_->push_back({StepKind::Node, index, 0});
    }
  }

  void write_group(std::uint32_t group) {
    if (is_group_done_[group]) return;
    const std::vector<NodeIndex> inner = reachable_nodes(code_, code_.groups[group].bodies);
    for (const NodeIndex each : inner) write_one(each);  // the same in every round
    const std::uint64_t bit = std::uint64_t{1} << group;
    tape_->push_back({StepKind::LoopBegin, group, 0});
    const auto begin = static_cast<std::uint32_t>(tape_->size());
    const std::uint64_t outer = open_;
    open_ |= bit;
    for (const NodeIndex each : inner) {
      if ((code_.nodes[each].open_groups & bit) != 0) write_one(each);
    }
    open_ = outer;
    tape_->push_back({StepKind::LoopEnd, group, begin});
    is_group_done_[group] = true;
  }

  const Code& code_;
  Tape* tape_ = nullptr;
  std::vector<bool> is_done_;
  std::vector<bool> is_group_done_;
  std::uint64_t open_ = 0;
};

}  // namespace drover::cat
