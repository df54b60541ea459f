#include "semantics/passes/purity/new_dependencies.h"

#include <algorithm>

#include "semantics/program/instruction_effects.h"
#include "support/reach.h"

namespace drover::passes {

namespace {

// The condition on which all later events depend, if the instruction has one.
const ExprId* lasting_condition(const InstructionBody& body) {
  if (const auto* branch = std::get_if<Branch>(&body)) {
    return branch->flow == Flow::Onward ? &branch->condition : nullptr;
  }
  if (const auto* assume = std::get_if<Assume>(&body)) return &assume->condition;
  if (const auto* assertion = std::get_if<Assert>(&body)) return &assertion->condition;
  return nullptr;
}

bool ends_thread(const InstructionBody& body) {
  return std::holds_alternative<Finish>(body) || std::holds_alternative<BlockInstruction>(body) ||
         std::holds_alternative<Fail>(body);
}

}  // namespace

bool NewDependencies::is_tested(InstructionIndex at, RegisterId reg) const {
  std::size_t steps = 0;
  return is_tested(at, Carriers{reg}, steps);
}

bool NewDependencies::is_free(const NaturalLoop& loop, RegisterId reg) const {
  std::size_t steps = 0;
  return is_constant(loop, reg, Arrivals::FromOutside) ||
         only_decides(loop.header, Carriers{reg}, steps);
}

bool NewDependencies::is_tested(InstructionIndex at, Carriers carriers, std::size_t& steps) const {
  const InstructionBody& body = thread_.code[at].body;
  if (ends_thread(body)) return true;
  if (may_be_event(body) || ++steps > MaxSteps) return false;
  if (const ExprId* condition = lasting_condition(body);
      condition && mentions(*condition, carriers))
    return true;
  pass(at, carriers);
  return !carriers.empty() && std::ranges::all_of(flow_.successors(at), [&](InstructionIndex to) {
    return is_tested(to, carriers, steps);
  });
}

bool NewDependencies::only_decides(InstructionIndex at, Carriers carriers,
                                   std::size_t& steps) const {
  const InstructionBody& body = thread_.code[at].body;
  if (ends_thread(body)) return true;
  if (may_be_event(body)) {
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

bool NewDependencies::is_constant(const NaturalLoop& loop, RegisterId reg,
                                  Arrivals arrivals) const {
  std::vector<InstructionIndex> starts;
  for (const InstructionIndex from : flow_.predecessors(loop.header)) {
    if (arrivals == Arrivals::All || !loop.contains[from]) starts.push_back(from);
  }
  bool is_constant = true;
  (void)reached_from(starts, flow_.size(), [&](InstructionIndex at, const auto& visit) {
    const Effects effects =
        effects_of(thread_.code[at], thread_.expressions, liveness_.allocation_register());
    if (effects.writes != reg) {
      for (const InstructionIndex from : flow_.predecessors(at)) visit(from);
      return;
    }
    is_constant &= std::holds_alternative<Assign>(thread_.code[at].body) && effects.reads.empty();
  });
  return is_constant;
}

bool NewDependencies::mentions(ExprId expression, const Carriers& carriers) const {
  std::vector<RegisterId> used;
  thread_.expressions.collect_registers(expression, used);
  return std::ranges::any_of(
      used, [&](RegisterId reg) { return std::ranges::find(carriers, reg) != carriers.end(); });
}

// Registers that the instruction computes from carriers become carriers.
void NewDependencies::pass(InstructionIndex at, Carriers& carriers) const {
  const Effects effects =
      effects_of(thread_.code[at], thread_.expressions, liveness_.allocation_register());
  const auto* assign = std::get_if<Assign>(&thread_.code[at].body);
  const bool carries = assign != nullptr && mentions(assign->value, carriers);
  std::erase(carriers, effects.writes);
  if (carries) carriers.push_back(assign->target);
}

}  // namespace drover::passes
