#include "semantics/symmetry.h"

#include <algorithm>

namespace drover {

namespace {

// Up to where in the source it stands.
bool is_same_node(const ExpressionNode& a, const ExpressionNode& b) {
  return a.op == b.op && a.index == b.index && a.reg == b.reg && a.value == b.value && a.a == b.a &&
         a.b == b.b && a.c == b.c;
}

bool have_same_expressions(const ExpressionPool& a, const ExpressionPool& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!is_same_node(a[ExprId(i)], b[ExprId(i)])) return false;
  }
  return true;
}

// Equal text gives equal indices, so that comparing them one by one is enough.
bool have_same_code(const Thread& a, const Thread& b) {
  return a.role == b.role && a.registers.size() == b.registers.size() &&
         have_same_expressions(a.expressions, b.expressions) &&
         std::ranges::equal(a.code, b.code, {}, &Instruction::body, &Instruction::body);
}

bool is_observed(const Program& program, ThreadId thread) {
  return std::ranges::any_of(program.observables, [&](const Observable& observable) {
    return observable.is_register && observable.thread == thread;
  });
}

}  // namespace

std::vector<SymmetricThreads> find_symmetric_threads(const Program& program) {
  std::vector<SymmetricThreads> groups;
  const Thread* previous = nullptr;  // the last of the group at hand
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    if (thread.role != ThreadRole::Worker || is_observed(program, ThreadId(t))) {
      previous = nullptr;
      continue;
    }
    if (previous == nullptr || !have_same_code(*previous, thread)) groups.emplace_back();
    groups.back().emplace_back(t);
    previous = &thread;
  }
  std::erase_if(groups, [](const SymmetricThreads& group) { return group.size() < 2; });
  return groups;
}

}  // namespace drover
