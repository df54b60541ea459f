#pragma once

#include <span>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/tape.h"

namespace drover::cat {

// Finds out which nodes are empty for certain events whatever edges there are between them: a test
// without critical sections has nothing that comes of them. What is empty is not evaluated, and
// neither is what only that would use.
//
// Keeps its memory from one set of events to the next.
class EmptyNodes {
 public:
  // `used` are the nodes in question, operands before what uses them.
  EmptyNodes(const Code& code, std::span<const NodeIndex> used, std::span<const NodeIndex> roots,
             const Tape& tape);

  // The part of the tape that is left. `is_empty_now(node)` tells it of the nodes whose value is
  // known already: those that depend on events alone.
  template <typename IsEmptyNow>
  const Tape& find(IsEmptyNow is_empty_now) {
    for (const NodeIndex each : static_nodes_) is_empty_[each] = is_empty_now(each);
    find_others();
    write_tape();
    return left_;
  }

 private:
  void find_others();
  [[nodiscard]] bool is_empty(const Node& node) const;
  void write_tape();
  void need(NodeIndex node);
  [[nodiscard]] bool holds_anyway(const CodeCheck& check) const;

  const Code* code_;
  const Tape* tape_;
  std::vector<NodeIndex> roots_;
  std::vector<NodeIndex> static_nodes_;
  std::vector<NodeIndex> others_;
  std::vector<std::vector<NodeIndex>> operands_;  // by node
  std::vector<char> is_static_;                   // by node
  std::vector<char> is_empty_;                    // by node
  std::vector<char> is_needed_;                   // by node
  std::vector<NodeIndex> stack_;
  Tape left_;
};

}  // namespace drover::cat
