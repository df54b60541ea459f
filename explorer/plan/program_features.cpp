#include "explorer/plan/program_features.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "semantics/program/operands.h"
#include "support/reach.h"

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

ProgramKind kind_of(const Program& program) { return {program.architecture, has_parts(program)}; }

bool has_parts(const Program& program) { return has_instruction(program, &accesses_part); }

bool has_halves_apart(const Instruction& instruction) {
  const auto* load = std::get_if<Load>(&instruction.body);
  const auto* store = std::get_if<Store>(&instruction.body);
  const auto* update = std::get_if<ReadModifyWrite>(&instruction.body);
  return (load != nullptr && load->tags.contains(Tag::Exclusive)) ||
         (store != nullptr && store->tags.contains(Tag::Exclusive)) ||
         (update != nullptr && update->halves == Halves::Fused);
}

bool is_located_fence(const Instruction& instruction) {
  const auto* fence = std::get_if<FenceInstruction>(&instruction.body);
  return fence != nullptr && fence->address;
}

bool has_odd_events(const Program& program) {
  return has_instruction(program, [](const Instruction& each) {
    return has_halves_apart(each) || is_located_fence(each) || accesses_part(each);
  });
}

bool has_choices(const Program& program) { return has_kind<Choose>(program); }

bool chooses_orders(const Program& program) {
  return has_instruction(program, [](const Instruction& instruction) {
    const auto* choice = std::get_if<Choose>(&instruction.body);
    return choice != nullptr && choice->what == ChoiceOf::Order;
  });
}

bool has_help_calls(const Program& program) { return has_instruction(program, is_help_call); }

bool has_allocations(const Program& program) { return has_kind<Allocate>(program); }

bool has_spawns(const Program& program) {
  return has_kind<Spawn>(program) || has_kind<Join>(program);
}

bool may_block(const Program& program) {
  const auto is_assumption = [](const Instruction& instruction) {
    const auto* await = std::get_if<Await>(&instruction.body);
    const auto* exchange = std::get_if<AwaitExchange>(&instruction.body);
    return (await != nullptr && await->is_assumed) || (exchange != nullptr && exchange->is_assumed);
  };
  return has_kind<BlockInstruction>(program) || has_kind<Assume>(program) ||
         has_instruction(program, is_assumption);
}

bool has_frees(const Program& program) { return has_kind<Deallocate>(program); }

bool may_race(const Program& program) {
  const bool has_cells = std::ranges::any_of(program.objects, &SharedObject::is_non_atomic) ||
                         std::ranges::any_of(program.structs, [](const StructLayout& layout) {
                           return std::ranges::any_of(layout.fields, &StructField::is_non_atomic);
                         });
  return has_cells || has_instruction(program, is_non_atomic);
}

std::optional<std::size_t> single_calls(const Program& program) {
  std::size_t calls = 0;
  for (const Thread& thread : program.threads) {
    std::vector<InstructionIndex> begins;
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const auto* mark = std::get_if<OperationMark>(&thread.code[at].body);
      const auto is_of = [&](const SpecifiedObject& object) {
        return std::ranges::count(object.operations, mark->operation,
                                  &SpecifiedObject::Operation::function) > 0;
      };
      const bool is_call =
          mark != nullptr && mark->is_begin && std::ranges::any_of(program.specified, is_of);
      if (is_call) begins.push_back(at);
    }
    if (begins.empty()) continue;
    const auto for_each_next = [&](InstructionIndex at, const auto& visit) {
      for (const InstructionIndex to : successors_of(thread.code[at], at)) visit(to);
    };
    const std::vector<bool> behind =
        reached_from(successors_of(thread.code[begins.front()], begins.front()), thread.code.size(),
                     for_each_next);
    if (begins.size() > 1 || behind[begins.front()]) return std::nullopt;
    ++calls;
  }
  return calls;
}

}  // namespace drover
