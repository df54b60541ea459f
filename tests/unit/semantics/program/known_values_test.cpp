#include "semantics/program/known_values.h"

#include <doctest/doctest.h>

#include <vector>

namespace drover::known_values_test {

namespace {

constexpr std::size_t R = 0;
constexpr std::size_t S = 1;

// s := r + 1; if (s) goto 3 else goto 4; load r; finish; r := 1 / r.
struct Code {
  Code() {
    thread.registers.resize(2);
    ExpressionPool& pool = thread.expressions;
    r = pool.register_value(RegisterId(R));
    const ExprId one = pool.constant(1);
    next = pool.binary(Operator::Add, r, one);
    fraction = pool.binary(Operator::Divide, one, r);
    const ExprId s = pool.register_value(RegisterId(S));
    thread.code = {{Assign{RegisterId(S), next}, {}},
                   {Branch{.condition = s, .if_true = 3, .if_false = 4}, {}},
                   {Load{RegisterId(R), one}, {}},
                   {Finish{}, {}},
                   {Assign{RegisterId(R), fraction}, {}}};
  }

  Thread thread;
  ExprId r, next, fraction;
};

}  // namespace

TEST_CASE("a value is known if all that it is made of is, and it does not fault") {
  const Code code;
  KnownRun run(code.thread);
  CHECK(run.value_of(code.next, {4, {}}) == Value{5});
  CHECK_FALSE(run.value_of(code.next, {std::nullopt, 7}));
  CHECK(run.value_of(code.fraction, {1, {}}) == Value{1});
  CHECK_FALSE(run.value_of(code.fraction, {0, {}}));
}

TEST_CASE("registers are known after what computes them, and unknown after a read") {
  const Code code;
  KnownRun run(code.thread);
  KnownValues registers{4, std::nullopt};
  run.pass(0, registers);
  CHECK(registers == KnownValues{4, 5});
  run.pass(1, registers);
  CHECK(registers == KnownValues{4, 5});
  run.pass(2, registers);
  CHECK(registers == KnownValues{std::nullopt, 5});
}

TEST_CASE("a branch on a known value goes one way, on an unknown one both") {
  const Code code;
  KnownRun run(code.thread);
  using Ways = std::vector<InstructionIndex>;
  CHECK(run.ways_on(0, {4, 5}) == Ways{1});
  CHECK(run.ways_on(1, {4, 5}) == Ways{3});
  CHECK(run.ways_on(1, {4, 0}) == Ways{4});
  CHECK(run.ways_on(1, {4, {}}) == Ways{3, 4});
  CHECK(run.ways_on(3, {4, 5}).empty());
}

}  // namespace drover::known_values_test
