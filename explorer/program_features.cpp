#include "explorer/program_features.h"

#include <algorithm>
#include <variant>

namespace drover {

namespace {

template <typename Predicate>
bool has_instruction(const Program& program, Predicate predicate) {
  return std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.code, predicate);
  });
}

template <typename Kind>
bool has_kind(const Program& program) {
  return has_instruction(program, [](const Instruction& instruction) {
    return std::holds_alternative<Kind>(instruction.body);
  });
}

bool is_help_call(const Instruction& instruction) {
  const auto* call = std::get_if<CallMarker>(&instruction.body);
  return call != nullptr && !call->is_main;
}

bool is_non_atomic(const Instruction& instruction) {
  const auto* load = std::get_if<Load>(&instruction.body);
  const auto* store = std::get_if<Store>(&instruction.body);
  return (load != nullptr && load->mode == Mode::Na) ||
         (store != nullptr && store->mode == Mode::Na);
}

}  // namespace

bool has_read_modify_write(const Program& program) {
  return has_kind<ReadModifyWrite>(program) || has_kind<CompareAndSwap>(program) ||
         has_kind<AwaitExchange>(program);
}

bool needs_enumeration(const Program& program) {
  const auto is_exclusive = [](const Instruction& instruction) {
    const auto* load = std::get_if<Load>(&instruction.body);
    const auto* update = std::get_if<ReadModifyWrite>(&instruction.body);
    const auto* fence = std::get_if<FenceInstruction>(&instruction.body);
    return (load != nullptr && load->tags.contains(Tag::Exclusive)) ||
           (update != nullptr && update->halves == Halves::Fused) ||
           (fence != nullptr && fence->address) || std::holds_alternative<Choose>(instruction.body);
  };
  const auto is_dropped = [](const Instruction& instruction) {
    const auto* block = std::get_if<BlockInstruction>(&instruction.body);
    return block != nullptr && block->is_dropped;
  };
  return has_instruction(program, is_exclusive) || has_instruction(program, is_dropped);
}

bool is_for_buffering(const Program& program) {
  const auto is_constant = [](const Thread& thread, ExprId expression) {
    return thread.expressions[expression].op == Operator::Constant;
  };
  const auto may_fail = [&](const Thread& thread, const ExpressionNode& node) {
    switch (node.op) {
      case Operator::Divide:
      case Operator::Remainder:
      case Operator::UnsignedDivide:
      case Operator::UnsignedRemainder:
      case Operator::ShiftLeft:
      case Operator::ShiftRight: return !is_constant(thread, node.b);
      default: return false;
    }
  };
  const auto is_foreign = [&](const Thread& thread, const Instruction& instruction) {
    const auto* branch = std::get_if<Branch>(&instruction.body);
    const auto* allocate = std::get_if<Allocate>(&instruction.body);
    return (branch != nullptr && branch->flow != Flow::Onward) ||
           (allocate != nullptr && !is_constant(thread, allocate->size)) ||
           std::holds_alternative<CallMarker>(instruction.body);
  };
  return !needs_enumeration(program) &&
         std::ranges::none_of(program.threads, [&](const Thread& thread) {
           for (std::uint32_t i = 0; i < thread.expressions.size(); ++i) {
             if (may_fail(thread, thread.expressions[ExprId(i)])) return true;
           }
           return std::ranges::any_of(thread.code, [&](const Instruction& instruction) {
             return is_foreign(thread, instruction);
           });
         });
}

bool has_help_calls(const Program& program) { return has_instruction(program, is_help_call); }

bool has_allocations(const Program& program) { return has_kind<Allocate>(program); }

bool has_spawns(const Program& program) {
  return has_kind<Spawn>(program) || has_kind<Join>(program);
}

bool may_block(const Program& program) {
  return has_kind<BlockInstruction>(program) || has_kind<Assume>(program);
}

bool has_frees(const Program& program) { return has_kind<Deallocate>(program); }

bool may_race(const Program& program) {
  const bool has_cells = std::ranges::any_of(program.objects, &SharedObject::is_non_atomic) ||
                         std::ranges::any_of(program.structs, [](const StructLayout& layout) {
                           return std::ranges::any_of(layout.fields, &StructField::is_non_atomic);
                         });
  return has_cells || has_instruction(program, is_non_atomic);
}

}  // namespace drover
