#pragma once

#include <optional>
#include <vector>

#include "semantics/program/location_table.h"
#include "semantics/program/program.h"

namespace drover {

// Shared variables that nobody writes, as the numbers that a C program keeps its sizes in: they
// hold what they hold in the beginning. Which objects a write may be in is as AtomicObjects says.
class ConstantCells {
 public:
  // `program` must outlive it. Threads that are still to be spawned count, too.
  explicit ConstantCells(const Program& program);

  // The value a thread reads at an address; nothing if it is not known.
  [[nodiscard]] std::optional<Value> value_at(const ExpressionPool& pool, ExprId address);

 private:
  LocationTable locations_;
  std::vector<bool> is_written_;  // by shared object
};

}  // namespace drover
