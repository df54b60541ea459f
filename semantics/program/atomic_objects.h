#pragma once

#include <optional>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

// Which accesses can be told to be harmless before the program runs: those of shared variables
// that all threads access atomically. Whether an access to the heap is an error, or one to a
// non-atomic cell a race, depends on the rest of the execution.
class AtomicObjects {
 public:
  explicit AtomicObjects(const Program& program);

  // Whether the access cannot race. It may be of an element that does not exist.
  [[nodiscard]] bool is_atomic(const ExpressionPool& pool, ExprId address, Mode mode) const;
  // Whether the access can neither race nor fault.
  [[nodiscard]] bool is_harmless(const ExpressionPool& pool, ExprId address, Mode mode) const;
  // The shared object that an address is in: a variable, or an element of an array. Nothing if
  // it is not known before the program runs.
  [[nodiscard]] std::optional<std::size_t> object_of(const ExpressionNode& address) const;

 private:
  [[nodiscard]] std::vector<bool> find_addressed(const Program& program) const;

  std::vector<bool> is_atomic_;     // by shared object
  std::vector<std::size_t> sizes_;  // by shared object, in cells
};

}  // namespace drover
