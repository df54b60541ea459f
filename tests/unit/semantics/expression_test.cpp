#include "semantics/expression.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "semantics/address.h"

namespace drover {

namespace {

constexpr Value Min = std::numeric_limits<Value>::min();
constexpr Value Max = std::numeric_limits<Value>::max();

Value result_of(Operator op, Value left, Value right) {
  const Evaluation evaluation = apply_binary(op, left, right);
  CHECK_FALSE(evaluation.faulted);
  return evaluation.value;
}

}  // namespace

TEST_CASE("arithmetic wraps around in two's complement") {
  CHECK(result_of(Operator::Add, Max, 1) == Min);
  CHECK(result_of(Operator::Subtract, Min, 1) == Max);
  CHECK(result_of(Operator::Multiply, Max, 2) == -2);
  CHECK(apply_unary(Operator::Negate, Min) == Min);
  CHECK(result_of(Operator::Divide, Min, -1) == Min);
  CHECK(result_of(Operator::Remainder, Min, -1) == 0);
}

TEST_CASE("division and remainder truncate towards zero, as in C") {
  CHECK(result_of(Operator::Divide, -7, 2) == -3);
  CHECK(result_of(Operator::Remainder, -7, 2) == -1);
  CHECK(result_of(Operator::Remainder, 7, -2) == 1);
}

TEST_CASE("shifts are arithmetic and fault outside 0 to 63") {
  CHECK(result_of(Operator::ShiftLeft, 1, 63) == Min);
  CHECK(result_of(Operator::ShiftRight, -8, 1) == -4);
  CHECK(apply_binary(Operator::ShiftLeft, 1, 64).faulted);
  CHECK(apply_binary(Operator::ShiftRight, 1, -1).faulted);
}

TEST_CASE("division by zero faults, and the faulting node is known") {
  ExpressionPool pool;
  const ExprId zero = pool.constant(0);
  const ExprId division = pool.binary(Operator::Divide, pool.constant(1), zero);
  const ExprId sum = pool.binary(Operator::Add, division, pool.constant(1));
  const Evaluation evaluation = evaluate(pool, sum, {});
  CHECK(evaluation.faulted);
  CHECK(evaluation.fault == ErrorKind::Arithmetic);
  CHECK(evaluation.fault_at == division);
  CHECK(pool.may_fault(sum));
  CHECK_FALSE(pool.may_fault(zero));
}

TEST_CASE("&& and || look at their right side only where it matters") {
  ExpressionPool pool;
  const ExprId faults = pool.binary(Operator::Divide, pool.constant(1), pool.constant(0));
  const ExprId yes = pool.constant(7);
  const ExprId no = pool.constant(0);
  CHECK(evaluate(pool, pool.binary(Operator::And, no, faults), {}).value == 0);
  CHECK(evaluate(pool, pool.binary(Operator::Or, yes, faults), {}).value == 1);
  CHECK(evaluate(pool, pool.binary(Operator::And, yes, faults), {}).faulted);
  CHECK(evaluate(pool, pool.binary(Operator::And, yes, yes), {}).value == 1);
}

TEST_CASE("?: evaluates one of its branches") {
  ExpressionPool pool;
  ExpressionNode select;
  select.op = Operator::Select;
  select.a = pool.register_value(RegisterId(0));
  select.b = pool.constant(5);
  select.c = pool.binary(Operator::Divide, pool.constant(1), pool.constant(0));
  const ExprId id = pool.add(select);
  CHECK(evaluate(pool, id, std::vector<Value>{1}).value == 5);
  CHECK(evaluate(pool, id, std::vector<Value>{0}).faulted);
}

TEST_CASE("the element of an array has an address within its bounds only") {
  ExpressionPool pool;
  ExpressionNode element;
  element.op = Operator::ElementAddress;
  element.index = 3;
  element.value = 2;
  element.a = pool.register_value(RegisterId(0));
  const ExprId id = pool.add(element);
  CHECK(evaluate(pool, id, std::vector<Value>{1}).value == address::of_object(3, 1));
  for (const Value outside : {Value{-1}, Value{2}, Max}) {
    const Evaluation evaluation = evaluate(pool, id, std::vector<Value>{outside});
    CHECK(evaluation.faulted);
    CHECK(evaluation.fault == ErrorKind::Memory);
    CHECK(evaluation.fault_operand == outside);
  }
}

TEST_CASE("addresses say what they are addresses of") {
  const Value shared = address::of_object(5, 7);
  CHECK(address::is_address(shared));
  CHECK_FALSE(address::is_heap(shared));
  CHECK(address::object(shared) == 5);
  CHECK(address::cell(shared) == 7);

  const Value heap = address::of_allocation(ThreadId(3), 2, 9) + 4;
  CHECK(address::is_heap(heap));
  CHECK(address::allocating_thread(heap) == ThreadId(3));
  CHECK(address::struct_index(heap) == 2);
  CHECK(address::allocation_count(heap) == 9);
  CHECK(address::cell(heap) == 4);
  CHECK(address::struct_index(address::of_allocation(ThreadId(0), -1, 0)) == -1);
  CHECK_FALSE(address::is_address(0));
  CHECK_FALSE(address::is_address(-1));
}

}  // namespace drover
