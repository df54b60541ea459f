#pragma once

#include <vector>

#include "semantics/passes/liberties.h"
#include "semantics/program/program.h"

namespace drover::passes {

// [Godot] §II-A: a read whose value is assumed to satisfy something becomes an await. Fewer
// executions are then blocked, and those that are say no more than before: that an assumption
// failed. Complete executions, their outcomes and all errors stay the same.
//
// What is assumed: between the access and the decision there may be local steps, and loads that can
// neither race nor fault and fences, on which the decision does not depend: a thread that stops
// anyway may stop before it has done them. The decision is an
// assume, or a branch some of whose sides lead to `block` or to an assume (one that is not there to
// stop a loop), by such steps again. The condition is put in terms of the value read and of
// registers as they were before. The steps and the decision stay where they are (they may be
// reached from elsewhere), but for a decision that can only be reached after the await, which is
// taken already.
//
// Where the condition, or a step before the decision, faults on the value read, the thread goes on
// and comes to the fault: what an await does whose condition faults. Of read-modify-writes other
// than compare-and-swap neither may fault; of a compare-and-swap, neither does whether it succeeds
// or not.
//
// - A load becomes an await: the thread of a read that fails does nothing more, so that nothing
//   depends on that read.
// - A compare-and-swap whose success is assumed becomes an exchange-await: one that fails only
//   reads. That it may be a fence as well (tso, pso) orders nothing, since its thread does nothing
//   more. One that may go on where it fails stays what it is.
// - Other read-modify-writes write even where what is assumed of them fails, and others may see
//   it. They become exchange-awaits only where such a write puts back what was there, which is
//   known if all values that the variable can hold are. Without such a write, who read from it
//   reads the same from the write before; as a read-modify-write it orders nothing that is not
//   ordered without it but for what its own thread did before, and fewer orders make no
//   execution inconsistent and no error go away.
//
// Only accesses of shared variables that all threads access atomically: whether an access to
// the heap is an error, or one to a non-atomic cell a race, may depend on what it reads.
//
// An assume that stops the pure iterations of a loop is not an assumption: what it becomes part
// of waits like an await that somebody wrote. Of such an assume it is known that a
// read-modify-write before it puts back what was there if it fails.
struct AwaitPass {
  Program program;
  // By thread and instruction of `program`: the instruction that it comes from. Registers are
  // the same; new ones come after them.
  std::vector<std::vector<InstructionIndex>> origins;
  bool has_changed = false;
};
[[nodiscard]] AwaitPass insert_awaits(const Program& program, Liberties liberties = Liberties::All);
[[nodiscard]] Program with_awaits(const Program& program);

// Whether `with_awaits` would change anything, or the program has awaits of its own.
[[nodiscard]] bool has_awaits(const Program& program, Liberties liberties = Liberties::All);

}  // namespace drover::passes
