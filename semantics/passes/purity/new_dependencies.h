#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/passes/liberties.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/operands.h"
#include "semantics/program/program.h"
#include "support/reach.h"

namespace drover::passes {

// The condition on which all later events depend, if the instruction has one.
inline const ExprId* lasting_condition(const InstructionBody& body) {
  if (const auto* branch = std::get_if<Branch>(&body)) {
    return branch->flow == Flow::Onward ? &branch->condition : nullptr;
  }
  if (const auto* assume = std::get_if<Assume>(&body)) return &assume->condition;
  if (const auto* assertion = std::get_if<Assert>(&body)) return &assertion->condition;
  return nullptr;
}

inline bool ends_thread(const InstructionBody& body) {
  return is_one_of<Finish, BlockInstruction, Fail>(body);
}

// Finds out where a thread that stops in pure iterations would get dependencies that it does not
// have in the program: the conditions of Lemma 20 (docs/proofs.md). A search that visits more than
// MaxSteps instructions counts as if there were some. Holds references.
class NewDependencies {
 public:
  static constexpr std::size_t MaxSteps = 64;

  NewDependencies(const Thread& thread, const ControlFlow& flow, const Liveness& liveness,
                  Liberties liberties)
      : thread_(thread), flow_(flow), liveness_(liveness), liberties_(liberties) {}

  // True if the thread, from `at` on, branches on the register before its next event: then a test
  // of the register at this place gives no new dependency.
  [[nodiscard]] bool is_tested(InstructionIndex at, RegisterId reg) const {
    std::size_t steps = 0;
    return is_tested(at, Carriers{reg}, steps);
  }

  // True if every assignment that reaches the header gives the register a constant.
  [[nodiscard]] bool is_constant(const NaturalLoop& loop, RegisterId reg) const {
    return is_constant(loop, reg, Arrivals::All);
  }

  // True if it does not matter which reads the register depends on when the thread comes to the
  // loop: its value is a constant, or only decides the way to the next event. ((a) of Lemma 20)
  [[nodiscard]] bool is_free(const NaturalLoop& loop, RegisterId reg) const {
    std::size_t steps = 0;
    return is_constant(loop, reg, Arrivals::FromOutside) ||
           only_decides(loop.header, Carriers{reg}, steps);
  }

 private:
  // The registers whose values depend on one value.
  using Carriers = std::vector<RegisterId>;

  [[nodiscard]] bool is_tested(InstructionIndex at, Carriers carriers, std::size_t& steps) const {
    const InstructionBody& body = thread_.code[at].body;
    if (ends_thread(body)) return true;
    if (depends(body) || ++steps > MaxSteps) return false;
    if (const ExprId* condition = lasting_condition(body);
        condition && mentions(*condition, carriers))
      return true;
    pass(at, carriers);
    return !carriers.empty() && std::ranges::all_of(flow_.successors(at), [&](InstructionIndex to) {
      return is_tested(to, carriers, steps);
    });
  }

  [[nodiscard]] bool only_decides(InstructionIndex at, Carriers carriers,
                                  std::size_t& steps) const {
    const InstructionBody& body = thread_.code[at].body;
    if (ends_thread(body)) return true;
    if (depends(body)) {
      return std::ranges::none_of(
          carriers, [&](RegisterId reg) { return liveness_.is_live_before(at, reg.value); });
    }
    if (++steps > MaxSteps) return false;
    const auto* branch = std::get_if<Branch>(&body);
    if (branch != nullptr && branch->flow == Flow::Scoped && mentions(branch->condition, carriers))
      return false;
    pass(at, carriers);
    return carriers.empty() || std::ranges::all_of(flow_.successors(at), [&](InstructionIndex to) {
             return only_decides(to, carriers, steps);
           });
  }

  enum class Arrivals : std::uint8_t { FromOutside, All };
  [[nodiscard]] bool is_constant(const NaturalLoop& loop, RegisterId reg, Arrivals arrivals) const {
    std::vector<InstructionIndex> starts;
    for (const InstructionIndex from : flow_.predecessors(loop.header)) {
      if (arrivals == Arrivals::All || !loop.contains[from]) starts.push_back(from);
    }
    bool is_constant = true;
    (void)reached_from(starts, flow_.size(), [&](InstructionIndex at, const auto& visit) {
      const Effects effects = effects_of(thread_, at);
      if (effects.writes != reg) {
        for (const InstructionIndex from : flow_.predecessors(at)) visit(from);
        return;
      }
      is_constant &= std::holds_alternative<Assign>(thread_.code[at].body) && effects.reads.empty();
    });
    return is_constant;
  }

  // True for events whose dependencies matter.
  [[nodiscard]] bool depends(const InstructionBody& body) const {
    const auto* fence = std::get_if<FenceInstruction>(&body);
    const bool is_free = fence != nullptr && liberties_.adds_dependencies_of_fences &&
                         !fence->address && !ends_control(*fence);
    return may_be_event(body) && !is_free;
  }

  [[nodiscard]] bool mentions(ExprId expression, const Carriers& carriers) const {
    return thread_.expressions.mentions_any(expression, [&](RegisterId reg) {
      return std::ranges::find(carriers, reg) != carriers.end();
    });
  }

  // Registers that the instruction computes from carriers become carriers.
  void pass(InstructionIndex at, Carriers& carriers) const {
    const auto* assign = std::get_if<Assign>(&thread_.code[at].body);
    const bool carries = assign != nullptr && mentions(assign->value, carriers);
    std::erase(carriers, written_by(thread_.code[at].body));
    if (carries) carriers.push_back(assign->target);
  }

  const Thread& thread_;
  const ControlFlow& flow_;
  const Liveness& liveness_;
  Liberties liberties_;
};

}  // namespace drover::passes
