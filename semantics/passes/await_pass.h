#pragma once

#include <vector>

#include "semantics/passes/liberties.h"
#include "semantics/program/program.h"

namespace drover::passes {

// [Godot] §II-A: a read with an assumption on its value becomes an await. Then fewer executions
// block, and blocked ones mean the same: an assumption failed. Complete executions, their outcomes
// and all errors stay the same.
//
// The assumption: between the access and the decision there may be local steps, and fences and
// loads that can neither race nor fault and that do not affect the decision: a thread that stops
// may stop before them. The decision is an assume, or a branch with sides that lead to `block` or
// to an assume (other than a loop's stop), again by such steps. The condition is expressed over the
// value read and the registers before the access. The steps and the decision stay in place (other
// paths may reach them), except for a decision that can only be reached after the await, which has
// already made it.
//
// If the condition, or a step before the decision, faults on the value read, the thread continues
// to the fault, like an await whose condition faults. For read-modify-writes other than
// compare-and-swap, neither may fault; for a compare-and-swap, neither faults whether it succeeds
// or not.
//
// - A load becomes an await: the thread of a failed read does nothing more, so nothing depends on
//   that read.
// - A compare-and-swap that is assumed to succeed becomes an exchange-await: a failed one only
//   reads. It may also be a fence (tso, pso), but that orders nothing, since its thread does
//   nothing more. A compare-and-swap that may continue after failure is unchanged.
// - Other read-modify-writes write even if the assumption fails, and other threads may see the
//   write. They become exchange-awaits only if such a write restores the old value, which is known
//   if all values of the variable are: Lemma 35 (docs/proofs.md).
//
// Only for shared variables that all threads access atomically: whether an access to the heap is an
// error, or one to a non-atomic cell a race, may depend on the value it reads.
//
// Where later events must depend on the same reads as before (Liberties), the decision stays, a
// condition has no other reads and no faults, and waiting comes before fences of machines, too
// (Lemma 72, docs/proofs.md), but for barriers that raise flags.
//
// An assume that stops the pure iterations of a loop is not an assumption: the resulting await
// waits like one of the source. If such an assume fails, a read-modify-write before it is known to
// restore the old value.
struct AwaitPass {
  Program program;
  // By thread and instruction of `program`: the original instruction. Registers are the same; new
  // ones come after them.
  std::vector<std::vector<InstructionIndex>> origins;
  bool has_changed = false;
};
[[nodiscard]] AwaitPass insert_awaits(const Program& program, Liberties liberties = {});
[[nodiscard]] Program with_awaits(const Program& program);

// True if `with_awaits` would change something, or the program has awaits of its own.
[[nodiscard]] bool has_awaits(const Program& program, Liberties liberties = {});

}  // namespace drover::passes
