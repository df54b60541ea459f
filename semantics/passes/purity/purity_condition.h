#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "semantics/passes/purity/term.h"
#include "semantics/passes/purity/value_set.h"

namespace drover::passes {

// A place between two instructions of a thread, on the way from one to the other.
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

// Something that a thread computes on its way to a place, and that may fault before it is there.
struct PossibleFault {
  Place place;
  TermId term;

  bool operator==(const PossibleFault&) const = default;
};

// One way through the rest of an iteration: what must hold for the thread to take it.
struct Conjunction {
  std::vector<Literal> literals;  // by ascending term, each at most once
  // Something on the way may fault: the thread must not be stopped before it is here.
  std::optional<Place> not_before;
  // The same, unless it turns out that these cannot fault on this way. The last one comes first.
  std::vector<PossibleFault> faults;
  // The values, at the end of the iteration, of the registers that matter after it.
  std::vector<TermId> kept;
  // It leaves one register changed, as if the load before the loop had come later.
  bool is_reload = false;

  bool operator==(const Conjunction&) const = default;
};

// A condition in disjunctive normal form over terms, [Godot] Def. 1. Where it gets too large,
// or a part of it might fault, that part is left out: the condition then says less than it
// could, and `is_exact` says so. Checks that a value is in range (Operator::Guard) are taken as
// passed: who asks whether a condition holds must have come to where they were made, which is what
// `faults` is for.
class PurityCondition {
 public:
  static constexpr std::size_t MaxWays = 64;
  static constexpr std::size_t MaxTermSize = 64;

  explicit PurityCondition(TermTable& terms) : terms_(&terms) {}

  [[nodiscard]] const std::vector<Conjunction>& ways() const { return ways_; }
  [[nodiscard]] bool is_false() const { return ways_.empty(); }
  [[nodiscard]] bool is_exact() const { return is_exact_; }

  // Adds one way. Ways that differ in one literal become one, ways that another implies go.
  void add(Conjunction way);
  void add(const PurityCondition& other);

  // And `term` has one of `values`.
  void restrict(TermId term, const ValueSet& values);
  void restrict_to_true(TermId term) { restrict(term, ~ValueSet::only(0)); }
  void restrict_to_false(TermId term) { restrict(term, ValueSet::only(0)); }

  // With `by` for `reg`: the condition before an assignment.
  void substitute(RegisterId reg, TermId by);
  // On all ways, unless there is a later such place already.
  void forbid_before(Place place);
  // The same if `term` faults, which may turn out to be impossible further up.
  void forbid_before(Place place, TermId term);

  // Whether `way` is one of these ways or a special case of one, which passes its place too.
  [[nodiscard]] bool covers(const Conjunction& way) const;
  // Whether all ways imply the literal.
  [[nodiscard]] bool implies(const Literal& literal) const;

 private:
  using Ways = std::vector<Conjunction>;

  // Each of `ways` with the literal, brought to its simplest form.
  void restrict_ways(Ways& ways, TermId term, ValueSet values);
  // The same by what a truth value is computed from. False: that has no simpler form.
  bool restrict_operands(Ways& ways, const Term& term, bool is_true);
  // Each of `ways` with `a` or `b` among `values`.
  void restrict_either(Ways& ways, TermId a, TermId b, const ValueSet& values);
  static void restrict_elementary(Ways& ways, TermId term, const ValueSet& values);

  TermTable* terms_;
  Ways ways_;
  bool is_exact_ = true;
};

}  // namespace drover::passes
