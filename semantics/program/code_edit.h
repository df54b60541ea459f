#pragma once

#include <map>
#include <utility>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

// Changes to the code of one thread. All of them are noted in terms of the code as it is, then
// carried out together: jumps lead again to what they led to.
//
// At an instruction, in this order: what is inserted before it, the instruction or what replaces
// it, what is on the way to the next one, what is inserted after it. What is inserted at one place
// stands in the order in which it was given. Instructions that are put in may jump, to places of
// the code as it is.
class CodeEdit {
 public:
  // Holds the reference; lives for as long as a pass over the thread.
  explicit CodeEdit(const std::vector<Instruction>& code) : code_(code) {}

  // The new instructions have the source of the old one. If there are none, what jumped to the old
  // one jumps to what follows. The last instruction of the code must stay.
  void replace(InstructionIndex at, std::vector<InstructionBody> bodies);
  void erase(InstructionIndex at) { replace(at, {}); }

  // Jumps to `at` pass it first.
  void insert_before(InstructionIndex at, Instruction instruction);
  // The instruction at `at` must go on to the next one.
  void insert_after(InstructionIndex at, Instruction instruction);
  // Only the step from `from` to `to` passes it.
  void insert_between(InstructionIndex from, InstructionIndex to, Instruction instruction);

  [[nodiscard]] bool is_empty() const;

  struct Result {
    std::vector<Instruction> code;
    std::vector<InstructionIndex> origins;  // by instruction of the result: where it comes from
  };
  [[nodiscard]] Result apply() const;

 private:
  class Writing;
  using Instructions = std::vector<Instruction>;
  using Way = std::pair<InstructionIndex, InstructionIndex>;  // from, to

  const std::vector<Instruction>& code_;
  std::map<InstructionIndex, std::vector<InstructionBody>> replaced_;
  std::map<InstructionIndex, Instructions> before_;
  std::map<InstructionIndex, Instructions> after_;
  std::map<Way, Instructions> between_;
};

}  // namespace drover
