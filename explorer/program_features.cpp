#include "explorer/program_features.h"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "explorer/algorithms/buffering/future_accesses.h"
#include "explorer/algorithms/buffering/given_ways.h"
#include "semantics/program/instruction_effects.h"

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

// The registers of a thread whose values may have been read from memory, or computed from such.
class RegistersFromMemory {
 public:
  explicit RegistersFromMemory(const Thread& thread)
      : thread_(thread), is_from_memory_(thread.registers.size(), false) {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Instruction& instruction : thread.code) {
        const std::optional<RegisterId> target = target_of(instruction);
        if (!target || target->is_none() || is_from_memory_[target->value]) continue;
        is_from_memory_[target->value] = true;
        has_changed = true;
      }
    }
  }

  [[nodiscard]] bool has_any_in(ExprId expression) const {
    std::vector<RegisterId> mentioned;
    thread_.expressions.collect_registers(expression, mentioned);
    return std::ranges::any_of(mentioned,
                               [&](RegisterId each) { return is_from_memory_[each.value]; });
  }

 private:
  // What the instruction puts such a value into.
  [[nodiscard]] std::optional<RegisterId> target_of(const Instruction& instruction) const {
    if (const auto* assign = std::get_if<Assign>(&instruction.body)) {
      const bool is_so = assign->is_from_event || has_any_in(assign->value) ||
                         (assign->picked_by && has_any_in(*assign->picked_by));
      return is_so ? std::optional(assign->target) : std::nullopt;
    }
    if (const auto* load = std::get_if<Load>(&instruction.body)) return load->target;
    if (const auto* update = std::get_if<ReadModifyWrite>(&instruction.body)) {
      return update->target;
    }
    if (const auto* swap = std::get_if<CompareAndSwap>(&instruction.body)) return swap->target;
    if (const auto* wait = std::get_if<Await>(&instruction.body)) return wait->target;
    if (const auto* wait = std::get_if<AwaitExchange>(&instruction.body)) return wait->target;
    return std::nullopt;
  }

  const Thread& thread_;
  std::vector<bool> is_from_memory_;  // by RegisterId
};

// Whether a thread may end at the instruction because of a value that was read and that no later
// event depends on. What is computed for an address, or for a branch, all later events depend on.
// What is computed from constants alone, and what a spawn or a join gave, fails or not whatever the
// reads before it will read: these are known before the thread goes on.
bool may_fail_silently(const Thread& thread, const RegistersFromMemory& from_memory,
                       const Instruction& instruction) {
  const auto may_fail = [&](ExprId id) {
    return thread.expressions.may_fault(id) && from_memory.has_any_in(id);
  };
  if (const auto* assign = std::get_if<Assign>(&instruction.body)) return may_fail(assign->value);
  if (const auto* store = std::get_if<Store>(&instruction.body)) return may_fail(store->value);
  if (const auto* update = std::get_if<ReadModifyWrite>(&instruction.body)) {
    return may_fail(update->operand) || (update->desired && may_fail(*update->desired));
  }
  if (const auto* swap = std::get_if<CompareAndSwap>(&instruction.body)) {
    return may_fail(swap->desired);
  }
  if (const auto* wait = std::get_if<AwaitExchange>(&instruction.body)) {
    return may_fail(wait->condition) || may_fail(wait->desired);
  }
  if (const auto* wait = std::get_if<Await>(&instruction.body)) return may_fail(wait->condition);
  if (const auto* spawn = std::get_if<Spawn>(&instruction.body)) {
    return std::ranges::any_of(spawn->arguments, may_fail);
  }
  const auto* join = std::get_if<Join>(&instruction.body);
  return join != nullptr && may_fail(join->thread);
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
           (fence != nullptr && fence->address);
  };
  return has_instruction(program, is_exclusive);
}

bool has_choices(const Program& program) { return has_kind<Choose>(program); }

bool is_for_buffering(const Program& program) {
  const auto is_constant = [](const Thread& thread, ExprId expression) {
    return thread.expressions[expression].op == Operator::Constant;
  };
  const auto is_foreign = [&](const Thread& thread, const RegistersFromMemory& from_memory,
                              const Instruction& instruction) {
    const auto* branch = std::get_if<Branch>(&instruction.body);
    const auto* allocate = std::get_if<Allocate>(&instruction.body);
    const auto* join = std::get_if<Join>(&instruction.body);
    return (branch != nullptr && branch->flow != Flow::Onward) ||
           (allocate != nullptr && !is_constant(thread, allocate->size)) ||
           (join != nullptr && from_memory.has_any_in(join->thread)) ||
           std::holds_alternative<CallMarker>(instruction.body) ||
           may_fail_silently(thread, from_memory, instruction);
  };
  return !needs_enumeration(program) && !may_drop(program) && !has_choices(program) &&
         std::ranges::none_of(program.threads, [&](const Thread& thread) {
           const RegistersFromMemory from_memory(thread);
           return std::ranges::any_of(thread.code, [&](const Instruction& instruction) {
             return is_foreign(thread, from_memory, instruction);
           });
         });
}

namespace {

// What decides whether, or where, the thread goes on behind the instruction.
std::optional<ExprId> condition_of(const Instruction& instruction) {
  if (const auto* branch = std::get_if<Branch>(&instruction.body)) return branch->condition;
  if (const auto* assume = std::get_if<Assume>(&instruction.body)) return assume->condition;
  const auto* assertion = std::get_if<Assert>(&instruction.body);
  return assertion == nullptr ? std::nullopt : std::optional(assertion->condition);
}

// Whether what a compare-and-swap expects is constant, or decides by a branch that follows at once
// what comes next. Without tags it does so in any case (semantics/automaton/dependencies.h).
bool has_ordered_expectation(const Thread& thread, const RegistersFromMemory& from_memory,
                             std::size_t at) {
  const auto& swap = std::get<CompareAndSwap>(thread.code[at].body);
  if (swap.read_tags.is_empty() || !from_memory.has_any_in(swap.expected)) return true;
  if (at + 1 >= thread.code.size()) return true;
  const std::optional<ExprId> condition = condition_of(thread.code[at + 1]);
  if (!condition || swap.result != CasResult::Success) return false;
  std::vector<RegisterId> mentioned;
  thread.expressions.collect_registers(*condition, mentioned);
  return std::ranges::find(mentioned, swap.target) != mentioned.end();
}

}  // namespace

bool is_for_passing_updates(const Program& program, UpdateHalves halves) {
  if (has_frees(program)) return false;
  if (halves == UpdateHalves::Unordered && has_kind<AwaitExchange>(program)) return false;
  return std::ranges::all_of(program.threads, [](const Thread& thread) {
    const RegistersFromMemory from_memory(thread);
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      if (!std::holds_alternative<CompareAndSwap>(thread.code[i].body)) continue;
      if (!has_ordered_expectation(thread, from_memory, i)) return false;
    }
    return true;
  });
}

namespace {

std::optional<ExprId> address_of(const Instruction& instruction) {
  if (const auto* load = std::get_if<Load>(&instruction.body)) return load->address;
  if (const auto* store = std::get_if<Store>(&instruction.body)) return store->address;
  if (const auto* update = std::get_if<ReadModifyWrite>(&instruction.body)) return update->address;
  const auto* swap = std::get_if<CompareAndSwap>(&instruction.body);
  return swap == nullptr ? std::nullopt : std::optional(swap->address);
}

// What has a dependency, or an end, that promises of ways do not know.
bool is_beyond_ways(const Thread& thread, const RegistersFromMemory& from_memory,
                    const Instruction& instruction) {
  const InstructionBody& body = instruction.body;
  if (std::holds_alternative<Await>(body) || std::holds_alternative<AwaitExchange>(body) ||
      std::holds_alternative<Assume>(body) || std::holds_alternative<Allocate>(body) ||
      std::holds_alternative<Deallocate>(body) || std::holds_alternative<CallMarker>(body)) {
    return true;
  }
  // Compiled ones are branches, and stand behind them with what was seen to hold
  // (mapping/compile.cpp).
  if (const auto* assertion = std::get_if<Assert>(&body)) {
    if (from_memory.has_any_in(assertion->condition)) return true;
  }
  if (const auto* swap = std::get_if<CompareAndSwap>(&body)) {
    if (swap->picks_result || from_memory.has_any_in(swap->expected)) return true;
  }
  const auto is_picked = [](const auto* of) { return of != nullptr && of->picked_by; };
  if (is_picked(std::get_if<Assign>(&body)) || is_picked(std::get_if<Store>(&body)) ||
      is_picked(std::get_if<ReadModifyWrite>(&body))) {
    return true;
  }
  const auto may_fail = [&](std::optional<ExprId> id) {
    return id && thread.expressions.may_fault(*id) && from_memory.has_any_in(*id);
  };
  return may_fail(condition_of(instruction)) || may_fail(address_of(instruction)) ||
         may_fail_silently(thread, from_memory, instruction);
}

// Whether a thread may come from one branch on what was read to the next again and again without
// an event.
bool may_branch_forever(const Thread& thread, const RegistersFromMemory& from_memory) {
  const auto branches = [&](InstructionIndex at) {
    const auto* branch = std::get_if<Branch>(&thread.code[at].body);
    return branch != nullptr && from_memory.has_any_in(branch->condition);
  };
  std::size_t count = 0;
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) count += branches(at) ? 1 : 0;
  if (count == 0) return false;
  if (count > buffering::GivenWays<1>::MaxForks) return true;
  const auto comes_back = [&](InstructionIndex from) {
    std::vector<bool> is_seen(thread.code.size(), false);
    std::vector<InstructionIndex> left = {from};
    while (!left.empty()) {
      const InstructionIndex at = left.back();
      left.pop_back();
      if (may_be_event(thread.code[at].body)) continue;
      for (const InstructionIndex next : successors_of(thread.code[at], at)) {
        if (next == from) return true;
        if (!is_seen[next]) left.push_back(next);
        is_seen[next] = true;
      }
    }
    return false;
  };
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    if (branches(at) && comes_back(at)) return true;
  }
  return false;
}

}  // namespace

bool is_for_promised_ways(const Program& program) {
  if (needs_enumeration(program) || has_choices(program) || has_spawns(program)) return false;
  const buffering::FutureAccesses writes(program, buffering::FutureKind::Writes);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const RegistersFromMemory from_memory(thread);
    if (may_branch_forever(thread, from_memory)) return false;
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const Instruction& instruction = thread.code[at];
      if (is_beyond_ways(thread, from_memory, instruction)) return false;
      // An address does not hold back the writes behind the access.
      const auto address = address_of(instruction);
      if (address && from_memory.has_any_in(*address) && writes.may_access_behind(t, at)) {
        return false;
      }
    }
  }
  return true;
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

}  // namespace drover
