#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/program/operands.h"

namespace drover::lowering {

// The straight-line pieces of a thread's code.
class Pieces {
 public:
  // Holds the reference; the code must not change.
  explicit Pieces(const std::vector<Instruction>& code)
      : code_(code), is_leader_(code.size(), false) {
    std::vector<std::uint8_t> arrivals(code.size(), 0);
    for (InstructionIndex at = 0; at < code.size(); ++at) {
      const auto successors = successors_of(code[at], at);
      for (const InstructionIndex to : successors) {
        if (successors.size() > 1 || arrivals[to] > 0) is_leader_[to] = true;
        arrivals[to] = 1;
      }
    }
    is_leader_[0] = true;
  }

  // True for the first instruction of a piece.
  [[nodiscard]] bool is_leader(InstructionIndex at) const { return is_leader_[at]; }
  // Returns the next instruction of the piece, if any.
  [[nodiscard]] std::optional<InstructionIndex> next_of(InstructionIndex at) const {
    const auto successors = successors_of(code_[at], at);
    const bool goes_on = successors.size() == 1 && !is_leader_[*successors.begin()];
    return goes_on ? std::optional(*successors.begin()) : std::nullopt;
  }

 private:
  const std::vector<Instruction>& code_;
  std::vector<bool> is_leader_;
};

}  // namespace drover::lowering
