#include "semantics/program/control_barriers.h"

#include "semantics/program/operands.h"

namespace drover {

namespace {

bool is_in_loop(const Thread& thread, InstructionIndex at) {
  std::vector<bool> is_reached(thread.code.size(), false);
  std::vector<InstructionIndex> open{at};
  while (!open.empty()) {
    const InstructionIndex from = open.back();
    open.pop_back();
    for (const InstructionIndex to : successors_of(thread.code[from], from)) {
      if (to == at) return true;
      if (to < is_reached.size() && !is_reached[to]) open.push_back(to);
      if (to < is_reached.size()) is_reached[to] = true;
    }
  }
  return false;
}

}  // namespace

std::vector<BarrierChoice> barrier_choices(const Program& program) {
  std::vector<BarrierChoice> out;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
      const auto* choice = std::get_if<Choose>(&thread.code[i].body);
      if (choice == nullptr || choice->what != ChoiceOf::Barrier) continue;
      out.push_back({ThreadId(t), i, is_in_loop(thread, i)});
    }
  }
  return out;
}

}  // namespace drover
