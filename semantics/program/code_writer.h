#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "semantics/program/program.h"
#include "support/source_range.h"

namespace drover {

// Calls `visit` with each place in the code that the instruction names, as a reference.
template <typename Body, typename Visit>
void for_each_target(Body& body, Visit&& visit) {
  if (auto* jump = std::get_if<Jump>(&body)) {
    visit(jump->target);
  } else if (auto* branch = std::get_if<Branch>(&body)) {
    visit(branch->if_true);
    visit(branch->if_false);
  } else if (auto* call = std::get_if<CallMarker>(&body)) {
    visit(call->end);
  }
}

// Writes code from beginning to end. Jumps may go forward: make a target, jump to it, place it
// later. Only this class computes instruction indices; front ends and passes write their code
// through it.
class CodeWriter {
 public:
  // A place in the code that can be jumped to before it is placed. Targets are numbered from 0 in
  // order of creation.
  struct Target {
    std::uint32_t index = 0;
  };

  Target make_target();
  // Places the target at the next instruction.
  void place(Target target);
  [[nodiscard]] bool is_placed(Target target) const;

  // In the body, code positions are target indices.
  void emit(InstructionBody body, SourceRange source);

  [[nodiscard]] std::size_t size() const { return code_.size(); }

  // Resolves the targets. Every used target must have been placed.
  [[nodiscard]] std::vector<Instruction> finish();

 private:
  std::vector<Instruction> code_;
  std::vector<InstructionIndex> targets_;
};

}  // namespace drover
