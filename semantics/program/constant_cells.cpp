#include "semantics/program/constant_cells.h"

#include <cstddef>

#include "semantics/program/address.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/operands.h"

namespace drover {

ConstantCells::ConstantCells(const Program& program)
    : locations_(program), is_written_(program.objects.size(), false) {
  Program all = program;
  all.threads.insert(all.threads.end(), program.routines.begin(), program.routines.end());
  const AtomicObjects objects(all);
  for (std::size_t t = 0; t < all.threads.size(); ++t) {
    const Thread& thread = all.threads[t];
    for (const Instruction& instruction : thread.code) {
      if (!may_write(instruction.body)) continue;
      const std::vector<bool> written =
          objects.objects_of(ThreadId(t), thread.expressions, accessed_by(instruction.body));
      for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i]) is_written_[i] = true;
      }
    }
  }
}

std::optional<Value> ConstantCells::value_at(const ExpressionPool& pool, ExprId address) {
  const ExpressionNode* node = &pool[address];
  const bool has_size =
      node->op == Operator::Guard && static_cast<Guard>(node->index) == Guard::Access;
  if (has_size) node = &pool[node->a];
  const bool is_shared = node->op == Operator::Constant && address::is_address(node->value) &&
                         !address::is_heap(node->value) &&
                         address::object(node->value) < is_written_.size();
  if (!is_shared || is_written_[address::object(node->value)]) return std::nullopt;
  const LocationId location = locations_.find_or_add(node->value);
  return location.is_none() ? std::nullopt : std::optional(locations_.initial_value(location));
}

}  // namespace drover
