#include "semantics/program/operands.h"

#include <algorithm>
#include <cstddef>

#include "support/overloaded.h"

namespace drover {

std::vector<ExprId> operands_of(const InstructionBody& body) {
  std::vector<ExprId> operands;
  for_each_operand(body, [&](ExprId id, bool /*sees_target*/) { operands.push_back(id); });
  return operands;
}

void collect_read_registers(const InstructionBody& body, const ExpressionPool& pool,
                            std::vector<RegisterId>& out) {
  for_each_operand(body, [&](ExprId id, bool sees_target) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    pool.collect_registers(id, out);
    if (!sees_target) return;
    out.erase(std::remove(out.begin() + first, out.end(), target_of(body)), out.end());
  });
}

RegisterId target_of(const InstructionBody& body) {
  return std::visit(
      [](const auto& i) {
        if constexpr (requires { i.target.is_none(); }) return i.target;
        return RegisterId::none();
      },
      body);
}

ExprId accessed_by(const InstructionBody& body) {
  return std::visit(
      [](const auto& i) {
        if constexpr (requires { i.address.is_none(), i.mode; }) return i.address;
        return ExprId::none();
      },
      body);
}

bool may_write(const InstructionBody& body) {
  return !accessed_by(body).is_none() && !is_one_of<Load, Await>(body);
}

bool reads(const InstructionBody& body) {
  return !accessed_by(body).is_none() && !std::holds_alternative<Store>(body);
}

Effects effects_of(const Thread& thread, InstructionIndex at) {
  const InstructionBody& body = thread.code[at].body;
  const RegisterId allocation_register(thread.registers.size());
  Effects effects{.reads = {}, .writes = written_by(body)};
  collect_read_registers(body, thread.expressions, effects.reads);
  if (is_one_of<Allocate>(body)) effects.reads.push_back(allocation_register);
  if (is_one_of<Spawn>(body)) effects.reads.push_back(spawn_register(allocation_register));
  if (const auto* i = std::get_if<LoopIteration>(&body)) effects.reads.push_back(i->counter);
  return effects;
}

RegisterId written_by(const InstructionBody& body) {
  const auto* start = std::get_if<LoopStart>(&body);
  return start != nullptr ? start->counter : target_of(body);
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
  return !accessed_by(body).is_none() ||
         is_one_of<FenceInstruction, Allocate, Deallocate, CallMarker, OperationMark, Choose, Spawn,
                   Join>(body);
}

bool ends_control(const FenceInstruction& fence) {
  return fence.tags.contains(Tag::Isb) || fence.tags.contains(Tag::Isync);
}

bool accesses_part(const Instruction& instruction) {
  const auto* load = std::get_if<Load>(&instruction.body);
  const auto* store = std::get_if<Store>(&instruction.body);
  return (load != nullptr && load->part != AccessPart()) ||
         (store != nullptr && store->part != AccessPart());
}

std::vector<InstructionIndex> successors_of(const Instruction& instruction, InstructionIndex at) {
  const InstructionBody& body = instruction.body;
  if (const auto* jump = std::get_if<Jump>(&body)) return {jump->target};
  if (const auto* branch = std::get_if<Branch>(&body)) return {branch->if_true, branch->if_false};
  if (const auto* call = std::get_if<CallMarker>(&body)) return {at + 1, call->end};
  if (is_one_of<Fail, BlockInstruction, Finish>(body)) return {};
  return {at + 1};
}

}  // namespace drover
