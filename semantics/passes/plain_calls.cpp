#include "semantics/passes/plain_calls.h"

#include <algorithm>
#include <variant>

namespace drover::passes {

Program with_plain_calls(Program program) {
  for (Thread& thread : program.threads) {
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      InstructionBody& body = thread.code[at].body;
      const auto* call = std::get_if<CallMarker>(&body);
      if (call == nullptr) continue;
      const bool may_fail = std::ranges::any_of(
          call->arguments, [&](ExprId argument) { return thread.expressions.may_fault(argument); });
      if (!may_fail) body = Jump{at + 1};
    }
  }
  return program;
}

}  // namespace drover::passes
