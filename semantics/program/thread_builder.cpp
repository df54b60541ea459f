#include "semantics/program/thread_builder.h"

#include <limits>
#include <utility>

#include "support/check.h"

namespace drover {

namespace {

constexpr InstructionIndex Unplaced = std::numeric_limits<InstructionIndex>::max();

}  // namespace

ThreadBuilder::ThreadBuilder(std::string name, ThreadRole role, SourceRange source) {
  thread_.name = std::move(name);
  thread_.role = role;
  thread_.source = source;
}

ThreadBuilder::Target ThreadBuilder::make_target() {
  targets_.push_back(Unplaced);
  return {static_cast<std::uint32_t>(targets_.size() - 1)};
}

void ThreadBuilder::place(Target target) {
  targets_[target.index] = static_cast<InstructionIndex>(thread_.code.size());
}

RegisterId ThreadBuilder::named_register(const std::string& name, bool is_visible) {
  thread_.registers.push_back({name, is_visible});
  return RegisterId(thread_.registers.size() - 1);
}

RegisterId ThreadBuilder::temporary() {
  if (temporaries_in_use_ == temporaries_.size()) {
    temporaries_.push_back(named_register("", false));
  }
  return temporaries_[temporaries_in_use_++];
}

void ThreadBuilder::emit(InstructionBody body, SourceRange source) {
  thread_.code.push_back({std::move(body), source});
}

// Until `finish`, jumps hold indices of targets instead of indices of instructions.
void ThreadBuilder::jump(Target target, SourceRange source) { emit(Jump{target.index}, source); }

void ThreadBuilder::branch(ExprId condition, Target if_true, Target if_false, SourceRange source) {
  // `while (1)` ends by `break` alone: what is behind it must not look reachable.
  const ExpressionNode& node = thread_.expressions[condition];
  if (node.op == Operator::Constant) {
    jump(node.value != 0 ? if_true : if_false, source);
    return;
  }
  emit(Branch{condition, if_true.index, if_false.index}, source);
}

void ThreadBuilder::call_marker(CallMarker marker, Target end, SourceRange source) {
  marker.end = end.index;
  emit(std::move(marker), source);
}

Thread ThreadBuilder::finish(SourceRange source) {
  emit(Finish{}, source);
  const auto resolve = [this](InstructionIndex& target) {
    target = targets_[target];
    DROVER_CHECK(target != Unplaced, "every target that is jumped to must be placed");
  };
  for (Instruction& instruction : thread_.code) {
    if (auto* jump_to = std::get_if<Jump>(&instruction.body)) resolve(jump_to->target);
    if (auto* marker = std::get_if<CallMarker>(&instruction.body)) resolve(marker->end);
    if (auto* branch_to = std::get_if<Branch>(&instruction.body)) {
      resolve(branch_to->if_true);
      resolve(branch_to->if_false);
    }
  }
  return std::move(thread_);
}

}  // namespace drover
