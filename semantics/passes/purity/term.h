#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "semantics/program/expression.h"
#include "semantics/program/program.h"

namespace drover::passes {

using TermId = StrongId<struct TermTag>;  // index into a TermTable

// A value that a thread computes within one iteration of a loop, over its registers at an earlier
// point and the values read since. `Read` plays the part of the registers of SSA form: it names the
// instruction that defines it.
struct Term {
  enum class Kind : std::uint8_t { Constant, Register, Read, Operation };

  Kind kind = Kind::Constant;
  Operator op = Operator::Constant;  // Operation
  std::uint32_t index = 0;           // Operation ElementAddress
  RegisterId reg = {};               // Register: its value at the point of interest
  InstructionIndex read = 0;         // Read: the value that this instruction assigns to its target
  Value value = 0;  // Constant; Operation ElementAddress: number of elements; Read: 1 if it is
                    // known to be 0 or 1
  TermId a = {}, b = {}, c = {};  // Operation

  bool operator==(const Term&) const = default;
};

// Hash-consed terms: equal terms have equal ids. Operations on constants are folded, comparisons
// normalized to `==` and `<`, and their negations by `!`. Successively added constants are
// combined; a check or conversion of C is dropped if its operand is known to be in range.
class TermTable {
 public:
  [[nodiscard]] const Term& operator[](TermId id) const { return terms_[id.value]; }

  TermId constant(Value value);
  TermId register_value(RegisterId reg);
  TermId read(InstructionIndex at, bool is_truth_value);
  TermId unary(Operator op, TermId a) { return operation(op, a, TermId::none(), TermId::none()); }
  TermId binary(Operator op, TermId a, TermId b) { return operation(op, a, b, TermId::none()); }
  // Returns the value of an expression over registers.
  TermId of(const ExpressionPool& pool, ExprId expression);

  // `term` with every `reg` replaced by `by`.
  TermId substitute(TermId term, RegisterId reg, TermId by);

  // True if the value is known to be 0 or 1.
  [[nodiscard]] bool is_truth_value(TermId term) const;
  // True if evaluation can fault, as for expressions.
  [[nodiscard]] bool may_fault(TermId term) const { return may_fault_[term.value]; }
  // True if the operator of an operation can fault on its operands.
  [[nodiscard]] bool may_fault_itself(TermId id) const {
    return may_fault_itself(terms_[id.value]);
  }
  // Returns the term without the checks of Operator::Guard and of checked operators: its value if
  // they pass.
  TermId unguarded(TermId term);
  // Number of nodes.
  [[nodiscard]] std::size_t size(TermId term) const { return sizes_[term.value]; }
  void collect_registers(TermId term, std::vector<RegisterId>& out) const;
  void collect_reads(TermId term, std::vector<InstructionIndex>& out) const;

 private:
  struct Hash {
    std::size_t operator()(const Term& term) const noexcept;
  };

  // Bounds of a term's values, if known.
  struct Bounds {
    Value first = 0;
    Value last = 0;

    [[nodiscard]] bool contain(const Bounds& other) const {
      return first <= other.first && other.last <= last;
    }
  };
  [[nodiscard]] std::optional<Bounds> bounds_of(const Term& term) const;
  [[nodiscard]] static Bounds signed_bounds(Value bits);
  // Drops conversions and checks of C on values in range.
  [[nodiscard]] std::optional<TermId> without_effect(const Term& term) const;

  TermId intern(const Term& term);
  [[nodiscard]] bool may_fault_itself(const Term& term) const;
  // Returns an operation with `map(part)` in place of its operands.
  template <typename Map>
  TermId with_parts(TermId id, const Map& map);
  TermId operation(Operator op, TermId a, TermId b, TermId c);
  TermId operation(const Term& term);
  TermId unary_operation(const Term& term);
  TermId logical_operation(const Term& term);  // And, Or
  TermId binary_operation(const Term& term);   // both operands are evaluated
  // Returns `a op b`, combining `b` with a constant in `a`.
  std::optional<TermId> with_joined_constants(Operator op, TermId a, TermId b);
  [[nodiscard]] bool is_constant(TermId term) const {
    return terms_[term.value].kind == Term::Kind::Constant;
  }
  // Returns the value of a constant.
  [[nodiscard]] std::optional<Value> known(TermId term) const {
    return is_constant(term) ? std::optional(terms_[term.value].value) : std::nullopt;
  }

  std::vector<Term> terms_;
  std::vector<bool> may_fault_;
  std::vector<std::size_t> sizes_;
  std::vector<std::optional<Bounds>> bounds_;
  std::unordered_map<Term, TermId, Hash> index_;
};

}  // namespace drover::passes
