#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/program/program.h"
#include "support/bit_set.h"

namespace drover {

// Finds accesses that are statically known to be harmless: those of shared cells that all threads
// access atomically. Whether an access to the heap is an error, or one to a non-atomic cell a race,
// depends on the rest of the execution.
//
// A non-atomic access of a thread that runs alone does not count: code before the first spawn of
// the only initial thread (as C's atomic_init), the init block and the final block happen before or
// after everything else.
//
// A computed address may be in the objects whose addresses it is made of. An address comes from a
// constant, from a register, or from memory, which is modelled as one cell that holds every stored
// value. Numbers that happen to equal addresses are not pointers.
class AtomicObjects {
 public:
  explicit AtomicObjects(const Program& program);

  // True if the access cannot race. The element may not exist.
  [[nodiscard]] bool is_atomic(const ExpressionPool& pool, ExprId address, Mode mode) const;
  // True if the access can neither race nor fault.
  [[nodiscard]] bool is_harmless(const ExpressionPool& pool, ExprId address, Mode mode) const;
  // By shared object and cell: true if no access of it can race.
  [[nodiscard]] const std::vector<std::vector<bool>>& atomic_cells() const { return is_atomic_; }
  // Returns the shared object that an address is in: a variable, or an element of an array. Nothing
  // if it is not statically known.
  [[nodiscard]] std::optional<std::size_t> object_of(const ExpressionNode& address) const;
  // Returns all shared objects that the address may be in.
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
  // Nothing if the address may be in other objects, too, or is unknown.
  [[nodiscard]] std::optional<Span> span_of(const ExpressionPool& pool, ExprId address) const;

  void find_pointers(const Program& program);
  bool find_pointers(const Thread& thread, std::vector<ObjectSet>& registers);
  void collect(const ExpressionPool& pool, ExprId id, const std::vector<ObjectSet>& registers,
               ObjectSet& out) const;
  void note_accesses(const Thread& thread, ThreadId id, const std::vector<bool>& is_alone);

  std::vector<std::vector<bool>> is_atomic_;       // by shared object and cell
  std::vector<std::vector<ObjectSet>> registers_;  // by thread and register: its possible targets
  ObjectSet memory_;                               // possible targets of pointers in memory
};

}  // namespace drover
