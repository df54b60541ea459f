#pragma once

#include <cstddef>
#include <vector>

#include "semantics/program/program.h"
#include "support/bit_set.h"

namespace drover {

// Which registers may still matter, before each instruction of a thread. One that is only read to
// compute what does not matter (a counter that nobody looks at) does not either. Registers
// that conditions name are live at the end, and the result of a thread. Allocate reads and writes
// one more register after the thread's own, the count of its allocations; where the thread spawns,
// there is one for the count of its spawns after that.
class Liveness {
 public:
  Liveness(const Program& program, ThreadId thread);

  // The thread's registers and the counts of allocations and spawns.
  [[nodiscard]] std::size_t register_count() const { return register_count_; }
  [[nodiscard]] RegisterId allocation_register() const { return allocation_register_; }

  [[nodiscard]] bool is_live_before(InstructionIndex at, std::size_t reg) const {
    return has_bit(before_[at], reg);
  }
  // Live once the instruction has had its effect.
  [[nodiscard]] bool is_live_after(InstructionIndex at, std::size_t reg) const {
    return has_bit(after_[at], reg);
  }

 private:
  using RegisterSet = std::vector<BitWord>;  // a bit per register

  RegisterId allocation_register_;
  std::size_t register_count_;
  std::vector<RegisterSet> before_;
  std::vector<RegisterSet> after_;
};

// [Godot] §II-C: an addition (or subtraction) whose result nobody looks at. Such additions to
// one cell may trade places.
[[nodiscard]] bool is_commuting(const ReadModifyWrite& instruction, const Liveness& liveness,
                                InstructionIndex at);
// Whether some thread has one.
[[nodiscard]] bool has_commuting(const Program& program);

}  // namespace drover
