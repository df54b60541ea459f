#pragma once

#include <cstdint>
#include <vector>

#include "semantics/passes/liberties.h"
#include "semantics/program/program.h"

namespace drover::passes {

// The effect of elimination on one loop of one thread.
struct EliminatedLoop {
  ThreadId thread;
  std::uint32_t loop = 0;       // Program::loops
  bool is_always_pure = false;  // it is never repeated any more
};

struct PurityElimination {
  Program program;
  std::vector<EliminatedLoop> loops;  // those that have pure iterations
};

// Partial loop purity elimination, [Godot] §III: threads stop at an `assume` where it is known
// that the iteration of a loop that they are in will change nothing. By Theorem 1 all local
// states stay reachable, but for those inside such iterations.
//
// The theorem is stated for sequential consistency. It holds for every model whose axioms
// forbid cycles in relations that can only shrink when reads and fences are taken out of an
// execution, as all of ours do: an execution without its pure iterations is an execution, and
// nobody else can tell the difference. A compare-and-swap that fails is such a read also where it
// is a fence (tso, pso): without it there is less order, and what is left is what the thread does
// when it comes later, in the iteration that is not pure. Where that iteration stands for a read
// before the loop (Conjunction::is_reload), either of the two may be the fence. If it is the one
// before the loop, what it orders was ordered by it already, since reads stay in order; if it is
// the one in the loop, there is less order again.
//
// Where dependencies matter (imm, aarch64, riscv, ppc), the execution without its pure iterations
// has those dependencies that are left: the iteration that is not pure begins with the registers
// that the first one began with, whatever they were computed from since. The relations of these
// models shrink when reads and fences are taken out: what is taken away from a relation in them is
// a matter of the two events (`po \ loc`, `\ (W * R)`, what two reads read), or of writes in
// between. With writes it would be another matter: of aarch64's local-successor there is more
// without a read-modify-write in between, and who reads from it in its own thread would read from
// another one. So no more than Liberties::RemovalOfReads is for machines.
//
// imm allows all. Let a read-modify-write u read from w and put back what was there, and let those
// that read from u read from w instead. co, fr and eco have no more than before; nor has hb: what
// synchronises by way of w does so by way of u, since w; rf; rmw is in the release sequence. rf and
// what is made of it has a pair (w, r) more, for which there was a way in ar already wherever it
// counts. From the read of u ppo leads to all writes behind it, that of u first ([R & RMW]; po).
//   - w and r in other threads than u: w; rfe; ppo; rfe led from w to r. If w is of r's own thread,
//     ppo may go on by (w, r) as rfi: the same way led there.
//   - r in the thread of u: what leads on from r leads on from the read of u, to writes by ppo, and
//     through fences by po.
//   - w in the thread of u: what leads to w leads to the write of u: dependencies by rfi and the
//     read of u, or by themselves (ctrl; addr; po), a release by [W & AtLeastRel]; po-loc; [W].
// (A detour is the same with coe before it.) A load before the loop that stands for a
// compare-and-swap that fails (Conjunction::is_reload) is in fewer sets than that one was.
//
// With Liberties::RemovalOfReads no iteration is pure that has a read-modify-write, unless it is a
// compare-and-swap that fails, nor one that stands for a read before the loop: for models of which
// no more is known than that reads and fences may be taken out (ModelProperty::ReadRemoval).
[[nodiscard]] PurityElimination eliminate_pure_iterations(const Program& program,
                                                          Liberties liberties = Liberties::All);

}  // namespace drover::passes
