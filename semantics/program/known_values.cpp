#include "semantics/program/known_values.h"

#include "semantics/program/operands.h"

namespace drover {

KnownValue KnownRun::value_of(ExprId expression, const KnownValues& registers) {
  const ExpressionNode& node = thread_.expressions[expression];
  if (node.op == Operator::Constant) return node.value;
  named_.clear();
  thread_.expressions.collect_registers(expression, named_);
  values_.resize(registers.size());  // the values of unnamed registers do not matter
  for (const RegisterId reg : named_) {
    if (!registers[reg.value]) return std::nullopt;
    values_[reg.value] = *registers[reg.value];
  }
  const Evaluation result = evaluate(thread_.expressions, expression, values_);
  return result.faulted ? std::nullopt : KnownValue(result.value);
}

void KnownRun::pass(InstructionIndex at, KnownValues& registers) {
  const InstructionBody& body = thread_.code[at].body;
  if (const auto* assign = std::get_if<Assign>(&body)) {
    registers[assign->target.value] = value_of(assign->value, registers);
  } else if (const RegisterId target = written_by(body);
             !target.is_none() && target.value < registers.size()) {
    registers[target.value].reset();
  }
}

std::vector<InstructionIndex> KnownRun::ways_on(InstructionIndex at, const KnownValues& registers) {
  if (const auto* branch = std::get_if<Branch>(&thread_.code[at].body)) {
    const KnownValue decided = value_of(branch->condition, registers);
    if (decided) return {*decided != 0 ? branch->if_true : branch->if_false};
  }
  return successors_of(thread_.code[at], at);
}

}  // namespace drover
