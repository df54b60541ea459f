#include "semantics/automaton/liveness.h"

#include <algorithm>

#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"

namespace drover {

Liveness::Liveness(const Program& program, ThreadId thread_id)
    : allocation_register_(program.threads[thread_id.value].registers.size()),
      register_count_(allocation_register_.value + std::size_t{1} +
                      (has_any<Spawn>(program.threads[thread_id.value]) ? 1 : 0)) {
  const Thread& thread = program.threads[thread_id.value];
  const RegisterSet none(words_for(register_count_), 0);
  const auto insert = [](RegisterSet& set, RegisterId reg) { insert_bit(set, reg.value); };
  const auto erase = [](RegisterSet& set, RegisterId reg) { erase_bit(set, reg.value); };

  RegisterSet at_end = none;
  for (const Observable& observable : program.observables) {
    if (observable.is_register && observable.thread == thread_id) insert(at_end, observable.reg);
  }
  if (thread.result) insert(at_end, *thread.result);
  const std::size_t count = thread.code.size();
  before_.assign(count, none);
  after_.assign(count, none);
  std::vector<Effects> effects;
  effects.reserve(count);
  std::vector<bool> only_assigns(count, false);  // an Assign that cannot fault
  for (std::size_t i = 0; i < count; ++i) {
    effects.push_back(effects_of(thread, static_cast<InstructionIndex>(i)));
    const auto* assign = std::get_if<Assign>(&thread.code[i].body);
    only_assigns[i] = assign != nullptr && !thread.expressions.may_fault(assign->value);
  }

  // Backward fixpoint iteration; code is mostly straight, so few rounds suffice.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = count; i-- > 0;) {
      const Instruction& instruction = thread.code[i];
      RegisterSet live = std::holds_alternative<Finish>(instruction.body) ? at_end : none;
      for (const auto next : successors_of(instruction, static_cast<InstructionIndex>(i))) {
        insert_bits(live, before_[next]);
      }
      after_[i] = live;
      const RegisterId written = effects[i].writes;
      const bool is_idle = only_assigns[i] && !has_bit(live, written.value);
      if (!written.is_none()) erase(live, written);
      if (!is_idle) {
        for (const RegisterId reg : effects[i].reads) insert(live, reg);
      }
      if (live != before_[i]) {
        before_[i] = std::move(live);
        changed = true;
      }
    }
  }
}

bool is_commuting(const ReadModifyWrite& instruction, const Liveness& liveness,
                  InstructionIndex at) {
  return is_addition(instruction.op) && !liveness.is_live_after(at, instruction.target.value);
}

bool has_commuting(const Program& program) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Liveness liveness(program, ThreadId(t));
    const std::vector<Instruction>& code = program.threads[t].code;
    for (InstructionIndex at = 0; at < code.size(); ++at) {
      const auto* rmw = std::get_if<ReadModifyWrite>(&code[at].body);
      if (rmw != nullptr && is_commuting(*rmw, liveness, at)) return true;
    }
  }
  return false;
}

}  // namespace drover
