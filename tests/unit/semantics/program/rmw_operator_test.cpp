#include "semantics/program/rmw_operator.h"

#include <doctest/doctest.h>

namespace drover {

TEST_CASE("the new value of a read-modify-write") {
  CHECK(apply(RmwOperator::Exchange, 6, 3) == 3);
  CHECK(apply(RmwOperator::Add, 6, 3) == 9);
  CHECK(apply(RmwOperator::Subtract, 6, 3) == 3);
  CHECK(apply(RmwOperator::And, 6, 3) == 2);
  CHECK(apply(RmwOperator::Or, 6, 3) == 7);
  CHECK(apply(RmwOperator::Xor, 6, 3) == 5);
}

TEST_CASE("the properties of read-modify-write operators hold on sample values") {
  for (const RmwNames& names : RmwTable) {
    CAPTURE(names.core);
    bool keeps_with_zero_only_here = true;
    bool commutes = true;
    for (const Value value : {0, 1, 5, 6}) {
      for (const Value operand : {0, 1, 2, 7}) {
        keeps_with_zero_only_here &= (apply(names.op, value, operand) == value) == (operand == 0);
        const Value there = apply(names.op, apply(names.op, value, operand), 3);
        commutes &= there == apply(names.op, apply(names.op, value, 3), operand);
      }
    }
    CHECK(keeps_with_zero_only_here == keeps_with_zero_only(names.op));
    if (is_addition(names.op)) CHECK(commutes);
  }
}

}  // namespace drover
