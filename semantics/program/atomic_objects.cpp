#include "semantics/program/atomic_objects.h"

#include "semantics/program/address.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// Of the place that an instruction accesses; none() if it accesses none.
ExprId address_of(const Instruction& instruction) {
  return std::visit(overloaded{
                        [](const Load& i) { return i.address; },
                        [](const Store& i) { return i.address; },
                        [](const ReadModifyWrite& i) { return i.address; },
                        [](const CompareAndSwap& i) { return i.address; },
                        [](const Await& i) { return i.address; },
                        [](const AwaitExchange& i) { return i.address; },
                        [](const auto& /*other*/) { return ExprId::none(); },
                    },
                    instruction.body);
}

}  // namespace

AtomicObjects::AtomicObjects(const Program& program) {
  for (const SharedObject& object : program.objects) {
    is_atomic_.push_back(!object.is_non_atomic);
    sizes_.push_back(object.initial.size());
  }
  const std::vector<bool> may_be_pointed_to = find_addressed(program);
  const auto note_access = [&](const Thread& thread, ExprId address, Mode mode) {
    if (mode != Mode::Na) return;
    if (const auto object = object_of(thread.expressions[address])) {
      is_atomic_[*object] = false;
      return;
    }
    for (std::size_t object = 0; object < is_atomic_.size(); ++object) {
      if (may_be_pointed_to[object]) is_atomic_[object] = false;
    }
  };
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      if (const auto* load = std::get_if<Load>(&instruction.body)) {
        note_access(thread, load->address, load->mode);
      } else if (const auto* store = std::get_if<Store>(&instruction.body)) {
        note_access(thread, store->address, store->mode);
      }
    }
  }
}

// By shared object: whether its address is used other than to access it at once. Who has not been
// given an address does not have it: numbers that happen to be addresses are nobody's pointers.
std::vector<bool> AtomicObjects::find_addressed(const Program& program) const {
  std::vector<bool> is_addressed(program.objects.size(), false);
  const auto note_value = [&](Value value) {
    const bool is_shared = address::is_address(value) && !address::is_heap(value) &&
                           address::object(value) < is_addressed.size();
    if (is_shared) is_addressed[address::object(value)] = true;
  };
  for (const SharedObject& object : program.objects) {
    for (const Value value : object.initial) note_value(value);
  }
  for (const Thread& thread : program.threads) {
    std::vector<bool> is_place(thread.expressions.size(), false);
    for (const Instruction& instruction : thread.code) {
      const ExprId address = address_of(instruction);
      if (!address.is_none()) is_place[address.value] = true;
    }
    for (std::size_t i = 0; i < thread.expressions.size(); ++i) {
      const ExpressionNode& node = thread.expressions[ExprId(i)];
      if (is_place[i]) continue;
      if (node.op == Operator::ElementAddress) is_addressed[node.index] = true;
      if (node.op == Operator::Constant) note_value(node.value);
    }
  }
  return is_addressed;
}

bool AtomicObjects::is_atomic(const ExpressionPool& pool, ExprId address, Mode mode) const {
  if (mode == Mode::Na) return false;
  const auto object = object_of(pool[address]);
  return object && is_atomic_[*object];
}

bool AtomicObjects::is_harmless(const ExpressionPool& pool, ExprId address, Mode mode) const {
  const ExpressionNode& node = pool[address];
  return is_atomic(pool, address, mode) && node.op == Operator::Constant &&
         address::cell(node.value) < sizes_[address::object(node.value)];
}

std::optional<std::size_t> AtomicObjects::object_of(const ExpressionNode& address) const {
  if (address.op == Operator::ElementAddress) return address.index;
  const bool is_shared = address.op == Operator::Constant && address::is_address(address.value) &&
                         !address::is_heap(address.value) &&
                         address::object(address.value) < is_atomic_.size();
  if (!is_shared) return std::nullopt;
  return address::object(address.value);
}

}  // namespace drover
