#pragma once

#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

namespace operands_detail {

// An expression, one that may be missing, or a list of them.
template <typename Part, typename Visit>
void visit_part(Part& part, const Visit& visit) {
  if constexpr (std::is_same_v<std::remove_const_t<Part>, ExprId>) {
    visit(part);
  } else if constexpr (requires { part.has_value(); }) {
    if (part) visit(*part);
  } else {
    for (auto& each : part) visit(each);
  }
}

}  // namespace operands_detail

// Calls `visit(expression, sees_target)` for each expression of an instruction, an address first.
// `sees_target`: the target of the instruction means the value read in it. Expressions may be
// changed if the instruction may be.
template <typename Body, typename Visit>
void for_each_operand(Body& body, const Visit& visit) {
  const auto walk = [&](const auto& parts, bool sees_target) {
    const auto each = [&](auto& expression) { visit(expression, sees_target); };
    std::apply([&](auto&... part) { (operands_detail::visit_part(part, each), ...); }, parts);
  };
  std::visit(
      [&](auto& i) {
        using Kind = std::remove_cvref_t<decltype(i)>;
        if constexpr (requires { Kind::operands(i); }) walk(Kind::operands(i), false);
        if constexpr (requires { Kind::after_read(i); }) walk(Kind::after_read(i), true);
      },
      body);
}

[[nodiscard]] std::vector<ExprId> operands_of(const InstructionBody& body);

// Adds the registers whose values the expressions of an instruction take.
void collect_read_registers(const InstructionBody& body, const ExpressionPool& pool,
                            std::vector<RegisterId>& out);

// The register that the instruction gives a value; none() if there is none.
[[nodiscard]] RegisterId target_of(const InstructionBody& body);

// The address of the place that an instruction reads or writes; none() if it accesses none.
[[nodiscard]] ExprId accessed_by(const InstructionBody& body);

// Whether an instruction that accesses a place may write, or reads what is there.
[[nodiscard]] bool may_write(const InstructionBody& body);
[[nodiscard]] bool reads(const InstructionBody& body);

}  // namespace drover
