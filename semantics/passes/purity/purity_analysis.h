#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/passes/liberties.h"
#include "semantics/passes/purity/new_dependencies.h"
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
class PurityAnalysis {
 public:
  // Holds references.
  PurityAnalysis(const Program& program, const AtomicObjects& objects, ThreadId thread,
                 Liberties liberties);

  [[nodiscard]] const ControlFlow& flow() const { return flow_; }
  [[nodiscard]] TermTable& terms() { return terms_; }
  // Returns the term that the instruction assigns to its target.
  [[nodiscard]] TermId read_by(InstructionIndex at);
  // Inner loops first, in the order of ControlFlow::loops. Empty if a backward jump goes to a place
  // that is not a loop header.
  [[nodiscard]] std::vector<LoopPurity> run();

 private:
  // The question that a condition answers.
  enum class Question : std::uint8_t {
    IsPure,    // the rest of the iteration is pure
    ComesBack  // it comes back to the header, with or without effects
  };

  [[nodiscard]] std::vector<PurityCondition> conditions_of(const NaturalLoop& loop,
                                                           Question question);
  [[nodiscard]] PurityCondition at_edge(const NaturalLoop& loop, Place edge, Question question,
                                        const std::vector<PurityCondition>& before);
  // Moves a condition from after an instruction (`next` is its successor) to before it.
  void propagate(PurityCondition& condition, InstructionIndex at, Question question);
  class Propagation;
  PurityCondition branch(const NaturalLoop& loop, InstructionIndex at, const Branch& instruction,
                         Question question, const std::vector<PurityCondition>& before);

  [[nodiscard]] PurityCondition purity_of(const NaturalLoop& loop);
  // Requires that a register's value at the end of the iteration (`after`) equals its value at the
  // start, or makes no difference.
  void restrict_to_unchanged(PurityCondition& condition, const NaturalLoop& loop, RegisterId reg,
                             TermId after);
  // Returns those of `values` that a register may hold at the header of a loop without a difference
  // for the thread from there on. Nothing if the thread may behave differently.
  [[nodiscard]] std::optional<ValueSet> alike_of(InstructionIndex header, RegisterId reg,
                                                 ValueSet values);
  // Returns the values of a register for which a computed and dropped expression cannot fault;
  // nothing if unknown.
  [[nodiscard]] std::optional<ValueSet> safe_values(ExprId expression, RegisterId reg);
  // Returns the values of a register that satisfy a condition; nothing if it depends on more.
  [[nodiscard]] std::optional<ValueSet> values_for(ExprId condition, RegisterId reg);
  // Returns the load before a loop whose result is in `reg` at the header, and nowhere else, if no
  // event comes in between.
  [[nodiscard]] const Load* entry_load(const NaturalLoop& loop, RegisterId reg) const;
  // True if more than `reg` depends on the loaded value after `steps`, of which the last comes
  // first.
  [[nodiscard]] bool is_copied(const NaturalLoop& loop, RegisterId reg,
                               const std::vector<const Assign*>& steps) const;
  // True if `after` is the value that the load before the loop returns if it comes later.
  [[nodiscard]] bool is_reload(const NaturalLoop& loop, RegisterId reg, TermId after);
  // Ways on which the thread cannot be stopped are left out.
  [[nodiscard]] std::vector<PureStop> stops_of(const NaturalLoop& loop,
                                               const PurityCondition& condition);
  [[nodiscard]] std::vector<InstructionIndex> reads_of(const Conjunction& way) const;
  [[nodiscard]] std::optional<Place> place_of(const Conjunction& way) const;
  // Returns places to stop at on this way, such that the thread passes one of them and a test there
  // gives no new dependency, if that matters. Empty if there are none.
  [[nodiscard]] std::vector<std::optional<Place>> places_of(const NaturalLoop& loop,
                                                            const Conjunction& way);
  // True if the thread can be at `place` (nothing: before the header) on this way, and events would
  // depend on the test of its condition there.
  [[nodiscard]] bool adds_dependencies(const NaturalLoop& loop, std::optional<Place> place,
                                       Conjunction way);
  // Leaves out the literals of `way` that always hold at `place`. False if the way never leads
  // there.
  bool leave_out_known(const NaturalLoop& loop, Place place, Conjunction& way);
  // Returns the conditions of the paths from the header to a place.
  [[nodiscard]] PurityCondition ways_to(const NaturalLoop& loop, Place place);
  // True if an inner loop may have repeated on a path from the header to a place.
  [[nodiscard]] bool may_follow_inner_loop(const NaturalLoop& loop, Place place) const;

  [[nodiscard]] TermId term(ExprId expression) {
    return terms_.of(thread_.expressions, expression);
  }
  [[nodiscard]] bool is_dead(Place edge) const;

  Liberties liberties_;
  const Thread& thread_;
  ControlFlow flow_;
  Liveness liveness_;
  const AtomicObjects& objects_;
  NewDependencies new_dependencies_;
  TermTable terms_;
  std::map<Place, PurityCondition> ways_to_;           // of the current loop
  std::vector<InstructionIndex> always_pure_headers_;  // headers of loops that never repeat
};

}  // namespace drover::passes
