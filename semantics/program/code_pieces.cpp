#include "semantics/program/code_pieces.h"

#include <variant>
#include <vector>

namespace drover {

namespace {

bool is_end(const Thread& thread, InstructionIndex at, CodeRange range) {
  return at == range.end || std::holds_alternative<Finish>(thread.code[at].body);
}

}  // namespace

std::set<InstructionIndex> piece_beginnings(const Thread& thread, CodeRange range) {
  std::set<InstructionIndex> reached;
  std::set<InstructionIndex> leaders;
  std::vector<InstructionIndex> open{range.begin};
  const auto lead_to = [&](InstructionIndex at) {
    if (is_end(thread, at, range)) return;
    leaders.insert(at);
    open.push_back(at);
  };
  if (is_end(thread, range.begin, range)) return leaders;
  leaders.insert(range.begin);
  while (!open.empty()) {
    InstructionIndex at = open.back();
    open.pop_back();
    while (!is_end(thread, at, range) && reached.insert(at).second) {
      const InstructionBody& body = thread.code[at].body;
      if (const auto* jump = std::get_if<Jump>(&body)) {
        lead_to(jump->target);
        break;
      }
      if (const auto* branch = std::get_if<Branch>(&body)) {
        if (const auto target = known_target(thread, *branch)) {
          lead_to(*target);
        } else {
          lead_to(branch->if_true);
          lead_to(branch->if_false);
        }
        break;
      }
      if (stops_thread(body)) break;
      if (std::holds_alternative<LoopIteration>(body)) leaders.insert(at);
      const auto* call = std::get_if<CallMarker>(&body);
      const InstructionIndex next = call != nullptr ? call->end : at + 1;
      // The code after a marked call, and the iteration of a loop, begin a piece.
      if (next != at + 1 || std::holds_alternative<LoopIteration>(thread.code[next].body)) {
        lead_to(next);
      }
      at = next;
    }
  }
  return leaders;
}

bool stops_thread(const InstructionBody& body) {
  return std::holds_alternative<BlockInstruction>(body) || std::holds_alternative<Fail>(body);
}

std::optional<InstructionIndex> known_target(const Thread& thread, const Branch& branch) {
  const ExpressionNode& condition = thread.expressions[branch.condition];
  if (condition.op != Operator::Constant) return std::nullopt;
  return condition.value != 0 ? branch.if_true : branch.if_false;
}

}  // namespace drover
