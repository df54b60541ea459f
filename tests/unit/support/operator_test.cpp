#include "support/operator.h"

#include <doctest/doctest.h>

#include <limits>

namespace drover::operator_test {

constexpr std::int64_t Least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t Greatest = std::numeric_limits<std::int64_t>::max();

TEST_CASE("each row of the table of operators is at the index of its operator") {
  for (std::size_t i = 0; i < OperatorTable.size(); ++i) {
    CHECK(static_cast<std::size_t>(OperatorTable[i].op) == i);
  }
}

TEST_CASE("the contrary of a comparison is false exactly where the comparison is true") {
  for (const OperatorNotation& each : OperatorTable) {
    if (!each.contrary) continue;
    CHECK(contrary_of(*each.contrary) == each.op);
    for (const std::int64_t right : {-1, 0, 1}) {
      CHECK(applied(each.op, 0, right) != applied(*each.contrary, 0, right));
    }
  }
}

TEST_CASE("arithmetic wraps, and checked arithmetic has no result then") {
  CHECK(applied(Operator::Add, Greatest, 1) == Least);
  CHECK(applied(Operator::AddChecked, Greatest, 1) == std::nullopt);
  CHECK(applied(Operator::SubtractChecked, Least, 1) == std::nullopt);
  CHECK(applied(Operator::MultiplyChecked, Greatest, 2) == std::nullopt);
  CHECK(applied(Operator::MultiplyChecked, 3, 4) == 12);
  CHECK(applied(Operator::Divide, Least, -1) == Least);
  CHECK(applied(Operator::Remainder, Least, -1) == 0);
  CHECK(applied(Operator::UnsignedDivide, -1, 2) == Greatest);
}

TEST_CASE("divisions by zero and wide shifts have no result") {
  for (const Operator op : {Operator::Divide, Operator::Remainder, Operator::UnsignedDivide,
                            Operator::UnsignedRemainder}) {
    CHECK(applied(op, 7, 0) == std::nullopt);
  }
  for (const Operator op : {Operator::ShiftLeft, Operator::ShiftRight}) {
    CHECK(applied(op, 1, 64) == std::nullopt);
    CHECK(applied(op, 1, -1) == std::nullopt);
  }
  CHECK(applied(Operator::ShiftRight, -8, 1) == -4);
}

}  // namespace drover::operator_test
