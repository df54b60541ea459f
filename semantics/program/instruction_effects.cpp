#include "semantics/program/instruction_effects.h"

#include <algorithm>

#include "semantics/program/operands.h"
#include "support/overloaded.h"

namespace drover {

Effects effects_of(const Instruction& instruction, const ExpressionPool& pool,
                   RegisterId allocation_register) {
  Effects effects;
  effects.writes = target_of(instruction.body);
  collect_read_registers(instruction.body, pool, effects.reads);
  std::visit(
      overloaded{
          [&](const Allocate&) { effects.reads.push_back(allocation_register); },
          [&](const Spawn&) { effects.reads.push_back(spawn_register(allocation_register)); },
          [&](const LoopStart& i) { effects.writes = i.counter; },
          [&](const LoopIteration& i) { effects.reads.push_back(i.counter); },
          [](const auto& /*other*/) {},
      },
      instruction.body);
  return effects;
}

bool may_drop(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      const auto* block = std::get_if<BlockInstruction>(&instruction.body);
      return block != nullptr && block->is_dropped;
    });
  });
}

bool may_be_event(const InstructionBody& body) {
  return std::visit(overloaded{
                        [](const FenceInstruction&) { return true; },
                        [](const Allocate&) { return true; },
                        [](const Deallocate&) { return true; },
                        [](const CallMarker&) { return true; },
                        [](const Choose&) { return true; },
                        [](const Spawn&) { return true; },
                        [](const Join&) { return true; },
                        [&](const auto&) { return !accessed_by(body).is_none(); },
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
