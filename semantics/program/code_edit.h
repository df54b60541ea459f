#pragma once

#include <map>
#include <utility>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

// Changes to the code of one thread. They are recorded in terms of the old code, then applied
// together: jumps are adjusted.
//
// At an instruction, in this order: insertions before it, the instruction or its replacement,
// insertions on the edge to the next one, insertions after it. Insertions at one place keep their
// order. Inserted instructions may jump to places of the old code.
class CodeEdit {
 public:
  // Holds the reference during a pass over the thread.
  explicit CodeEdit(const std::vector<Instruction>& code) : code_(code) {}

  // The new instructions get the source range of the old one. If there are none, jumps to the old
  // one go to its successor. The last instruction of the code must stay.
  void replace(InstructionIndex at, std::vector<InstructionBody> bodies);
  void erase(InstructionIndex at) { replace(at, {}); }

  // Jumps to `at` execute it first.
  void insert_before(InstructionIndex at, Instruction instruction);
  // The instruction at `at` must continue to the next one.
  void insert_after(InstructionIndex at, Instruction instruction);
  // Only the edge from `from` to `to` executes it.
  void insert_between(InstructionIndex from, InstructionIndex to, Instruction instruction);

  [[nodiscard]] bool is_empty() const;

  struct Result {
    std::vector<Instruction> code;
    std::vector<InstructionIndex> origins;  // by new instruction: the old one it comes from
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
