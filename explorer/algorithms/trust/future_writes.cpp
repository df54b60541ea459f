#include "explorer/algorithms/trust/future_writes.h"

#include <algorithm>
#include <variant>

#include "semantics/program/control_flow.h"

namespace drover::trust {

namespace {

bool is_write(const InstructionBody& body) {
  return std::holds_alternative<Store>(body) || std::holds_alternative<ReadModifyWrite>(body) ||
         std::holds_alternative<CompareAndSwap>(body) ||
         std::holds_alternative<AwaitExchange>(body) || std::holds_alternative<Allocate>(body) ||
         std::holds_alternative<Deallocate>(body) || std::holds_alternative<Spawn>(body);
}

std::vector<char> ways_to_writes(const Thread& thread) {
  const ControlFlow flow(thread);
  std::vector<char> leads(thread.code.size(), 0);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = flow.order().size(); i > 0; --i) {
      const InstructionIndex at = flow.order()[i - 1];
      if (leads[at] != 0) continue;
      const bool does_lead = is_write(thread.code[at].body) ||
                             std::ranges::any_of(flow.successors(at), [&](InstructionIndex next) {
                               return leads[next] != 0;
                             });
      leads[at] = does_lead ? 1 : 0;
      has_changed |= does_lead;
    }
  }
  return leads;
}

}  // namespace

FutureWrites::FutureWrites(const ProgramAutomata& automata) : automata_(automata) {
  for (const Thread& thread : automata.program().threads) {
    leads_to_write_.push_back(ways_to_writes(thread));
  }
}

}  // namespace drover::trust
