#include "semantics/program/operands.h"

#include <algorithm>
#include <cstddef>

namespace drover {

std::vector<ExprId> operands_of(const InstructionBody& body) {
  std::vector<ExprId> operands;
  for_each_operand(body, [&](ExprId id, bool /*sees_target*/) { operands.push_back(id); });
  return operands;
}

void collect_read_registers(const InstructionBody& body, const ExpressionPool& pool,
                            std::vector<RegisterId>& out) {
  for_each_operand(body, [&](ExprId id, bool sees_target) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    pool.collect_registers(id, out);
    if (!sees_target) return;
    out.erase(std::remove(out.begin() + first, out.end(), target_of(body)), out.end());
  });
}

RegisterId target_of(const InstructionBody& body) {
  return std::visit(
      [](const auto& i) {
        if constexpr (requires { i.target.is_none(); }) return i.target;
        return RegisterId::none();
      },
      body);
}

ExprId accessed_by(const InstructionBody& body) {
  return std::visit(
      [](const auto& i) {
        if constexpr (requires { i.address.is_none(), i.mode; }) return i.address;
        return ExprId::none();
      },
      body);
}

bool may_write(const InstructionBody& body) {
  return !accessed_by(body).is_none() && !std::holds_alternative<Load>(body) &&
         !std::holds_alternative<Await>(body);
}

bool reads(const InstructionBody& body) {
  return !accessed_by(body).is_none() && !std::holds_alternative<Store>(body);
}

}  // namespace drover
