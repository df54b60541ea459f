#pragma once

#include <optional>
#include <vector>

#include "semantics/program/location_table.h"
#include "semantics/program/program.h"

namespace drover {

// Shared variables that are never written, such as sizes in a C program: they keep their initial
// values. AtomicObjects tells which objects a write may change.
class ConstantCells {
 public:
  // `program` must outlive it. Routines of threads that are not spawned yet count too.
  explicit ConstantCells(const Program& program);

  // Returns the value at an address; nothing if it is unknown.
  [[nodiscard]] std::optional<Value> value_at(const ExpressionPool& pool, ExprId address);

 private:
  LocationTable locations_;
  std::vector<bool> is_written_;  // by shared object
};

}  // namespace drover
