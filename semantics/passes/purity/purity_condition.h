#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "semantics/passes/purity/term.h"
#include "semantics/passes/purity/value_set.h"

namespace drover::passes {

// An edge between two instructions of a thread.
struct Place {
  InstructionIndex from = 0;
  InstructionIndex to = 0;

  auto operator<=>(const Place&) const = default;
};

// The claim that a term has one of some values.
struct Literal {
  TermId term;
  ValueSet values;

  bool operator==(const Literal&) const = default;
};

// A computation on the way to a place that may fault before the thread gets there.
struct PossibleFault {
  Place place;
  TermId term;

  bool operator==(const PossibleFault&) const = default;
};

// One way through the rest of an iteration, with the conditions under which the thread takes it.
struct Conjunction {
  std::vector<Literal> literals;  // by ascending term, each at most once
  // A step on the way may fault: the thread must not be stopped before this place.
  std::optional<Place> not_before;
  // Computations that may fault: the thread must not be stopped before these either, unless they
  // turn out not to fault on this way. The last one comes first.
  std::vector<PossibleFault> faults;
  // The values, at the end of the iteration, of the registers that are live after it.
  std::vector<TermId> kept;
  // One register changes as if the load before the loop had come later.
  bool is_reload = false;

  bool operator==(const Conjunction&) const = default;
};

// A condition in disjunctive normal form over terms, [Godot] Def. 1. Parts that are too large or
// might fault are left out: the condition then covers fewer cases, and `is_exact` is false.
// Range checks (Operator::Guard) are assumed to pass: a condition may only be tested after the
// place of these checks, which `faults` records.
class PurityCondition {
 public:
  static constexpr std::size_t MaxWays = 64;
  static constexpr std::size_t MaxTermSize = 64;

  explicit PurityCondition(TermTable& terms) : terms_(&terms) {}

  [[nodiscard]] const std::vector<Conjunction>& ways() const { return ways_; }
  [[nodiscard]] bool is_false() const { return ways_.empty(); }
  [[nodiscard]] bool is_exact() const { return is_exact_; }

  // Adds one way. Merges ways that differ in one literal, and drops implied ways.
  void add(Conjunction way);
  void add(const PurityCondition& other);

  // Adds the requirement that `term` has one of `values`.
  void restrict(TermId term, const ValueSet& values);
  void restrict_to_true(TermId term) { restrict(term, ~ValueSet::only(0)); }
  void restrict_to_false(TermId term) { restrict(term, ValueSet::only(0)); }

  // Replaces `reg` by `by`: gives the condition before an assignment.
  void substitute(RegisterId reg, TermId by);
  // Sets `not_before` on all ways that have no later such place.
  void forbid_before(Place place);
  // As above, if `term` faults. Instructions before it may show that it does not.
  void forbid_before(Place place, TermId term);

  // True if `way` is one of these ways or a special case of one, and also passes its place.
  [[nodiscard]] bool covers(const Conjunction& way) const;
  // True if all ways imply the literal.
  [[nodiscard]] bool implies(const Literal& literal) const;

 private:
  using Ways = std::vector<Conjunction>;

  // Adds the literal to each of `ways`, in simplest form.
  void restrict_ways(Ways& ways, TermId term, ValueSet values);
  // Requires that evaluating a term does not fault: the literals for that come before those on the
  // term itself, since operands are older. False if no literals can express it.
  bool restrict_to_defined(Ways& ways, TermId term);
  // As restrict_ways, with literals of the operands of a truth value. False if there is no simpler
  // form.
  bool restrict_operands(Ways& ways, const Term& term, bool is_true);
  // Requires `a` or `b` to be among `values` in each of `ways`.
  void restrict_either(Ways& ways, TermId a, TermId b, const ValueSet& values);
  // Requires that one of the values that `term` selects from is among `values`, and selected.
  void restrict_selected(Ways& ways, const Term& term, const ValueSet& values);
  void add_ways(Ways& ways, const Ways& others);
  static void restrict_elementary(Ways& ways, TermId term, const ValueSet& values);

  TermTable* terms_;
  Ways ways_;
  bool is_exact_ = true;
};

}  // namespace drover::passes
