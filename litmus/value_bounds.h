#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "semantics/program/program.h"

namespace drover::litmus {

// Numbers from `low` to `high`, none if `low` is greater, and possibly addresses.
struct ValueRange {
  Value low = std::numeric_limits<Value>::max();
  Value high = std::numeric_limits<Value>::min();
  bool may_be_address = false;

  [[nodiscard]] bool has_numbers() const { return low <= high; }
  [[nodiscard]] bool is_within(Value least, Value most) const {
    return !may_be_address && (!has_numbers() || (least <= low && high <= most));
  }
  bool operator==(const ValueRange&) const = default;
};

// By instruction: true if some jump leads there.
[[nodiscard]] std::vector<bool> entries_of(const Thread& thread);

// Bounds the values of a program: for all of memory, and for each register, wherever it is used;
// inside a block of code without jumps, where its value is known better, there.
class ValueBounds {
 public:
  explicit ValueBounds(const Program& program);

  // Goes through the code of a thread. Calls `visit` with each instruction, where `of` has the
  // bounds before it.
  template <typename Visit>
  void walk(std::size_t t, const Visit& visit) {
    const Thread& thread = program_.threads[t];
    const std::vector<bool> is_entered = entries_of(thread);
    here_.assign(thread.registers.size(), std::nullopt);
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      if (is_entered[i]) here_.assign(thread.registers.size(), std::nullopt);
      visit(thread.code[i]);
      pass(t, thread.code[i]);
    }
  }

  [[nodiscard]] ValueRange of(std::size_t thread, ExprId id) const;
  [[nodiscard]] const ValueRange& of_register(std::size_t thread, RegisterId reg) const {
    return registers_[thread][reg.value];
  }

  // Returns the operand that a Select always takes, if it is known.
  [[nodiscard]] std::optional<ExprId> chosen_of(std::size_t thread,
                                                const ExpressionNode& node) const;

 private:
  void grow(ValueRange& range, const ValueRange& by);
  void pass(std::size_t t, const Instruction& instruction);
  [[nodiscard]] ValueRange written_by(std::size_t t, const ReadModifyWrite& i) const;

  const Program& program_;
  std::vector<std::vector<ValueRange>> registers_;  // by thread
  ValueRange memory_;
  std::vector<std::optional<ValueRange>> here_;  // at the instruction of `walk`
  bool grows_ = true;
  bool is_last_ = false;
};

}  // namespace drover::litmus
