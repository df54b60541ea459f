#include "explorer/algorithms/trust/code_ahead.h"

#include <variant>

#include "semantics/program/control_flow.h"
#include "support/overloaded.h"

namespace drover::trust {

CodeAhead::Ahead CodeAhead::at(const InstructionBody& body) {
  return std::visit(overloaded{
                        [](const Store&) { return Writes; },
                        [](const ReadModifyWrite&) { return Writes; },
                        [](const CompareAndSwap&) { return Writes; },
                        [](const AwaitExchange&) { return Writes; },
                        [](const Allocate&) { return Writes; },
                        [](const Deallocate&) { return Writes; },
                        [](const Spawn&) { return Writes; },
                        [](const Assume&) { return Blocks; },
                        [](const BlockInstruction&) { return Blocks; },
                        [](const auto& /*neither*/) { return Ahead{0}; },
                    },
                    body);
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
