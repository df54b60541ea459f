#include "semantics/program/expression.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "semantics/program/address.h"

namespace drover::expression_test {

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

TEST_CASE("&& and || evaluate their right side only if it matters") {
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

TEST_CASE("an address has its object and cell") {
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

namespace {

// Two addresses of the heap of different threads, cells of two objects of the first, and what
// is none.
constexpr ThreadId FirstThread{std::size_t{1}};
constexpr Value Mine = address::of_allocation(FirstThread, -1, 0);
constexpr Value MyOther = address::of_allocation(FirstThread, -1, 1);
constexpr Value Yours = address::of_allocation(ThreadId(std::size_t{2}), -1, 0);
constexpr Value Shared = address::of_object(0);

// In both orders of the operands.
bool depends(Operator op, Value a, Value b) {
  CHECK(depends_on_placement(op, a, b) == depends_on_placement(op, b, a));
  return depends_on_placement(op, a, b);
}

}  // namespace

TEST_CASE("placement: values without heap addresses do not depend on it") {
  for (int op = static_cast<int>(Operator::Multiply); op <= static_cast<int>(Operator::BitOr);
       ++op) {
    CHECK_FALSE(depends(static_cast<Operator>(op), 6, 3));
    CHECK_FALSE(depends(static_cast<Operator>(op), Shared, Shared + 1));
  }
}

TEST_CASE("placement: equality is the same wherever objects are") {
  for (const Operator op : {Operator::Equal, Operator::NotEqual}) {
    CHECK_FALSE(depends(op, Mine, Yours));
    CHECK_FALSE(depends(op, Mine, Mine));
    CHECK_FALSE(depends(op, Mine, 0));
  }
}

TEST_CASE("placement: order depends on it between objects, not against what is not an address") {
  for (const Operator op :
       {Operator::Less, Operator::LessEqual, Operator::Greater, Operator::GreaterEqual}) {
    CHECK(depends(op, Mine, Yours));
    for (const Value other : {Value{0}, Value{-1}, Value{1000000}, Shared}) {
      CHECK_FALSE(depends(op, Mine, other));
    }
  }
}

TEST_CASE("placement: sums that stay in the object do not depend on it") {
  for (const Value offset : {Value{0}, Value{1}, Value{address::CellMask}}) {
    CHECK_FALSE(depends(Operator::Add, Mine, offset));
    CHECK_FALSE(depends_on_placement(Operator::Subtract, Mine + offset, offset));
  }
  CHECK(depends(Operator::Add, Mine, -1));
  CHECK(depends(Operator::Add, Mine, address::CellMask + 1));
  CHECK(depends(Operator::Add, Mine, Yours));
  CHECK(depends_on_placement(Operator::Subtract, Mine, 1));
  CHECK(depends_on_placement(Operator::Subtract, 1, Mine));
}

TEST_CASE("placement: distances do not depend on it between objects of one thread") {
  CHECK_FALSE(depends(Operator::Subtract, Mine, Mine + 2));
  CHECK_FALSE(depends(Operator::Subtract, Mine, MyOther));
  CHECK(depends(Operator::Subtract, Mine, Yours));
}

TEST_CASE("placement: products, quotients and shifts of addresses depend on it") {
  for (const Operator op : {Operator::Multiply, Operator::Divide, Operator::Remainder,
                            Operator::ShiftLeft, Operator::ShiftRight}) {
    CHECK(depends_on_placement(op, Mine, 2));
  }
}

TEST_CASE("placement: bits of the cell, or all of the address, do not depend on it") {
  for (const Value bits : {Value{0}, Value{1}, Value{address::CellMask}}) {
    CHECK_FALSE(depends(Operator::BitAnd, Mine, bits));
    CHECK_FALSE(depends(Operator::BitOr, Mine, bits));
    CHECK_FALSE(depends(Operator::BitXor, Mine, bits));
  }
  CHECK_FALSE(depends(Operator::BitAnd, Mine, -1));
  CHECK_FALSE(depends(Operator::BitAnd, Mine + 3, ~address::CellMask));
  for (const Operator op : {Operator::BitAnd, Operator::BitOr, Operator::BitXor}) {
    CHECK(depends(op, Mine, Yours));
  }
}

TEST_CASE("placement: bits of the thread depend on it") {
  const Value bit_of_thread = Mine & address::ThreadMask;  // thread 1 has one bit
  CHECK(depends(Operator::BitAnd, Mine, bit_of_thread));
  CHECK(depends(Operator::BitXor, Mine, bit_of_thread));
  // Set in this address, but not in that of another thread.
  CHECK(depends(Operator::BitOr, Mine, bit_of_thread));
  // All bits of the thread, but no address any more.
  CHECK(depends(Operator::BitAnd, Mine, address::ThreadMask));
  CHECK(depends(Operator::BitAnd, Mine, ~address::HeapTag));
}

TEST_CASE("placement: an evaluation depends on it if a part of it that is evaluated does") {
  ExpressionPool pool;
  const ExprId mine = pool.register_value(RegisterId(0));
  const ExprId yours = pool.register_value(RegisterId(1));
  const ExprId order = pool.binary(Operator::Less, mine, yours);
  const auto depends_with = [&](ExprId id, Value a, Value b) {
    return evaluate(pool, id, std::vector<Value>{a, b}).depends_on_placement;
  };
  CHECK(depends_with(order, Mine, Yours));
  CHECK_FALSE(depends_with(order, Mine, 3));
  CHECK(depends_with(pool.binary(Operator::Add, order, pool.constant(1)), Mine, Yours));
  CHECK_FALSE(depends_with(pool.binary(Operator::And, pool.constant(0), order), Mine, Yours));
  CHECK(depends_with(pool.binary(Operator::Or, pool.constant(0), order), Mine, Yours));
  // Nothing remains of what is made a dependency only; but that may fail.
  for (const Operator op : {Operator::BitAnd, Operator::Multiply}) {
    const ExprId nothing = pool.binary(op, order, pool.constant(0));
    CHECK_FALSE(depends_with(nothing, Mine, Yours));
    CHECK(depends_with(pool.binary(Operator::Add, order, nothing), Mine, Yours));
    CHECK(depends_with(pool.binary(op, order, pool.constant(1)), Mine, Yours));
    const ExprId may_fail = pool.binary(Operator::Divide, pool.constant(1), order);
    CHECK(depends_with(pool.binary(op, may_fail, pool.constant(0)), Mine, Yours));
  }
  CHECK_FALSE(depends_with(pool.unary(Operator::Not, mine), Mine, 0));
  CHECK(depends_with(pool.unary(Operator::Negate, mine), Mine, 0));
  CHECK(depends_with(pool.unary(Operator::Complement, mine), Mine, 0));
  ExpressionNode select;
  select.op = Operator::Select;
  select.a = mine;
  select.b = pool.constant(1);
  select.c = order;
  CHECK_FALSE(depends_with(pool.add(select), Mine, Yours));
}

TEST_CASE("a guard of what was shifted to the left wants a result without a sign that fits") {
  ExpressionPool pool;
  const auto passes = [&](Value value, Value bits) {
    const ExprId id = pool.add({.op = Operator::Guard,
                                .index = static_cast<std::uint32_t>(Guard::Shifted),
                                .value = bits,
                                .a = pool.constant(value)});
    return !evaluate(pool, id, {}).faulted;
  };
  CHECK(passes(0, 32));
  CHECK(passes(0x7fffffff, 32));
  CHECK_FALSE(passes(0x80000000, 32));
  CHECK_FALSE(passes(-2, 32));
  CHECK(passes(std::numeric_limits<Value>::max(), 64));
  CHECK_FALSE(passes(std::numeric_limits<Value>::min(), 64));
}

TEST_CASE("operators of C do not use the upper bits of an address as a number") {
  const Value object = address::of_object(3, 8);
  const Value heap = address::of_allocation(ThreadId(1), 2, 5);
  constexpr Value Tag = Value{5} << 48;
  constexpr Value Below = (Value{1} << 48) - 1;
  for (const Value pointer : {object, heap}) {
    CAPTURE(pointer);
    CHECK(strains_address(Operator::BitOr, pointer, Tag));
    CHECK(strains_address(Operator::BitXor, Tag, pointer));
    CHECK(strains_address(Operator::Add, pointer, Tag));
    CHECK(strains_address(Operator::BitAnd, pointer, Below));
    CHECK(strains_address(Operator::BitAnd, pointer, Value{0xffff} << 48));
    CHECK(strains_address(Operator::ShiftRight, pointer, 48));
    CHECK(strains_address(Operator::ShiftLeft, pointer, 16));
    CHECK_FALSE(strains_address(Operator::BitOr, pointer, 1));
    CHECK_FALSE(strains_address(Operator::BitAnd, pointer, 7));
    CHECK_FALSE(strains_address(Operator::BitAnd, pointer, ~Value{7}));
    CHECK_FALSE(strains_address(Operator::Add, pointer, -8));
    CHECK_FALSE(strains_address(Operator::ShiftRight, pointer, 4));
    CHECK_FALSE(strains_address(Operator::BitXor, pointer, pointer + 8));
  }
  CHECK_FALSE(strains_address(Operator::ShiftRight, std::numeric_limits<Value>::max(), 48));
  CHECK_FALSE(strains_address(Operator::BitOr, 1, Tag));
  // Asked for where a node says so.
  ExpressionPool pool;
  ExpressionNode node{.op = Operator::BitOr, .a = pool.constant(object), .b = pool.constant(Tag)};
  CHECK_FALSE(evaluate(pool, pool.add(node), {}).faulted);
  node.index = AddressBits;
  const ExprId tagged = pool.add(node);
  CHECK(evaluate(pool, tagged, {}).is_address_strained);
  CHECK(pool.may_fault(tagged));
}

TEST_CASE("an operator that may use the upper bits of an address may fault") {
  ExpressionPool pool;
  const ExprId any = pool.register_value(RegisterId(0));
  const auto may_fault_with = [&](Operator op, ExprId right) {
    return pool.may_fault(pool.add({.op = op, .index = AddressBits, .a = any, .b = right}));
  };
  for (const Operator op : {Operator::Add, Operator::BitAnd, Operator::BitXor, Operator::BitOr,
                            Operator::ShiftLeft, Operator::ShiftRight}) {
    CAPTURE(static_cast<int>(op));
    CHECK(may_fault_with(op, any));
    CHECK_FALSE(may_fault_with(op, pool.constant(1)));
  }
  CHECK(may_fault_with(Operator::BitOr, pool.constant(Value{5} << 48)));
  CHECK(may_fault_with(Operator::BitAnd, pool.constant(Value{0xffff} << 48)));
  CHECK(may_fault_with(Operator::ShiftRight, pool.constant(48)));
  // The other operand may be the number.
  CHECK(may_fault_with(Operator::Add, pool.constant(address::of_object(3))));
  CHECK_FALSE(pool.may_fault(pool.binary(Operator::BitOr, any, any)));
}

}  // namespace drover::expression_test
