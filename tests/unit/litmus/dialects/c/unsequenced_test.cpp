#include "litmus/dialects/c/unsequenced.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

namespace drover::litmus::c::unsequenced_test {

namespace {

Expression name(const std::string& text) { return {.kind = ExpressionKind::Name, .name = text}; }
Expression with(ExpressionKind kind, std::vector<Expression> operands) {
  return {.kind = kind, .operands = std::move(operands)};
}
Expression pair(Operator op, Expression a, Expression b) {
  Expression out = with(ExpressionKind::Binary, {std::move(a), std::move(b)});
  out.op = op;
  return out;
}
Expression sum(Expression a, Expression b) {
  return pair(Operator::Add, std::move(a), std::move(b));
}
Expression call(std::vector<Expression> arguments) {
  return with(ExpressionKind::Call, std::move(arguments));
}
Expression read(const std::string& pointer) {
  return with(ExpressionKind::Dereference, {name(pointer)});
}

Evaluations evaluations_of(const Expression& expression) {
  std::uint32_t registers = 0;
  Evaluations out(
      modified_variables(expression), [](const Expression&) { return false; },
      [&] { return RegisterId(registers++); });
  out.add_value(expression);
  return out;
}
std::size_t orders(const Expression& expression) {
  return evaluations_of(expression).count_orders(1000);
}
bool is_open(const Expression& expression) {
  return has_open_order(expression, modified_variables(expression));
}

}  // namespace

TEST_CASE("operands and arguments are evaluated in every order") {
  CHECK(orders(sum(read("x"), name("r"))) == 1);
  CHECK(orders(sum(read("x"), read("y"))) == 2);
  CHECK(orders(sum(sum(read("x"), read("y")), read("z"))) == 6);
  // The call comes after its arguments.
  CHECK(orders(call({read("x"), read("y")})) == 2);
  CHECK(orders(call({name("x"), call({name("y")})})) == 1);
  // An operand may come between the parts of another.
  CHECK(orders(sum(call({name("x"), read("y")}), read("z"))) == 3);
  CHECK(orders(sum(sum(read("x"), read("y")), sum(read("y"), read("x")))) == 24);
}

TEST_CASE("the first operand of a lazy operator comes before the others") {
  CHECK(orders(pair(Operator::And, read("x"), read("y"))) == 1);
  CHECK(orders(with(ExpressionKind::Conditional, {read("x"), read("y"), read("z")})) == 2);
  CHECK(orders(sum(pair(Operator::Or, read("x"), read("y")), read("z"))) == 3);
  const Evaluations lazy = evaluations_of(sum(pair(Operator::Or, read("x"), read("y")), read("z")));
  REQUIRE(lazy.all().size() == 5);
  const Evaluation& second = lazy.all()[2];
  CHECK(second.is_access);
  REQUIRE(second.guards.size() == 1);
  CHECK_FALSE(second.guards.front().is_wanted);
}

TEST_CASE("orders are counted up to a limit") {
  Expression all = read("x");
  for (int i = 1; i < 20; ++i) all = sum(std::move(all), read("x"));
  CHECK(evaluations_of(all).count_orders(100) > 100);
}

TEST_CASE("an order is open if two operands have accesses") {
  CHECK(is_open(sum(read("x"), read("y"))));
  CHECK_FALSE(is_open(sum(read("x"), name("r"))));
  CHECK_FALSE(is_open(pair(Operator::And, read("x"), read("y"))));
  CHECK_FALSE(is_open(with(ExpressionKind::Conditional, {read("x"), read("y"), read("z")})));
  // A call writes to r before or after it is read.
  const Expression target = with(ExpressionKind::AddressOf, {name("r")});
  CHECK(is_open(sum(name("r"), call({name("x"), target, name("s")}))));
  CHECK(orders(sum(name("r"), call({name("x"), target, name("s")}))) == 2);
}

}  // namespace drover::litmus::c::unsequenced_test
