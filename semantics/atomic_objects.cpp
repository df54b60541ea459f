#include "semantics/atomic_objects.h"

#include "semantics/address.h"

namespace drover {

AtomicObjects::AtomicObjects(const Program& program) {
  for (const SharedObject& object : program.objects) {
    is_atomic_.push_back(!object.is_non_atomic);
    sizes_.push_back(object.initial.size());
  }
  const auto note_access = [&](const Thread& thread, ExprId address, Mode mode) {
    if (mode != Mode::Na) return;
    if (const auto object = object_of(thread.expressions[address])) {
      is_atomic_[*object] = false;
    } else {
      is_atomic_.assign(is_atomic_.size(), false);
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
