#include "semantics/automaton/dependencies.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "support/overloaded.h"

namespace drover {

namespace {

ReadSet joined(const ReadSet& a, const ReadSet& b) {
  ReadSet out;
  std::ranges::set_union(a, b, std::back_inserter(out));
  return out;
}

}  // namespace

void DependencyRules::pass_local(const InstructionBody& body, ReadOrigins& origins) const {
  std::visit(
      overloaded{
          [&](const Assign& i) { origins.of_register(i.target.value) = of(i.value, origins); },
          [&](const Branch& i) { depend_on_condition(i.condition, origins); },
          [&](const Assume& i) { depend_on_condition(i.condition, origins); },
          [&](const Assert& i) { depend_on_condition(i.condition, origins); },
          [](const auto& /*computes nothing of what was read*/) {},
      },
      body);
}

void DependencyRules::pass_event(const InstructionBody& body, Part part,
                                 ReadOrigins& origins) const {
  const std::uint32_t index = origins.events++;
  if (part == Part::WriteHalf) {
    origins.pending_address().clear();
    origins.pending_value().clear();
    return;
  }
  const auto set = [&](RegisterId target, ReadSet reads) {
    origins.of_register(target.value) = std::move(reads);
  };
  const auto begin_write = [&](ReadSet address, ReadSet value) {
    if (part != Part::ReadHalf) return;
    origins.pending_address() = std::move(address);
    origins.pending_value() = std::move(value);
  };
  std::visit(
      overloaded{
          [&](const Load& i) { set(i.target, {index}); },
          [&](const ReadModifyWrite& i) {
            const bool forgets = i.op == RmwOperator::Exchange;
            const ReadSet operand = of(i.operand, origins);
            begin_write(of(i.address, origins), forgets ? operand : joined(operand, {index}));
            set(i.target, {index});
          },
          [&](const CompareAndSwap& i) {
            const bool is_old = i.result == CasResult::OldValue;
            begin_write(of(i.address, origins), of(i.desired, origins));
            set(i.target, is_old ? ReadSet{index} : joined(of(i.expected, origins), {index}));
          },
          [&](const Await& i) {
            set(i.target, {index});
            depend_on_condition(i.condition, origins);
          },
          [&](const AwaitExchange& i) {
            ReadSet address = of(i.address, origins);
            set(i.target, {index});
            depend_on_condition(i.condition, origins);
            begin_write(std::move(address), of(i.desired, origins));
          },
          [&](const Allocate& i) { set(i.target, of(i.size, origins)); },
          [](const auto& /*reads nothing*/) {},
      },
      body);
}

EventDependencies DependencyRules::dependencies(const InstructionBody& body, Part part,
                                                const ReadOrigins& origins) const {
  if (part == Part::WriteHalf) {
    return {origins.pending_address(), origins.pending_value(), origins.control()};
  }
  EventDependencies out{{}, {}, origins.control()};
  std::visit(overloaded{
                 [&](const Load& i) { out.addr = of(i.address, origins); },
                 [&](const Store& i) {
                   out.addr = of(i.address, origins);
                   out.data = of(i.value, origins);
                 },
                 [&](const ReadModifyWrite& i) { out.addr = of(i.address, origins); },
                 [&](const CompareAndSwap& i) { out.addr = of(i.address, origins); },
                 [&](const Await& i) { out.addr = of(i.address, origins); },
                 [&](const AwaitExchange& i) { out.addr = of(i.address, origins); },
                 [&](const Deallocate& i) { out.addr = of(i.address, origins); },
                 [](const auto& /*has no address*/) {},
             },
             body);
  return out;
}

ReadSet DependencyRules::of(ExprId expression, const ReadOrigins& origins) const {
  std::vector<RegisterId> used;
  thread_->expressions.collect_registers(expression, used);
  ReadSet out;
  for (const RegisterId reg : used) out = joined(out, origins.of_register(reg.value));
  return out;
}

void DependencyRules::depend_on_condition(ExprId condition, ReadOrigins& origins) const {
  origins.control() = joined(origins.control(), of(condition, origins));
}

}  // namespace drover
