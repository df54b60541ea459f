#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "semantics/program/program.h"
#include "support/overloaded.h"

namespace drover {

namespace operands_detail {

// Visits an expression, an optional one, or a list.
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
// `sees_target`: in the expression, the instruction's target is the value read. `visit` may change
// expressions of a mutable instruction.
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

// Adds the registers that the expressions of an instruction read.
void collect_read_registers(const InstructionBody& body, const ExpressionPool& pool,
                            std::vector<RegisterId>& out);

// Returns the register that the instruction assigns; none() if there is none.
[[nodiscard]] RegisterId target_of(const InstructionBody& body);

// Returns the address that an instruction accesses; none() if there is none.
[[nodiscard]] ExprId accessed_by(const InstructionBody& body);

// True if an accessing instruction may write; true if it reads.
[[nodiscard]] bool may_write(const InstructionBody& body);
[[nodiscard]] bool reads(const InstructionBody& body);

// The registers that one instruction reads, and the one it writes, if any. LoopStart writes loop
// counters; the increment of LoopIteration is not an effect here.
struct Effects {
  std::vector<RegisterId> reads;
  RegisterId writes;
};

// The register after that of allocations: counts the spawns of a thread.
[[nodiscard]] constexpr RegisterId spawn_register(RegisterId allocation_register) {
  return RegisterId(allocation_register.value + std::size_t{1});
}

// Allocate reads and writes the register after the thread's own besides its target, Spawn the
// spawn_register after that.
[[nodiscard]] Effects effects_of(const Thread& thread, InstructionIndex at);
// Returns Effects::writes.
[[nodiscard]] RegisterId written_by(const InstructionBody& body);

// True if the instruction may do more than compute.
[[nodiscard]] bool may_be_event(const InstructionBody& body);

// True for a fence that makes what follows it wait for the branches before it.
[[nodiscard]] bool ends_control(const FenceInstruction& fence);

// True if it is a load or a store of a part of an access.
[[nodiscard]] bool accesses_part(const Instruction& instruction);

// True if the thread has an instruction of one of these kinds.
template <typename... Kinds>
[[nodiscard]] bool has_any(const Thread& thread) {
  return std::ranges::any_of(
      thread.code, [](const Instruction& each) { return is_one_of<Kinds...>(each.body); });
}

// True if some thread may reach a point that drops the execution (BlockInstruction::is_dropped).
[[nodiscard]] bool may_drop(const Program& program);

// Returns the possible successors of the instruction at `at`.
[[nodiscard]] std::vector<InstructionIndex> successors_of(const Instruction& instruction,
                                                          InstructionIndex at);

}  // namespace drover
