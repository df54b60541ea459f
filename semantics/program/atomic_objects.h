#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/program/program.h"
#include "support/bit_set.h"

namespace drover {

// Which accesses can be told to be harmless before the program runs: those of cells of shared
// variables that all threads access atomically. Whether an access to the heap is an error, or one
// to a non-atomic cell a race, depends on the rest of the execution.
//
// A non-atomic access by a thread that is still alone, or is alone again, does not count: what
// comes before the first spawn of the only thread that is there from the beginning (as C's
// atomic_init), the init block and the final block happen before or after all else.
//
// Which objects an address that is computed may be in: those whose addresses it is made of. An
// address comes from a constant, from a register, or out of memory, which is taken as one cell
// that holds whatever was ever stored. Numbers that happen to be addresses are nobody's pointers.
class AtomicObjects {
 public:
  explicit AtomicObjects(const Program& program);

  // Whether the access cannot race. It may be of an element that does not exist.
  [[nodiscard]] bool is_atomic(const ExpressionPool& pool, ExprId address, Mode mode) const;
  // Whether the access can neither race nor fault.
  [[nodiscard]] bool is_harmless(const ExpressionPool& pool, ExprId address, Mode mode) const;
  // By shared object and cell: whether no access of it can race.
  [[nodiscard]] const std::vector<std::vector<bool>>& atomic_cells() const { return is_atomic_; }
  // The shared object that an address is in: a variable, or an element of an array. Nothing if
  // it is not known before the program runs.
  [[nodiscard]] std::optional<std::size_t> object_of(const ExpressionNode& address) const;
  // All those that it may be in, by shared object.
  [[nodiscard]] std::vector<bool> objects_of(ThreadId thread, const ExpressionPool& pool,
                                             ExprId address) const;

 private:
  using ObjectSet = std::vector<BitWord>;  // a bit per shared object

  // Cells of one object, both included.
  struct Span {
    std::size_t object = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  // Nothing: other objects are possible, or none is known.
  [[nodiscard]] std::optional<Span> span_of(const ExpressionPool& pool, ExprId address) const;

  void find_pointers(const Program& program);
  bool find_pointers(const Thread& thread, std::vector<ObjectSet>& registers);
  void collect(const ExpressionPool& pool, ExprId id, const std::vector<ObjectSet>& registers,
               ObjectSet& out) const;
  void note_accesses(const Thread& thread, ThreadId id, const std::vector<bool>& is_alone);

  std::vector<std::vector<bool>> is_atomic_;       // by shared object and cell
  std::vector<std::vector<ObjectSet>> registers_;  // by thread and register: what it may point to
  ObjectSet memory_;                               // what something in memory may point to
};

}  // namespace drover
