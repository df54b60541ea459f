#include "semantics/program/operands.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "semantics/passes/symmetry.h"

namespace drover::operands_test {

namespace {

// Expressions that each name a register of their own: the expression i names register i.
ExpressionPool registers(std::size_t count) {
  ExpressionPool pool;
  for (std::size_t i = 0; i < count; ++i) (void)pool.register_value(RegisterId(i));
  return pool;
}

ExprId named(std::size_t reg) { return ExprId(reg); }
RegisterId target() { return RegisterId(9); }

// One of each kind, with all the expressions that it may have: those over registers 0, 1, …
std::vector<std::pair<InstructionBody, std::size_t>> every_kind() {
  return {
      {Assign{target(), named(0), named(1)}, 2},
      {Load{target(), named(0)}, 1},
      {Store{.address = named(0), .value = named(1), .picked_by = named(2)}, 3},
      {ReadModifyWrite{.target = target(),
                       .address = named(0),
                       .operand = named(1),
                       .desired = named(3),
                       .picked_by = named(2)},
       4},
      {CompareAndSwap{
           .target = target(), .address = named(0), .expected = named(1), .desired = named(2)},
       3},
      {Await{.target = target(), .address = named(0), .condition = named(1)}, 2},
      {AwaitExchange{
           .target = target(), .address = named(0), .condition = named(1), .desired = named(2)},
       3},
      {FenceInstruction{.address = named(0)}, 1},
      {Jump{}, 0},
      {Branch{.condition = named(0)}, 1},
      {Assume{named(0)}, 1},
      {Assert{named(0), ""}, 1},
      {Fail{}, 0},
      {BlockInstruction{}, 0},
      {Allocate{target(), named(0)}, 1},
      {Deallocate{named(0)}, 1},
      {CallMarker{.function = "f", .arguments = {named(0), named(1)}}, 2},
      {OperationMark{.operation = "f", .values = {named(0), named(1)}}, 2},
      {LoopStart{0, target()}, 0},
      {LoopIteration{}, 0},
      {ControlEnd{}, 0},
      {Choose{target()}, 0},
      {Spawn{.target = target(), .arguments = {named(0), named(1)}}, 2},
      {Join{target(), named(0)}, 1},
      {Self{target()}, 0},
      {Finish{}, 0},
  };
}

}  // namespace

TEST_CASE("each instruction lists all its expressions, the address first") {
  const auto kinds = every_kind();
  CHECK(kinds.size() == std::variant_size_v<InstructionBody>);
  const ExpressionPool pool = registers(10);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    CAPTURE(i);
    const auto& [body, count] = kinds[i];
    CHECK(body.index() == i);
    const std::vector<ExprId> operands = operands_of(body);
    CHECK(operands.size() == count);
    for (std::size_t k = 0; k < operands.size(); ++k) CHECK(operands[k] == named(k));
    if (!accessed_by(body).is_none()) CHECK(accessed_by(body) == named(0));
    std::vector<RegisterId> read;
    collect_read_registers(body, pool, read);
    CHECK(read.size() == count);
    Thread thread;
    thread.registers.resize(20);
    thread.expressions = pool;
    thread.code = {{body, {}}};
    const std::vector<RegisterId> effects = effects_of(thread, 0).reads;
    for (const RegisterId reg : read) CHECK(std::ranges::count(effects, reg) == 1);
  }
}

TEST_CASE("the target and the accessed address of each instruction are known") {
  for (const auto& [body, count] : every_kind()) {
    CAPTURE(body.index());
    const bool is_access =
        std::holds_alternative<Load>(body) || std::holds_alternative<Store>(body) ||
        std::holds_alternative<ReadModifyWrite>(body) ||
        std::holds_alternative<CompareAndSwap>(body) || std::holds_alternative<Await>(body) ||
        std::holds_alternative<AwaitExchange>(body);
    CHECK(is_access == !accessed_by(body).is_none());
    CHECK(reads(body) == (is_access && !std::holds_alternative<Store>(body)));
    const bool only_reads =
        std::holds_alternative<Load>(body) || std::holds_alternative<Await>(body);
    CHECK(may_write(body) == (is_access && !only_reads));
    const bool is_loop = std::holds_alternative<LoopStart>(body);  // its counter is no target
    if (reads(body)) CHECK(target_of(body) == target());
    if (is_loop) CHECK(target_of(body).is_none());
  }
}

TEST_CASE("after a read, the target is the value read, and is not taken from before") {
  const ExpressionPool pool = registers(3);
  const Await await{.target = RegisterId(1), .address = named(1), .condition = named(1)};
  std::vector<RegisterId> read;
  collect_read_registers(await, pool, read);
  CHECK(read == std::vector<RegisterId>{RegisterId(1)});  // of the address
  const ReadModifyWrite update{
      .target = RegisterId(2), .address = named(0), .operand = named(1), .desired = named(2)};
  read.clear();
  collect_read_registers(update, pool, read);
  CHECK(read == std::vector<RegisterId>{RegisterId(0), RegisterId(1)});
  std::vector<bool> sees;
  const InstructionBody body = update;
  for_each_operand(body, [&](ExprId, bool sees_target) { sees.push_back(sees_target); });
  CHECK(sees == std::vector<bool>{false, false, true});
}

TEST_CASE("expressions can be put in place of others") {
  InstructionBody body = Store{.address = named(0), .value = named(1), .picked_by = named(2)};
  for_each_operand(body, [](ExprId& id, bool) { id = named(5); });
  CHECK(operands_of(body) == std::vector<ExprId>(3, named(5)));
}

// Two lists of operands did not have the pick of a read-modify-write.
TEST_CASE("threads that differ only in what picked an update are not symmetric") {
  const auto thread = [](Value picked) {
    Thread made;
    made.registers.resize(2);
    const ExprId address = made.expressions.constant(0);
    const ExprId operand = made.expressions.constant(1);
    const ExprId pick = made.expressions.constant(picked);
    made.code.push_back(
        {ReadModifyWrite{
             .target = RegisterId(0), .address = address, .operand = operand, .picked_by = pick},
         {}});
    made.code.push_back({Finish{}, {}});
    return made;
  };
  Program program;
  program.threads = {thread(1), thread(1)};
  CHECK(passes::find_symmetric_threads(program).size() == 1);
  program.threads = {thread(1), thread(2)};
  CHECK(passes::find_symmetric_threads(program).empty());
}

}  // namespace drover::operands_test
