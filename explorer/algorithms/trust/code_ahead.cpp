#include "explorer/algorithms/trust/code_ahead.h"

#include <variant>

#include "semantics/program/control_flow.h"
#include "semantics/program/operands.h"

namespace drover::trust {

CodeAhead::Ahead CodeAhead::at(const InstructionBody& body) {
  if (drover::may_write(body) || std::holds_alternative<Allocate>(body) ||
      std::holds_alternative<Deallocate>(body) || std::holds_alternative<Spawn>(body)) {
    return Writes;
  }
  const bool blocks =
      std::holds_alternative<Assume>(body) || std::holds_alternative<BlockInstruction>(body);
  return blocks ? Blocks : Ahead{0};
}

std::vector<CodeAhead::Ahead> CodeAhead::from_all(const Thread& thread) {
  const ControlFlow flow(thread);
  std::vector<Ahead> aheads;
  for (const Instruction& instruction : thread.code) aheads.push_back(at(instruction.body));
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = flow.order().size(); i > 0; --i) {
      Ahead& here = aheads[flow.order()[i - 1]];
      const Ahead before = here;
      for (const InstructionIndex next : flow.successors(flow.order()[i - 1])) {
        here = static_cast<Ahead>(here | aheads[next]);
      }
      has_changed |= here != before;
    }
  }
  return aheads;
}

CodeAhead::CodeAhead(const ProgramAutomata& automata) : automata_(automata) {
  for (const Thread& thread : automata.program().threads) aheads_.push_back(from_all(thread));
}

}  // namespace drover::trust
