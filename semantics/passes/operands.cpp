#include "semantics/passes/operands.h"

#include "support/overloaded.h"

namespace drover::passes {

std::vector<ExprId> operands_of(const InstructionBody& body) {
  using Expressions = std::vector<ExprId>;
  return std::visit(
      overloaded{
          [](const Assign& i) {
            return i.picked_by ? Expressions{i.value, *i.picked_by} : Expressions{i.value};
          },
          [](const Load& i) { return Expressions{i.address}; },
          [](const Store& i) {
            return i.picked_by ? Expressions{i.address, i.value, *i.picked_by}
                               : Expressions{i.address, i.value};
          },
          [](const ReadModifyWrite& i) {
            return i.desired ? Expressions{i.address, i.operand, *i.desired}
                             : Expressions{i.address, i.operand};
          },
          [](const CompareAndSwap& i) {
            return Expressions{i.address, i.expected, i.desired};
          },
          [](const Await& i) {
            return Expressions{i.address, i.condition};
          },
          [](const AwaitExchange& i) {
            return Expressions{i.address, i.condition, i.desired};
          },
          [](const Branch& i) { return Expressions{i.condition}; },
          [](const Assume& i) { return Expressions{i.condition}; },
          [](const Assert& i) { return Expressions{i.condition}; },
          [](const Allocate& i) { return Expressions{i.size}; },
          [](const Deallocate& i) { return Expressions{i.address}; },
          [](const CallMarker& i) { return i.arguments; },
          [](const FenceInstruction& i) {
            return i.address ? Expressions{*i.address} : Expressions{};
          },
          [](const ControlEnd&) { return Expressions{}; },
          [](const Choose&) { return Expressions{}; },
          [](const Spawn& i) { return i.arguments; },
          [](const Join& i) { return Expressions{i.thread}; },
          [](const Self&) { return Expressions{}; },
          [](const Jump&) { return Expressions{}; },
          [](const Fail&) { return Expressions{}; },
          [](const BlockInstruction&) { return Expressions{}; },
          [](const LoopStart&) { return Expressions{}; },
          [](const LoopIteration&) { return Expressions{}; },
          [](const Finish&) { return Expressions{}; },
      },
      body);
}

}  // namespace drover::passes
