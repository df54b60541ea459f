#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/passes/liberties.h"
#include "semantics/passes/purity/purity_condition.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/control_flow.h"

namespace drover::passes {

// A place where a thread in a pure iteration of a loop can be stopped.
struct PureStop {
  // The edge between two instructions; nothing: before the header of the loop.
  std::optional<Place> place;
  // The iteration is pure if one of these ways is taken. Facts that always hold at `place` are left
  // out.
  std::vector<Conjunction> ways;
  // Requires also that no inner loop has repeated in this iteration, which is possible here.
  bool minds_inner_loops = false;
  // One of the ways does not depend on any value read.
  bool is_endless = false;
  // Requires also that this is the first iteration.
  bool minds_repetition = false;
};

// The result for one loop, [Godot] §III.
struct LoopPurity {
  InstructionIndex header = 0;
  std::vector<PureStop> stops;
  // Every iteration that returns to the header is pure: once the pure ones are stopped, the loop
  // never repeats.
  bool is_always_pure = false;
  // The back edges of its inner loops that may still be taken.
  std::vector<Place> inner_back_edges;
};

// The result for one thread.
struct PurityFacts {
  ControlFlow flow;
  TermTable terms;
  // Inner loops first, in the order of ControlFlow::loops. Empty if a backward jump goes to a place
  // that is not a loop header.
  std::vector<LoopPurity> loops;
};

// [Godot] §III: finds the iterations of a thread's loops that change nothing, by backward
// propagation of forward purity conditions through instructions and jumps.
//
// The paper works on SSA form. Here a condition at a point is over the registers at that point and
// the results of later reads (Term); going backwards over an assignment substitutes, going over a
// read replaces its register by the read. So every value has one definition, as in SSA form, and
// the phi nodes inside an iteration are resolved, one way for each branch. Those of the header are
// the registers that are live there: an iteration is pure only if it leaves them unchanged. The
// paper calls the header impure along an edge on which a phi node takes another value. So does this
// analysis, with two exceptions. If one of the two values is known, as a constant or by the
// condition, their equality becomes part of the condition, as in `r := 0; while (r == 0) { r := x;
// }`. (Compilers rotate such loops first.) And it is enough that the thread behaves the same for
// both values, as in `while (r != 0) { r := cmpxchg(x, 0, 1); }`, which does not distinguish the
// other values of r.
//
// One change of a register is allowed in the first iteration of a loop, in
//
//   r := x; while (…) { …; s := cmpxchg(x, r, e); if (s == r) { break; } r := s; }
//
// An iteration that leaves in r the last value read from x, and changes nothing else, is equivalent
// to none with a later load before the loop (Lemma 19, docs/proofs.md): the thread has done nothing
// in between. (The modes of the two must be the same.) After an iteration with an effect this would
// be wrong: then no load could come later.
//
// A compare-and-swap is pure if it fails, and, like any read-modify-write, if it writes the old
// value: without that write, its readers read the same value from the previous write (Lemma 21).
//
// Besides the paper's statements: `assume` and `assert` are branches with one side that does not
// return; fences change nothing; allocation, release of memory and marked calls do.
[[nodiscard]] PurityFacts analyse_purity(const Program& program, const AtomicObjects& objects,
                                         ThreadId thread, Liberties liberties);

// Returns the term that the instruction assigns to its target.
[[nodiscard]] TermId read_by(TermTable& terms, const Thread& thread, InstructionIndex at);

}  // namespace drover::passes
