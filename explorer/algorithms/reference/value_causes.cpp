#include "explorer/algorithms/reference/value_causes.h"

#include <limits>
#include <utility>

#include "semantics/program/operands.h"

namespace drover::reference {

namespace {

// A source that stands for every instruction.
constexpr InstructionIndex Any = std::numeric_limits<InstructionIndex>::max();

}  // namespace

void collect_causes(const ExpressionPool& pool, ExprId id, std::vector<RegisterId>& out) {
  const ExpressionNode& node = pool[id];
  switch (node.op) {
    case Operator::Constant:
    case Operator::Observed: return;
    case Operator::Register: out.push_back(node.reg); return;
    case Operator::ElementAddress:
    case Operator::Guard:
    case Operator::Negate:
    case Operator::Complement:
    case Operator::Not: return collect_causes(pool, node.a, out);
    case Operator::Select: collect_causes(pool, node.c, out); break;
    default: break;
  }
  const bool folds = node.op == Operator::BitXor || node.op == Operator::Equal;
  if (folds && is_same_expression(pool, node.a, pool, node.b)) return;
  collect_causes(pool, node.a, out);
  collect_causes(pool, node.b, out);
}

ValueCauses::ValueCauses(const Thread& thread) : thread_(thread), before_(thread.code.size()) {
  std::set<InstructionIndex> left;
  const auto reach = [&](InstructionIndex at, const State& state) {
    if (at >= before_.size()) return;
    if (!before_[at]) {
      before_[at] = state;
      left.insert(at);
      return;
    }
    for (const auto& [reg, sources] : state) {
      Sources& known = (*before_[at])[reg];
      const std::size_t count = known.size();
      known.insert(sources.begin(), sources.end());
      if (known.size() != count) left.insert(at);
    }
  };
  reach(0, {});
  while (!left.empty()) {
    const InstructionIndex at = *left.begin();
    left.erase(left.begin());
    State state = *before_[at];
    pass(at, state);
    for (const InstructionIndex next : successors_of(thread_.code[at], at)) reach(next, state);
  }
}

void ValueCauses::pass(InstructionIndex at, State& state) const {
  const InstructionBody& body = thread_.code[at].body;
  const RegisterId target = written_by(body);
  if (target.is_none()) return;
  Sources sources;
  const auto* assign = std::get_if<Assign>(&body);
  if (assign == nullptr) {
    sources.insert(at);
  } else {
    std::vector<RegisterId> used;
    collect_causes(thread_.expressions, assign->value, used);
    for (const RegisterId reg : used) {
      const auto found = state.find(reg);
      if (found != state.end()) sources.insert(found->second.begin(), found->second.end());
    }
    // The value depends on events whose instructions are not looked for.
    if (assign->from_events > 0) sources.insert(Any);
  }
  state[target] = std::move(sources);
}

bool ValueCauses::may_need(RegisterId reg, InstructionIndex at, InstructionIndex from) const {
  if (!before_[at]) return true;
  const auto found = before_[at]->find(reg);
  return found != before_[at]->end() &&
         (found->second.contains(from) || found->second.contains(Any));
}

}  // namespace drover::reference
