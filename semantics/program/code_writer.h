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

// Writes code from its beginning to its end. Jumps may go to places that are not yet written:
// make a target, jump to it, place it later. This is the only place where the numbers that
// instructions name are computed; front ends and passes write their code through it.
class CodeWriter {
 public:
  // A place in the code that can be jumped to before it is placed. Targets are numbered from 0
  // in the order in which they are made.
  struct Target {
    std::uint32_t index = 0;
  };

  Target make_target();
  // The next instruction is what the target stands for.
  void place(Target target);
  [[nodiscard]] bool is_placed(Target target) const;

  // Where the body names a place in the code, it has the index of a target.
  void emit(InstructionBody body, SourceRange source);

  [[nodiscard]] std::size_t size() const { return code_.size(); }

  // Puts in where the targets are. Every one that is used must have been placed.
  [[nodiscard]] std::vector<Instruction> finish();

 private:
  std::vector<Instruction> code_;
  std::vector<InstructionIndex> targets_;
};

}  // namespace drover
