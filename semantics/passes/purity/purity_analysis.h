#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/passes/liberties.h"
#include "semantics/passes/purity/purity_condition.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/control_flow.h"

namespace drover::passes {

// Where a thread that has begun a pure iteration of a loop can be stopped.
struct PureStop {
  // On the way from one instruction to another; nothing: before the header of the loop.
  std::optional<Place> place;
  // The iteration is pure if one of these ways is taken. What holds at `place` anyway is left
  // out of them.
  std::vector<Conjunction> ways;
  // And no inner loop has been repeated in this iteration, which is possible here.
  bool minds_inner_loops = false;
  // And this is the first iteration.
  bool minds_repetition = false;
};

// The result for one loop, [Godot] §III.
struct LoopPurity {
  InstructionIndex header = 0;
  std::vector<PureStop> stops;
  // Every iteration that comes back to the header is pure: once the pure ones are stopped, the
  // loop is never repeated.
  bool is_always_pure = false;
  // The jumps back to the headers of its inner loops that may still be taken.
  std::vector<Place> inner_back_edges;
};

// [Godot] §III: the iterations of a thread's loops that change nothing, by backward propagation
// of forward purity conditions through instructions and jumps.
//
// The paper works on SSA form. Here a condition at some point speaks of what registers hold
// at that point and of what later reads deliver (Term); going backwards over an assignment
// substitutes, going over a read puts the read in the place of its register. So every value has
// one definition, as in SSA form, and the phi nodes inside an iteration are resolved, one way for
// each branch. Those of the header are the registers that are live there: an iteration is pure
// only if they hold at its end what they held at its start. The paper calls the header impure
// along an edge on which a phi node takes another value. So do we, with one exception: if one of
// the two values is known, being a constant or because the condition says so, that the other is
// the same becomes part of the condition, as in `r := 0; while (r == 0) { r := x; }`. Compilers
// rotate such loops before they are looked at. And with another: it is enough that the two values
// are among those between which the thread makes no difference, as in
// `while (r != 0) { r := cmpxchg(x, 0, 1); }`, where nobody asks which of the others r is.
//
// One way of changing a register is let pass in the first iteration of a loop, in
//
//   r := x; while (…) { …; s := cmpxchg(x, r, e); if (s == r) { break; } r := s; }
//
// An iteration that leaves r with what it read of x last, and changes nothing else, is as good as
// none if the load before the loop had come later: the thread has done nothing in between. (The
// modes of the two must be the same.) After an iteration that did change something this would be
// wrong: there is no load then that could come later.
//
// A compare-and-swap is pure where it fails, and, as any read-modify-write, where it writes what
// was there: without that write, who read from it reads the same from the write before.
//
// Besides the paper's statements: `assume` and `assert` are branches of which one side does not
// come back; fences change nothing; allocation, release of memory and marked calls do.
class PurityAnalysis {
 public:
  // Holds the references.
  PurityAnalysis(const Program& program, const AtomicObjects& objects, ThreadId thread,
                 Liberties liberties);

  [[nodiscard]] const ControlFlow& flow() const { return flow_; }
  [[nodiscard]] TermTable& terms() { return terms_; }
  // The term that the instruction gives its target.
  [[nodiscard]] TermId read_by(InstructionIndex at);
  // Inner loops first, in the order of ControlFlow::loops. None if jumps go back to places that
  // are not loop headers.
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
  // From after an instruction (`next` is where it leads) to before it.
  void propagate(PurityCondition& condition, InstructionIndex at, Question question);
  class Propagation;
  PurityCondition branch(const NaturalLoop& loop, InstructionIndex at, const Branch& instruction,
                         Question question, const std::vector<PurityCondition>& before);

  [[nodiscard]] PurityCondition purity_of(const NaturalLoop& loop);
  // And a register holds at the end of the iteration (`after`) what it held at its start, or
  // something that makes no difference.
  void restrict_to_unchanged(PurityCondition& condition, const NaturalLoop& loop, RegisterId reg,
                             TermId after);
  // Those of `values` between which the thread makes no difference from the header of a loop on, if
  // a register holds one of them there. Nothing: it may do different things.
  [[nodiscard]] std::optional<ValueSet> alike_of(InstructionIndex header, RegisterId reg,
                                                 ValueSet values);
  // The values of a register with which what is computed, and dropped, cannot fault; nothing if
  // that is not known.
  [[nodiscard]] std::optional<ValueSet> safe_values(ExprId expression, RegisterId reg);
  // The values of a register for which a condition holds; nothing if it asks about more than that.
  [[nodiscard]] std::optional<ValueSet> values_for(ExprId condition, RegisterId reg);
  // The load before a loop whose result is in `reg` at the header, if nothing comes in between.
  [[nodiscard]] const Load* entry_load(const NaturalLoop& loop, RegisterId reg) const;
  // Whether `after` is what that load would have delivered, had it come later.
  [[nodiscard]] bool is_reload(const NaturalLoop& loop, RegisterId reg, TermId after);
  [[nodiscard]] std::vector<PureStop> stops_of(const NaturalLoop& loop,
                                               const PurityCondition& condition);
  [[nodiscard]] std::optional<Place> place_of(const Conjunction& way) const;
  // How one comes from the header to a place.
  [[nodiscard]] PurityCondition ways_to(const NaturalLoop& loop, Place place);
  // Whether one may have gone round an inner loop on the way from the header to a place.
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
  TermTable terms_;
  std::vector<InstructionIndex> always_pure_headers_;  // whose loops are never repeated
};

}  // namespace drover::passes
