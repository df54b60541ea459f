#include "semantics/program/instruction_effects.h"

#include "support/overloaded.h"

namespace drover {

Effects effects_of(const Instruction& instruction, const ExpressionPool& pool,
                   RegisterId allocation_register) {
  Effects effects;
  const auto reads = [&](auto... expressions) {
    (pool.collect_registers(expressions, effects.reads), ...);
  };
  std::visit(overloaded{
                 [&](const Assign& i) {
                   reads(i.value);
                   if (i.picked_by) reads(*i.picked_by);
                   effects.writes = i.target;
                 },
                 [&](const Load& i) {
                   reads(i.address);
                   effects.writes = i.target;
                 },
                 [&](const Store& i) {
                   reads(i.address, i.value);
                   if (i.picked_by) reads(*i.picked_by);
                 },
                 [&](const ReadModifyWrite& i) {
                   if (i.desired) reads(*i.desired);
                   std::erase(effects.reads, i.target);
                   reads(i.address, i.operand);
                   if (i.picked_by) reads(*i.picked_by);
                   effects.writes = i.target;
                 },
                 [&](const CompareAndSwap& i) {
                   reads(i.address, i.expected, i.desired);
                   effects.writes = i.target;
                 },
                 [&](const Await& i) {
                   // The condition sees the value read, not what `target` held before.
                   reads(i.condition);
                   std::erase(effects.reads, i.target);
                   reads(i.address);
                   effects.writes = i.target;
                 },
                 [&](const AwaitExchange& i) {
                   reads(i.condition, i.desired);
                   std::erase(effects.reads, i.target);
                   reads(i.address);
                   effects.writes = i.target;
                 },
                 [&](const Branch& i) { reads(i.condition); },
                 [&](const Assume& i) { reads(i.condition); },
                 [&](const Assert& i) { reads(i.condition); },
                 [&](const Allocate& i) {
                   reads(i.size);
                   effects.reads.push_back(allocation_register);
                   effects.writes = i.target;
                 },
                 [&](const Deallocate& i) { reads(i.address); },
                 [&](const CallMarker& i) {
                   for (const ExprId argument : i.arguments) reads(argument);
                 },
                 [&](const LoopStart& i) { effects.writes = i.counter; },
                 [&](const LoopIteration& i) { effects.reads.push_back(i.counter); },
                 [&](const FenceInstruction& i) {
                   if (i.address) reads(*i.address);
                 },
                 [&](const Choose& i) { effects.writes = i.target; },
                 [&](const Spawn& i) {
                   for (const ExprId argument : i.arguments) reads(argument);
                   effects.reads.push_back(spawn_register(allocation_register));
                   effects.writes = i.target;
                 },
                 [&](const Join& i) {
                   reads(i.thread);
                   effects.writes = i.target;
                 },
                 [&](const Self& i) { effects.writes = i.target; },
                 [](const ControlEnd&) {},
                 [](const Jump&) {},
                 [](const Fail&) {},
                 [](const BlockInstruction&) {},
                 [](const Finish&) {},
             },
             instruction.body);
  return effects;
}

bool may_be_event(const InstructionBody& body) {
  return std::visit(overloaded{
                        [](const Load&) { return true; },
                        [](const Store&) { return true; },
                        [](const ReadModifyWrite&) { return true; },
                        [](const CompareAndSwap&) { return true; },
                        [](const Await&) { return true; },
                        [](const AwaitExchange&) { return true; },
                        [](const FenceInstruction&) { return true; },
                        [](const Allocate&) { return true; },
                        [](const Deallocate&) { return true; },
                        [](const CallMarker&) { return true; },
                        [](const Choose&) { return true; },
                        [](const Spawn&) { return true; },
                        [](const Join&) { return true; },
                        [](const auto&) { return false; },
                    },
                    body);
}

std::vector<InstructionIndex> successors_of(const Instruction& instruction, InstructionIndex at) {
  return std::visit(overloaded{
                        [](const Jump& i) { return std::vector<InstructionIndex>{i.target}; },
                        [](const Branch& i) {
                          return std::vector<InstructionIndex>{i.if_true, i.if_false};
                        },
                        [&](const CallMarker& i) {
                          return std::vector<InstructionIndex>{at + 1, i.end};
                        },
                        [](const Fail&) { return std::vector<InstructionIndex>{}; },
                        [](const BlockInstruction&) { return std::vector<InstructionIndex>{}; },
                        [](const Finish&) { return std::vector<InstructionIndex>{}; },
                        [&](const auto&) { return std::vector<InstructionIndex>{at + 1}; },
                    },
                    instruction.body);
}

}  // namespace drover
