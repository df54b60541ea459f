#include "semantics/passes/symmetry.h"

#include <algorithm>
#include <utility>

#include "semantics/passes/spawn_symmetry.h"
#include "semantics/program/operands.h"

namespace drover::passes {

namespace {

// Equal text gives equal indices, so comparing them one by one is enough. Unused expressions, left
// over from substituted constants, do not count.
bool have_same_code(const Thread& a, const Thread& b) {
  if (a.role != b.role || a.registers.size() != b.registers.size() ||
      !std::ranges::equal(a.code, b.code, {}, &Instruction::body, &Instruction::body)) {
    return false;
  }
  return std::ranges::all_of(a.code, [&](const Instruction& instruction) {
    return std::ranges::all_of(operands_of(instruction.body), [&](ExprId id) {
      return is_same_expression(a.expressions, id, b.expressions, id);
    });
  });
}

bool asks_which(const InstructionBody& body) {
  const auto* self = std::get_if<Self>(&body);
  return self != nullptr && !self->is_identity;
}

// True for a thread that is spawned, that spawns or joins one, or that asks for its own thread:
// exchanging two of these would exchange others, too.
bool has_to_do_with_threads(const Thread& thread) {
  return thread.origin || std::ranges::any_of(thread.code, [](const Instruction& instruction) {
           return std::holds_alternative<Spawn>(instruction.body) ||
                  std::holds_alternative<Join>(instruction.body) || asks_which(instruction.body);
         });
}

bool is_observed(const Program& program, ThreadId thread) {
  return std::ranges::any_of(program.observables, [&](const Observable& observable) {
    return observable.is_register && observable.thread == thread;
  });
}

}  // namespace

std::vector<SymmetricThreads> find_symmetric_threads(const Program& program) {
  std::vector<SymmetricThreads> groups;
  const Thread* previous = nullptr;  // the last of the current group
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    if (thread.role != ThreadRole::Worker || is_observed(program, ThreadId(t)) ||
        has_to_do_with_threads(thread)) {
      previous = nullptr;
      continue;
    }
    if (previous == nullptr || !have_same_code(*previous, thread)) groups.emplace_back();
    groups.back().emplace_back(t);
    previous = &thread;
  }
  std::erase_if(groups, [](const SymmetricThreads& group) { return group.size() < 2; });
  for (SymmetricThreads& group : find_symmetric_spawns(program)) groups.push_back(std::move(group));
  return groups;
}

}  // namespace drover::passes
