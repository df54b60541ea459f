#include "semantics/passes/purity/term.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "semantics/program/address.h"

namespace drover {

TEST_CASE("equal terms are the same term") {
  passes::TermTable terms;
  const passes::TermId a = terms.register_value(RegisterId(0));
  const passes::TermId b = terms.read(3, false);
  CHECK(terms.register_value(RegisterId(0)) == a);
  CHECK(terms.binary(Operator::Add, a, b) == terms.binary(Operator::Add, a, b));
  CHECK(terms.binary(Operator::Equal, a, b) == terms.binary(Operator::Equal, b, a));
  CHECK(terms.binary(Operator::Add, a, b) != terms.binary(Operator::Add, b, a));
}

TEST_CASE("comparisons have one form") {
  passes::TermTable terms;
  const passes::TermId a = terms.register_value(RegisterId(0));
  const passes::TermId b = terms.register_value(RegisterId(1));
  const auto negated = [&](passes::TermId term) { return terms.unary(Operator::Not, term); };
  CHECK(terms.binary(Operator::Greater, a, b) == terms.binary(Operator::Less, b, a));
  CHECK(terms.binary(Operator::LessEqual, a, b) == negated(terms.binary(Operator::Less, b, a)));
  CHECK(terms.binary(Operator::GreaterEqual, a, b) == negated(terms.binary(Operator::Less, a, b)));
  CHECK(terms.binary(Operator::NotEqual, a, b) == negated(terms.binary(Operator::Equal, a, b)));
  CHECK(negated(terms.binary(Operator::NotEqual, a, b)) == terms.binary(Operator::Equal, a, b));
  CHECK(terms.binary(Operator::Equal, a, a) == terms.constant(1));
  CHECK(terms.binary(Operator::Less, a, a) == terms.constant(0));
}

TEST_CASE("substitution computes what it can") {
  passes::TermTable terms;
  const RegisterId reg(0);
  const passes::TermId a = terms.register_value(reg);
  const passes::TermId sum = terms.binary(Operator::Add, a, terms.constant(2));
  CHECK(terms.substitute(sum, reg, terms.constant(40)) == terms.constant(42));
  CHECK(terms.substitute(sum, RegisterId(1), terms.constant(40)) == sum);
  const passes::TermId is_42 = terms.binary(Operator::Equal, sum, terms.constant(42));
  CHECK(terms.substitute(is_42, reg, terms.constant(40)) == terms.constant(1));
  const passes::TermId both = terms.binary(Operator::And, a, is_42);
  CHECK(terms.substitute(both, reg, terms.constant(0)) == terms.constant(0));
}

TEST_CASE("division by a constant other than 0 does not fault") {
  passes::TermTable terms;
  const passes::TermId a = terms.register_value(RegisterId(0));
  CHECK_FALSE(terms.may_fault(terms.binary(Operator::Remainder, a, terms.constant(2))));
  CHECK(terms.may_fault(terms.binary(Operator::Remainder, a, terms.constant(0))));
  CHECK(terms.may_fault(terms.binary(Operator::Divide, terms.constant(1), a)));
  CHECK_FALSE(terms.may_fault(terms.binary(Operator::ShiftLeft, a, terms.constant(63))));
  CHECK(terms.may_fault(terms.binary(Operator::ShiftLeft, a, terms.constant(64))));
  const passes::TermId quotient = terms.binary(Operator::Divide, terms.constant(1), a);
  CHECK(terms.may_fault(terms.binary(Operator::Add, quotient, a)));
}

TEST_CASE("terms that are known to be 0 or 1 are recognised") {
  passes::TermTable terms;
  const passes::TermId a = terms.register_value(RegisterId(0));
  CHECK_FALSE(terms.is_truth_value(a));
  CHECK_FALSE(terms.is_truth_value(terms.read(1, false)));
  CHECK(terms.is_truth_value(terms.read(1, true)));
  CHECK(terms.is_truth_value(terms.unary(Operator::Not, a)));
  CHECK(terms.is_truth_value(terms.binary(Operator::Less, a, terms.constant(2))));
  CHECK_FALSE(terms.is_truth_value(terms.binary(Operator::Add, a, terms.constant(2))));
}

namespace {

passes::TermId guarded(passes::TermTable& terms, ExpressionPool& pool, ExprId inner, Value bits) {
  return terms.of(pool, pool.add({.op = Operator::Guard,
                                  .index = static_cast<std::uint32_t>(Guard::Signed),
                                  .value = bits,
                                  .a = inner}));
}

}  // namespace

TEST_CASE("constants that are added become one") {
  passes::TermTable terms;
  const passes::TermId a = terms.register_value(RegisterId(0));
  const auto plus = [&](passes::TermId term, Value value) {
    return terms.binary(Operator::Add, term, terms.constant(value));
  };
  CHECK(plus(plus(a, 2), 40) == plus(a, 42));
  CHECK(terms.binary(Operator::Subtract, plus(a, 42), terms.constant(42)) == a);
  CHECK(terms.binary(Operator::Equal, plus(a, 1), terms.constant(42)) ==
        terms.binary(Operator::Equal, a, terms.constant(41)));
}

TEST_CASE("an operator that uses the upper bits of an address keeps its fault") {
  passes::TermTable terms;
  ExpressionPool pool;
  const auto tagged = [&](ExprId pointer, Value tag) {
    return terms.of(
        pool,
        pool.add(
            {.op = Operator::BitOr, .index = AddressBits, .a = pointer, .b = pool.constant(tag)}));
  };
  const ExprId object = pool.constant(address::of_object(0));
  CHECK(terms.may_fault(tagged(object, Value{5} << 48)));
  CHECK(terms.may_fault(tagged(pool.register_value(RegisterId(0)), Value{5} << 48)));
  CHECK(tagged(object, 1) == terms.constant(address::of_object(0, 1)));
  CHECK_FALSE(terms.may_fault(tagged(pool.register_value(RegisterId(0)), 1)));
}

TEST_CASE("a guard of a value in range is removed, with its fault") {
  passes::TermTable terms;
  ExpressionPool pool;
  const ExprId reg = pool.register_value(RegisterId(0));
  const ExprId truth = pool.binary(Operator::Equal, reg, pool.constant(17));
  const ExprId sum = pool.binary(Operator::Add, truth, pool.constant(41));
  CHECK(guarded(terms, pool, sum, 32) == terms.of(pool, sum));
  const ExprId any = pool.binary(Operator::Add, reg, pool.constant(41));
  const passes::TermId checked = guarded(terms, pool, any, 32);
  CHECK(terms.may_fault(checked));
  CHECK(terms.unguarded(checked) == terms.of(pool, any));
  CHECK(guarded(terms, pool, sum, 3) != terms.of(pool, sum));  // 42 does not fit
}

TEST_CASE("a conversion of a value that fits is removed") {
  passes::TermTable terms;
  const passes::TermId truth =
      terms.binary(Operator::Less, terms.register_value(RegisterId(0)), terms.constant(3));
  CHECK(terms.binary(Operator::BitAnd, truth, terms.constant(0xff)) == truth);
  CHECK(terms.binary(Operator::BitAnd, truth, terms.constant(INT64_MAX)) == truth);
  CHECK(terms.binary(Operator::BitAnd, truth, terms.constant(6)) != truth);
  const passes::TermId up = terms.binary(Operator::ShiftLeft, truth, terms.constant(32));
  CHECK(terms.binary(Operator::ShiftRight, up, terms.constant(32)) == truth);
  const passes::TermId wide = terms.register_value(RegisterId(1));
  CHECK(terms.binary(Operator::BitAnd, wide, terms.constant(0xff)) != wide);
}

}  // namespace drover
