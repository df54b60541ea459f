#include "semantics/program/code_writer.h"

#include <limits>
#include <utility>

#include "support/check.h"

namespace drover {

namespace {

constexpr InstructionIndex Unplaced = std::numeric_limits<InstructionIndex>::max();

}  // namespace

CodeWriter::Target CodeWriter::make_target() {
  targets_.push_back(Unplaced);
  return {static_cast<std::uint32_t>(targets_.size() - 1)};
}

void CodeWriter::place(Target target) {
  targets_[target.index] = static_cast<InstructionIndex>(code_.size());
}

bool CodeWriter::is_placed(Target target) const { return targets_[target.index] != Unplaced; }

void CodeWriter::emit(InstructionBody body, SourceRange source) {
  code_.push_back({std::move(body), source});
}

std::vector<Instruction> CodeWriter::finish() {
  for (Instruction& instruction : code_) {
    for_each_target(instruction.body, [this](InstructionIndex& target) {
      target = targets_[target];
      DROVER_CHECK(target != Unplaced, "every target that is jumped to must be placed");
    });
  }
  return std::move(code_);
}

}  // namespace drover
