#pragma once

#include <cstdint>
#include <vector>

#include "semantics/passes/liberties.h"
#include "semantics/program/program.h"

namespace drover::passes {

// The effect of elimination on one loop of one thread.
struct EliminatedLoop {
  ThreadId thread;
  std::uint32_t loop = 0;       // index in Program::loops
  bool is_always_pure = false;  // the loop never repeats any more
};

struct PurityElimination {
  Program program;
  std::vector<EliminatedLoop> loops;  // loops with pure iterations
};

// Partial loop purity elimination, [Godot] §III: threads stop at an `assume` when the current loop
// iteration is known to change nothing. By Theorem 1 all local states stay reachable, except those
// inside such iterations.
//
// The theorem is stated for sequential consistency. It holds for every model whose axioms forbid
// cycles in relations that can only shrink when reads and fences are removed from an execution, as
// all built-in ones do: an execution without its pure iterations is an execution, and no other
// thread can see the difference. A failed compare-and-swap is such a read even if it is a fence
// (tso, pso): without it there is less order, and what remains is the behaviour of a thread that
// reaches the iteration that is not pure later. If that iteration stands for a read before the loop
// (Conjunction::is_reload), either of the two may be the fence. If it is the one before the loop,
// it already ordered what it orders now, since reads stay in order; if it is the one in the loop,
// there is less order again.
//
// With dependencies (imm, aarch64, riscv, ppc), the execution without its pure iterations has the
// remaining dependencies: the iteration that is not pure begins with the registers of the first
// one, whatever they were computed from since. The relations of these models shrink when reads and
// fences are removed: a subtrahend in them depends on the two events (`po \ loc`, `\ (W * R)`, the
// sources of two reads), or on writes in between. Removing writes is different: aarch64's
// local-successor grows without a read-modify-write in between, and its readers in its own thread
// would read from another write. So machines allow only Liberties::RemovalOfReads.
//
// imm allows all. Let a read-modify-write u read from w and restore the old value, and let the
// readers of u read from w instead. co, fr and eco do not grow; nor does hb: whatever synchronises
// by way of w does so by way of u, since w; rf; rmw is in the release sequence. rf and relations
// derived from it gain a pair (w, r), for which ar already had a path wherever it counts. From the
// read of u, ppo leads to all later writes, that of u first ([R & RMW]; po).
// - w and r in other threads than u: w; rfe; ppo; rfe led from w to r. If w is in r's own thread,
//   ppo may continue by (w, r) as rfi: the same path led there.
// - r in the thread of u: paths that continue from r continue from the read of u, to writes by ppo,
//   and through fences by po.
// - w in the thread of u: paths that lead to w lead to the write of u: dependencies by rfi and the
//   read of u, or by themselves (ctrl; addr; po), a release by [W & AtLeastRel]; po-loc; [W]. (A
//   detour is the same with coe before it.)
// A load before the loop that stands for a failed compare-and-swap (Conjunction::is_reload) is in
// fewer sets than the compare-and-swap was.
//
// With Liberties::RemovalOfReads an iteration with a read-modify-write is not pure, except for a
// failed compare-and-swap, nor is one that stands for a read before the loop: for models that are
// only known to allow the removal of reads and fences (ModelProperty::ReadRemoval).
[[nodiscard]] PurityElimination eliminate_pure_iterations(const Program& program,
                                                          Liberties liberties = Liberties::All);

}  // namespace drover::passes
