#include "explorer/cat/empty_nodes.h"

#include <algorithm>

#include "explorer/cat/reachable.h"

namespace drover::cat {

EmptyNodes::EmptyNodes(const Code& code, std::span<const NodeIndex> used,
                       std::span<const NodeIndex> roots, const Tape& tape)
    : code_(&code),
      tape_(&tape),
      roots_(roots.begin(), roots.end()),
      operands_(code.nodes.size()),
      is_static_(code.nodes.size(), 0),
      is_empty_(code.nodes.size(), 0),
      is_needed_(code.nodes.size(), 0) {
  for (const NodeIndex each : used) {
    const Node& node = code.nodes[each];
    operands_[each] = operands_of(code, node);
    const bool is_static = node.growth == Growth::None && node.open_groups == 0;
    is_static_[each] = is_static ? 1 : 0;
    (is_static ? static_nodes_ : others_).push_back(each);
  }
}

// The variables of a `let rec` are taken to be empty until a body turns out not to be: what is left
// in the end is empty in the least solution.
void EmptyNodes::find_others() {
  for (const NodeIndex each : others_) {
    const bool is_variable = code_->nodes[each].operation == Operation::Variable;
    is_empty_[each] = is_variable ? 1 : 0;
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const NodeIndex each : others_) {
      const Node& node = code_->nodes[each];
      if (node.operation == Operation::Variable) {
        const NodeIndex body = code_->groups[node.group].bodies[node.component];
        if (is_empty_[each] == 0 || is_empty_[body] != 0) continue;
        is_empty_[each] = 0;
        has_changed = true;
      } else {
        const char found = is_empty(node) ? 1 : 0;
        is_empty_[each] = found;
      }
    }
  }
}

bool EmptyNodes::is_empty(const Node& node) const {
  const auto a = [&] { return is_empty_[node.a] != 0; };
  const auto b = [&] { return is_empty_[node.b] != 0; };
  switch (node.operation) {
    case Operation::Base:
    case Operation::Complement:
    case Operation::Optional:
    case Operation::Variable: return false;
    case Operation::Empty: return true;
    case Operation::Union: return a() && b();
    case Operation::Intersection:
    case Operation::Sequence:
    case Operation::RestrictDomain:
    case Operation::RestrictRange:
    case Operation::Product: return a() || b();
    case Operation::Difference:
    case Operation::Plus:
    case Operation::Inverse:
    case Operation::Identity:
    case Operation::Domain:
    case Operation::Range: return a();
    case Operation::Fixpoint:
      return is_empty_[code_->groups[node.group].bodies[node.component]] != 0;
  }
  return false;
}

bool EmptyNodes::holds_anyway(const CodeCheck& check) const {
  return !check.is_negated && is_empty_[check.node] != 0;
}

void EmptyNodes::need(NodeIndex node) {
  stack_.push_back(node);
  while (!stack_.empty()) {
    const NodeIndex at = stack_.back();
    stack_.pop_back();
    if (is_needed_[at] != 0 || is_empty_[at] != 0 || is_static_[at] != 0) continue;
    is_needed_[at] = 1;
    for (const NodeIndex each : operands_[at]) stack_.push_back(each);
  }
}

void EmptyNodes::write_tape() {
  std::ranges::fill(is_needed_, 0);
  for (const NodeIndex root : roots_) need(root);
  for (const TapeStep& step : *tape_) {
    if (step.kind != StepKind::Check) continue;
    const CodeCheck& check = code_->checks[step.index];
    if (!holds_anyway(check)) need(check.node);
  }
  left_.clear();
  std::vector<std::uint32_t> begins;  // of the loops that are open
  for (const TapeStep& step : *tape_) {
    switch (step.kind) {
      case StepKind::Node:
        if (is_needed_[step.index] != 0) left_.push_back(step);
        break;
      case StepKind::LoopBegin:
        left_.push_back(step);
        begins.push_back(static_cast<std::uint32_t>(left_.size()));
        break;
      case StepKind::LoopEnd: {
        const std::uint32_t begin = begins.back();
        begins.pop_back();
        // Nothing is left of a loop in which nothing is computed.
        if (begin == left_.size() &&
            !std::ranges::any_of(code_->groups[step.index].bodies,
                                 [&](NodeIndex body) { return is_empty_[body] == 0; })) {
          left_.pop_back();
        } else {
          left_.push_back({step.kind, step.index, begin});
        }
        break;
      }
      case StepKind::Check:
        if (!holds_anyway(code_->checks[step.index])) left_.push_back(step);
        break;
    }
  }
}

}  // namespace drover::cat
