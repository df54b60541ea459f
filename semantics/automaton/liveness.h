#pragma once

#include <cstddef>
#include <vector>

#include "semantics/program/program.h"
#include "support/bit_set.h"

namespace drover {

// The registers that matter before each instruction of a thread. A register that is only read to
// compute irrelevant values (an unused counter) does not matter. Registers that conditions name,
// and the result of a thread, are live at the end. Allocate reads and writes an extra register
// after the thread's own, the count of its allocations; a thread that spawns has another one after
// that for the count of its spawns.
class Liveness {
 public:
  Liveness(const Program& program, ThreadId thread);

  // The thread's registers plus the allocation and spawn counts.
  [[nodiscard]] std::size_t register_count() const { return register_count_; }
  [[nodiscard]] RegisterId allocation_register() const { return allocation_register_; }

  [[nodiscard]] bool is_live_before(InstructionIndex at, std::size_t reg) const {
    return has_bit(before_[at], reg);
  }
  // True if the register is live after the instruction's effect.
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

// [Godot] §II-C: an addition (or subtraction) with an unused result. Such additions to one cell
// commute.
[[nodiscard]] bool is_commuting(const ReadModifyWrite& instruction, const Liveness& liveness,
                                InstructionIndex at);
// True if some thread has such an addition.
[[nodiscard]] bool has_commuting(const Program& program);

}  // namespace drover
