#pragma once

#include <functional>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

// What puts a read before all writes behind some place in its thread.
struct SettlingRules {
  // A branch on the read, and an access to an address that was computed from it.
  bool by_dependencies = false;
  // The kind of the read alone. Null: never.
  std::function<bool(const Instruction& read)> at_once = nullptr;
  // A fence behind the read. Null: never.
  std::function<bool(const Instruction& read, const Instruction& fence)> by_fence = nullptr;
};

// Returns the address that an instruction accesses or frees; none() if there is none.
[[nodiscard]] ExprId addressed_by(const InstructionBody& body);

// Returns the registers of an instruction that its thread must know before it goes on.
using NeededRegisters = std::function<std::vector<RegisterId>(InstructionIndex at)>;

// Returns an instruction that needs a register computed from a read that is not settled when the
// thread comes to the next event; null if there is none. (Lemma 74, docs/proofs.md)
[[nodiscard]] const Instruction* find_unsettled(const Thread& thread, const SettlingRules& rules,
                                                const NeededRegisters& needed);

}  // namespace drover
