#include "semantics/automaton/dependencies.h"

#include <algorithm>
#include <utility>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover {

void ReadOrigins::close_scope() {
  DROVER_CHECK(!scopes_.empty(), "a scope that ends has begun");
  sets_[Control] = std::move(scopes_.back());
  scopes_.pop_back();
}

void DependencyRules::pass_local(const InstructionBody& body, ReadOrigins& origins) const {
  std::visit(overloaded{
                 [&](const Assign& i) { assign(i, origins); },
                 [&](const Branch& i) { branch(i, origins); },
                 [&](const Assume& i) { depend_on_condition(i.condition, origins); },
                 [&](const Assert& i) { depend_on_condition(i.condition, origins); },
                 [&](const ControlEnd&) { origins.close_scope(); },
                 [&](const Self& i) {
                   origins[ReadOrigins::of_register(i.target.value)].clear();
                   origins[ReadOrigins::carried_by(i.target.value)].clear();
                 },
                 [](const auto& /*computes nothing of what was read*/) {},
             },
             body);
}

void DependencyRules::assign(const Assign& instruction, ReadOrigins& origins) const {
  ReadSet reads = of(instruction.value, origins);
  ReadSet carried = carried_by(instruction.value, origins);
  const std::uint32_t first =
      origins.events - std::min<std::uint32_t>(instruction.from_events, origins.events);
  for (std::uint32_t event = first; event < origins.events; ++event) reads.insert(event);
  if (instruction.picked_by) {
    carried.insert_all(of(*instruction.picked_by, origins));
    carried.insert_all(carried_by(*instruction.picked_by, origins));
  }
  if (origins.is_in_scope()) carried.insert_all(origins[ReadOrigins::Control]);
  origins[ReadOrigins::of_register(instruction.target.value)] = std::move(reads);
  origins[ReadOrigins::carried_by(instruction.target.value)] = std::move(carried);
}

void DependencyRules::branch(const Branch& instruction, ReadOrigins& origins) const {
  if (instruction.flow == Flow::Silent) return;
  if (instruction.flow == Flow::Scoped) {
    const ReadSet carried = carried_by(instruction.condition, origins);
    origins.open_scope();
    origins[ReadOrigins::Control].insert_all(carried);
  }
  depend_on_condition(instruction.condition, origins);
}

namespace {

// Assigns a register a value computed from `reads`.
void set_origins(RegisterId target, ReadSet reads, ReadOrigins& origins) {
  origins[ReadOrigins::of_register(target.value)] = std::move(reads);
  ReadSet& carried = origins[ReadOrigins::carried_by(target.value)];
  if (origins.is_in_scope()) {
    carried = origins[ReadOrigins::Control];
  } else {
    carried.clear();
  }
}

bool is_of_kernel(const TagSet& tags) {
  return tags.contains(Tag::Once) || tags.contains(Tag::LkAcquire);
}

// Records the dependencies of the write half, if one follows.
void begin_write(DependencyRules::Part part, ReadSet address, ReadSet value, ReadOrigins& origins) {
  if (part != DependencyRules::Part::ReadHalf) return;
  origins[ReadOrigins::PendingAddress] = std::move(address);
  origins[ReadOrigins::PendingValue] = std::move(value);
}

}  // namespace

void DependencyRules::pass_event(const InstructionBody& body, Part part,
                                 ReadOrigins& origins) const {
  const std::uint32_t index = origins.events++;
  if (part == Part::WriteHalf) {
    origins[ReadOrigins::PendingAddress].clear();
    origins[ReadOrigins::PendingValue].clear();
    origins[ReadOrigins::PendingPick].clear();
    return;
  }
  const auto set = [&](RegisterId target, ReadSet reads) {
    set_origins(target, std::move(reads), origins);
  };
  std::visit(overloaded{
                 [&](const Load& i) { set(i.target, ReadSet::of(index)); },
                 [&](const ReadModifyWrite& i) { pass_update(i, part, index, origins); },
                 [&](const CompareAndSwap& i) { pass_compare(i, part, index, origins); },
                 [&](const Await& i) {
                   set(i.target, ReadSet::of(index));
                   // In the kernel's model, code after a loop does not depend on it.
                   if (!is_of_kernel(i.tags)) depend_on_condition(i.condition, origins);
                 },
                 [&](const AwaitExchange& i) {
                   ReadSet address = of(i.address, origins);
                   set(i.target, ReadSet::of(index));
                   // An instruction with tags of a dialect creates no control dependency: its model
                   // says what waiting orders.
                   if (i.read_tags.is_empty()) depend_on_condition(i.condition, origins);
                   begin_write(part, std::move(address), of(i.desired, origins), origins);
                 },
                 [&](const Allocate& i) { set(i.target, of(i.size, origins)); },
                 [&](const Choose& i) { set(i.target, {}); },
                 // Spawn and join themselves order the values they pass.
                 [&](const Spawn& i) { set(i.target, {}); },
                 // A thread continues after a join only once the joined thread is known.
                 [&](const Join& i) {
                   depend_on_condition(i.thread, origins);
                   set(i.target, {});
                 },
                 // Later events depend on the address as on a condition. (For an access, models
                 // have addr; po.)
                 [&](const Deallocate& i) { depend_on_condition(i.address, origins); },
                 [](const auto& /*reads nothing*/) {},
             },
             body);
}

void DependencyRules::pass_update(const ReadModifyWrite& instruction, Part part,
                                  std::uint32_t index, ReadOrigins& origins) const {
  const bool forgets = instruction.op == RmwOperator::Exchange && !instruction.desired;
  const ReadSet operand = of(instruction.operand, origins);
  begin_write(part, of(instruction.address, origins),
              forgets ? operand : joined(operand, ReadSet::of(index)), origins);
  if (part == Part::ReadHalf) origins[ReadOrigins::PendingPick] = picked(instruction, origins);
  set_origins(instruction.target, ReadSet::of(index), origins);
}

void DependencyRules::pass_compare(const CompareAndSwap& instruction, Part part,
                                   std::uint32_t index, ReadOrigins& origins) const {
  const ReadSet expected = of(instruction.expected, origins);
  // Machines branch on the comparison: [Podkopaev, Lahav, Vafeiadis, POPL'19] has it as casdep. For
  // tagged instructions of a dialect, the model decides.
  if (instruction.read_tags.is_empty()) depend_on_condition(instruction.expected, origins);
  begin_write(part, of(instruction.address, origins), of(instruction.desired, origins), origins);
  if (instruction.picks_result && part == Part::ReadHalf) {
    ReadSet picked = carried_by(instruction.expected, origins);
    // The expected value decides whether there is a write.
    origins[ReadOrigins::PendingPick] = joined(picked, expected);
    picked.insert(index);
    set_origins(instruction.target, expected, origins);
    origins[ReadOrigins::carried_by(instruction.target.value)].insert_all(picked);
    return;
  }
  const bool is_old = instruction.result == CasResult::OldValue;
  set_origins(instruction.target,
              is_old ? ReadSet::of(index) : joined(expected, ReadSet::of(index)), origins);
}

ReadSet DependencyRules::picked(const ReadModifyWrite& instruction,
                                const ReadOrigins& origins) const {
  ReadSet out = carried_by(instruction.operand, origins);
  if (instruction.picked_by) {
    out.insert_all(of(*instruction.picked_by, origins));
    out.insert_all(carried_by(*instruction.picked_by, origins));
  }
  return out;
}

EventDependencies DependencyRules::dependencies(const InstructionBody& body, Part part,
                                                const ReadOrigins& origins) const {
  EventDependencies out = labelled(body, part, origins);
  out.shape.insert_all(out.addr);
  if (way_ == Way::Decided) out.shape.insert_all(out.ctrl);
  return out;
}

EventDependencies DependencyRules::labelled(const InstructionBody& body, Part part,
                                            const ReadOrigins& origins) const {
  EventDependencies out;
  out.ctrl = origins[ReadOrigins::Control];
  out.pick_ctrl = joined(origins[ReadOrigins::CarriedControl], out.ctrl);
  if (part == Part::WriteHalf) {
    out.addr = out.pick_addr = origins[ReadOrigins::PendingAddress];
    out.data = origins[ReadOrigins::PendingValue];
    out.pick_data = joined(origins[ReadOrigins::PendingPick], out.data);
    return out;
  }
  const auto address = [&](ExprId expression) {
    out.addr = of(expression, origins);
    out.pick_addr = joined(carried_by(expression, origins), out.addr);
  };
  std::visit(overloaded{
                 [&](const Load& i) { address(i.address); },
                 [&](const Branch& i) { out.data = of(i.condition, origins); },
                 [&](const Store& i) {
                   address(i.address);
                   out.data = of(i.value, origins);
                   out.pick_data = joined(carried_by(i.value, origins), out.data);
                   if (!i.picked_by) return;
                   out.pick = joined(of(*i.picked_by, origins), carried_by(*i.picked_by, origins));
                 },
                 [&](const ReadModifyWrite& i) {
                   address(i.address);
                   if (i.halves == Halves::Two) return;
                   // In a fused event, all operands act as address operands.
                   out.addr.insert_all(of(i.operand, origins));
                   out.pick_addr.insert_all(out.addr);
                 },
                 [&](const CompareAndSwap& i) {
                   address(i.address);
                   out.shape = of(i.expected, origins);
                 },
                 [&](const Await& i) {
                   address(i.address);
                   // Given: a branch on the condition follows.
                   if (way_ == Way::Decided) out.shape = of(i.condition, origins, i.target);
                 },
                 [&](const AwaitExchange& i) {
                   address(i.address);
                   out.shape = of(i.condition, origins, i.target);
                 },
                 [&](const Allocate& i) { out.shape = of(i.size, origins); },
                 [&](const Spawn& i) {
                   for (const ExprId each : i.arguments) out.data.insert_all(of(each, origins));
                 },
                 [&](const Join& i) { out.shape = of(i.thread, origins); },
                 [&](const Deallocate& i) { address(i.address); },
                 [&](const FenceInstruction& i) {
                   if (i.address) address(*i.address);
                 },
                 [](const auto& /*has no address*/) {},
             },
             body);
  return out;
}

ReadSet DependencyRules::collected(ExprId expression, const ReadOrigins& origins,
                                   std::size_t (*slot_of)(std::size_t reg),
                                   RegisterId ignored) const {
  std::vector<RegisterId> used;
  thread_->expressions.collect_registers(expression, used);
  ReadSet out;
  for (const RegisterId reg : used) {
    if (reg != ignored) out.insert_all(origins[slot_of(reg.value)]);
  }
  return out;
}

void DependencyRules::depend_on_condition(ExprId condition, ReadOrigins& origins) const {
  origins[ReadOrigins::Control].insert_all(of(condition, origins));
  origins[ReadOrigins::CarriedControl].insert_all(carried_by(condition, origins));
}

}  // namespace drover
