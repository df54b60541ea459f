#include "semantics/passes/purity/purity_condition.h"

#include <doctest/doctest.h>

namespace drover {

namespace {

struct Fixture {
  passes::TermTable terms;
  passes::TermId a = terms.register_value(RegisterId(0));
  passes::TermId b = terms.register_value(RegisterId(1));

  passes::PurityCondition is_true() {
    passes::PurityCondition condition(terms);
    condition.add(passes::Conjunction{});
    return condition;
  }
  passes::TermId compare(Operator op, passes::TermId term, Value value) {
    return terms.binary(op, term, terms.constant(value));
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "conditions on one value are met") {
  passes::PurityCondition condition = is_true();
  condition.restrict_to_true(compare(Operator::GreaterEqual, a, 4));
  condition.restrict_to_true(compare(Operator::NotEqual, a, 4));
  REQUIRE(condition.ways().size() == 1);
  REQUIRE(condition.ways()[0].literals.size() == 1);
  CHECK(condition.ways()[0].literals[0] == passes::Literal{a, passes::ValueSet::greater_than(4)});
}

TEST_CASE_FIXTURE(Fixture, "a contradiction is not a way") {
  passes::PurityCondition condition = is_true();
  condition.restrict_to_true(compare(Operator::Equal, a, 4));
  condition.restrict_to_true(compare(Operator::Less, a, 4));
  CHECK(condition.is_false());
  CHECK(condition.is_exact());
}

TEST_CASE_FIXTURE(Fixture, "two ways that differ in one value are one") {
  passes::PurityCondition left = is_true();
  left.restrict_to_true(compare(Operator::Equal, b, 7));
  passes::PurityCondition right = left;
  left.restrict_to_true(compare(Operator::Less, a, 4));
  right.restrict_to_false(compare(Operator::Less, a, 4));
  left.add(right);
  REQUIRE(left.ways().size() == 1);
  CHECK(left.ways()[0].literals == std::vector<passes::Literal>{{b, passes::ValueSet::only(7)}});
}

TEST_CASE_FIXTURE(Fixture, "a way that another implies goes") {
  passes::PurityCondition condition = is_true();
  condition.restrict_to_true(compare(Operator::Equal, b, 7));
  passes::PurityCondition special = condition;
  special.restrict_to_true(compare(Operator::Equal, a, 1));
  passes::PurityCondition both = special;
  both.add(condition);
  CHECK(both.ways() == condition.ways());
  condition.add(special);
  CHECK(both.ways() == condition.ways());
}

TEST_CASE_FIXTURE(Fixture, "`or` makes two ways, `and` one") {
  const passes::TermId is_one = compare(Operator::Equal, a, 1);
  const passes::TermId is_two = compare(Operator::Equal, b, 2);
  passes::PurityCondition either = is_true();
  either.restrict_to_true(terms.binary(Operator::Or, is_one, is_two));
  CHECK(either.ways().size() == 2);
  passes::PurityCondition not_both = is_true();
  not_both.restrict_to_false(terms.binary(Operator::And, is_one, is_two));
  CHECK(not_both.ways().size() == 2);
  passes::PurityCondition both = is_true();
  both.restrict_to_true(terms.binary(Operator::And, is_one, is_two));
  REQUIRE(both.ways().size() == 1);
  CHECK(both.ways()[0].literals.size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "what might fault is left out") {
  passes::PurityCondition condition = is_true();
  const passes::TermId may_divide =
      terms.binary(Operator::And, a, terms.binary(Operator::Divide, a, b));
  condition.restrict_to_true(terms.binary(Operator::Add, may_divide, terms.constant(1)));
  CHECK(condition.is_false());
  CHECK_FALSE(condition.is_exact());
}

TEST_CASE_FIXTURE(Fixture, "divisors and shift counts are tested first") {
  const passes::ValueSet some = ~passes::ValueSet::only(0);
  const passes::TermId sum = terms.binary(Operator::Add, b, terms.constant(1));
  const passes::TermId quotient = terms.binary(Operator::Divide, a, sum);
  passes::PurityCondition divides = is_true();
  divides.restrict_to_true(quotient);
  REQUIRE(divides.ways().size() == 1);
  CHECK(divides.ways()[0].literals == std::vector<passes::Literal>{{sum, some}, {quotient, some}});
  const passes::TermId shifted = terms.binary(Operator::ShiftRight, a, b);
  passes::PurityCondition shifts = is_true();
  shifts.restrict_to_true(shifted);
  REQUIRE(shifts.ways().size() == 1);
  CHECK(shifts.ways()[0].literals ==
        std::vector<passes::Literal>{{b, passes::ValueSet::range(0, 63)}, {shifted, some}});
  // A count that is known to be small needs no test.
  const passes::TermId masked =
      terms.binary(Operator::ShiftRight, a, terms.binary(Operator::BitAnd, b, terms.constant(31)));
  passes::PurityCondition never_faults = is_true();
  never_faults.restrict_to_true(masked);
  CHECK(never_faults.ways()[0].literals == std::vector<passes::Literal>{{masked, some}});
}

TEST_CASE_FIXTURE(Fixture, "substitution decides literals") {
  passes::PurityCondition condition = is_true();
  condition.restrict_to_true(compare(Operator::Equal, a, 1));
  passes::PurityCondition yes = condition;
  yes.substitute(RegisterId(0), terms.constant(1));
  REQUIRE(yes.ways().size() == 1);
  CHECK(yes.ways()[0].literals.empty());
  passes::PurityCondition no = condition;
  no.substitute(RegisterId(0), terms.constant(2));
  CHECK(no.is_false());
  passes::PurityCondition moved = condition;
  moved.substitute(RegisterId(0), b);
  REQUIRE(moved.ways().size() == 1);
  CHECK(moved.ways()[0].literals == std::vector<passes::Literal>{{b, passes::ValueSet::only(1)}});
}

TEST_CASE_FIXTURE(Fixture, "the place before which nobody is stopped is the last one") {
  passes::PurityCondition condition = is_true();
  condition.forbid_before({8, 9});
  condition.forbid_before({4, 5});  // met later, on the way back
  REQUIRE(condition.ways().size() == 1);
  CHECK(condition.ways()[0].not_before == passes::Place{8, 9});
}

TEST_CASE_FIXTURE(Fixture, "a condition that gets too large says less") {
  passes::PurityCondition condition = is_true();
  for (std::uint32_t i = 0; i < 7; ++i) {
    const passes::TermId left =
        compare(Operator::Equal, terms.register_value(RegisterId(2 * i)), 1);
    const passes::TermId right =
        compare(Operator::Equal, terms.register_value(RegisterId(2 * i + 1)), 1);
    condition.restrict_to_true(terms.binary(Operator::Or, left, right));
  }
  CHECK(condition.ways().size() <= passes::PurityCondition::MaxWays);
  CHECK_FALSE(condition.is_false());
  CHECK_FALSE(condition.is_exact());
}

}  // namespace drover
