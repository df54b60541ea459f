#include "litmus/value_bounds.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

constexpr Value Least = std::numeric_limits<Value>::min();
constexpr Value Most = std::numeric_limits<Value>::max();

constexpr ValueRange Anything{Least, Most, true};

ValueRange either(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_address || b.may_be_address};
}

ValueRange range_of(Value value) {
  return address::is_shared(value) ? ValueRange{.may_be_address = true} : ValueRange{value, value};
}

// Returns the range of an operation that is monotonous in each operand, by its values at the ends.
template <typename Apply>
ValueRange of_ends(const ValueRange& a, const ValueRange& b, const Apply& apply) {
  ValueRange out{.may_be_address = a.may_be_address || b.may_be_address};
  for (const Value left : {a.low, a.high}) {
    for (const Value right : {b.low, b.high}) {
      Value result = 0;
      if (apply(left, right, &result)) return Anything;
      out.low = std::min(out.low, result);
      out.high = std::max(out.high, result);
    }
  }
  return out;
}

// Returns the greatest number with as many bits as this one.
Value all_bits(Value value) {
  return static_cast<Value>(std::bit_ceil(static_cast<std::uint64_t>(value) + 1) - 1);
}

ValueRange range_of(Operator op, const ValueRange& a, const ValueRange& b) {
  if (op >= Operator::Less && op <= Operator::NotEqual) return {0, 1};
  if (op == Operator::And || op == Operator::Or) return {0, 1};
  if (!a.has_numbers() || !b.has_numbers()) return Anything;
  const bool are_numbers = !a.may_be_address && !b.may_be_address;
  const bool are_natural = are_numbers && a.low >= 0 && b.low >= 0;
  constexpr Value LastBit = 63;
  switch (op) {
    case Operator::Add:
      return of_ends(a, b,
                     [](Value x, Value y, Value* z) { return __builtin_add_overflow(x, y, z); });
    case Operator::Subtract:
      return of_ends(a, b,
                     [](Value x, Value y, Value* z) { return __builtin_sub_overflow(x, y, z); });
    case Operator::Multiply:
      if (!are_numbers) return Anything;
      return of_ends(a, b,
                     [](Value x, Value y, Value* z) { return __builtin_mul_overflow(x, y, z); });
    case Operator::BitAnd:
      if (!a.may_be_address && a.low >= 0) {
        return {0, are_natural ? std::min(a.high, b.high) : a.high};
      }
      return !b.may_be_address && b.low >= 0 ? ValueRange{0, b.high} : Anything;
    case Operator::BitOr:
    case Operator::BitXor:
      return are_natural ? ValueRange{0, std::max(all_bits(a.high), all_bits(b.high))} : Anything;
    case Operator::ShiftRight:
      return are_natural && b.high <= LastBit ? ValueRange{0, a.high >> b.low} : Anything;
    case Operator::ShiftLeft:
      if (!are_natural || b.low != b.high || b.high > LastBit) return Anything;
      return a.high <= (Most >> b.high) ? ValueRange{a.low << b.low, a.high << b.high} : Anything;
    case Operator::Divide:
      return are_natural && b.low > 0 ? ValueRange{0, a.high / b.low} : Anything;
    case Operator::Remainder:
      return are_natural && b.low > 0 ? ValueRange{0, b.high - 1} : Anything;
    default: return Anything;
  }
}

}  // namespace

std::vector<bool> entries_of(const Thread& thread) {
  std::vector<bool> is_entered(thread.code.size() + 1, false);
  for (const Instruction& each : thread.code) {
    if (const auto* jump = std::get_if<Jump>(&each.body)) is_entered[jump->target] = true;
    if (const auto* branch = std::get_if<Branch>(&each.body)) {
      is_entered[branch->if_true] = is_entered[branch->if_false] = true;
    }
  }
  return is_entered;
}

ValueBounds::ValueBounds(const Program& program) : program_(program) {
  for (const SharedObject& object : program.objects) {
    for (const Value value : object.initial) memory_ = either(memory_, range_of(value));
  }
  for (const Thread& thread : program.threads) {
    registers_.emplace_back(thread.registers.size(), ValueRange{0, 0});
  }
  // No value depends on itself: without loops, each instruction adds to it once.
  std::size_t rounds = 0;
  bool has_loops = false;
  for (const Thread& thread : program.threads) {
    rounds += thread.code.size();
    has_loops |= has_any<LoopIteration>(thread);
  }
  for (std::size_t round = 0; grows_ && (has_loops || round < rounds); ++round) {
    grows_ = false;
    is_last_ = round >= rounds;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      walk(t, [](const Instruction&) {});
    }
  }
}

ValueRange ValueBounds::of(std::size_t thread, ExprId id) const {
  const ExpressionPool& pool = program_.threads[thread].expressions;
  const ExpressionNode& node = pool[id];
  switch (node.op) {
    case Operator::Constant: return range_of(node.value);
    case Operator::Register:
      if (node.reg.value >= registers_[thread].size()) return Anything;
      return here_[node.reg.value].value_or(registers_[thread][node.reg.value]);
    case Operator::ElementAddress: return {.may_be_address = true};
    case Operator::Not: return {0, 1};
    case Operator::Negate: return range_of(Operator::Subtract, {0, 0}, of(thread, node.a));
    case Operator::Complement: return range_of(Operator::Subtract, {-1, -1}, of(thread, node.a));
    case Operator::Select: {
      if (const auto chosen = chosen_of(thread, node)) return of(thread, *chosen);
      return either(of(thread, node.b), of(thread, node.c));
    }
    case Operator::BitXor:
      if (is_same_expression(pool, node.a, pool, node.b)) return {0, 0};
      return range_of(node.op, of(thread, node.a), of(thread, node.b));
    default:
      if (node.b.is_none()) return Anything;
      return range_of(node.op, of(thread, node.a), of(thread, node.b));
  }
}

std::optional<ExprId> ValueBounds::chosen_of(std::size_t thread, const ExpressionNode& node) const {
  const ExpressionPool& pool = program_.threads[thread].expressions;
  const ExpressionNode& condition = pool[node.a];
  if (condition.op != Operator::Less) return std::nullopt;
  const auto bound = pool.known(condition.b);
  if (!bound) return std::nullopt;
  const ValueRange tested = of(thread, condition.a);
  if (tested.is_within(Least, *bound - 1)) return node.b;
  if (tested.has_numbers() || !tested.may_be_address) return std::nullopt;
  if (*bound <= address::of_object(0)) return node.c;
  return *bound >= address::of_object(address::MaxObjects) ? std::optional(node.b) : std::nullopt;
}

void ValueBounds::grow(ValueRange& range, const ValueRange& by) {
  const ValueRange more = either(range, by);
  if (more == range) return;
  range = is_last_ ? Anything : more;
  grows_ = true;
}

void ValueBounds::pass(std::size_t t, const Instruction& instruction) {
  const RegisterId target = target_of(instruction.body);
  const auto put = [&](const ValueRange& value) {
    if (target.is_none() || target.value >= registers_[t].size()) return;
    here_[target.value] = value;
    grow(registers_[t][target.value], value);
  };
  std::visit(overloaded{
                 [&](const Assign& i) { put(of(t, i.value)); },
                 [&](const Load&) { put(memory_); },
                 [&](const Store& i) { grow(memory_, of(t, i.value)); },
                 [&](const ReadModifyWrite& i) {
                   put(memory_);
                   grow(memory_, written_by(t, i));
                 },
                 [&](const CompareAndSwap& i) {
                   grow(memory_, of(t, i.desired));
                   put(i.result == CasResult::Success ? ValueRange{0, 1} : memory_);
                 },
                 [&](const Await&) { put(memory_); },
                 [&](const AwaitExchange& i) {
                   put(memory_);
                   grow(memory_, of(t, i.desired));
                 },
                 [&](const Choose& i) {
                   put({0, Value{i.count} - 1});
                 },
                 [&](const auto&) { put(Anything); },
             },
             instruction.body);
}

ValueRange ValueBounds::written_by(std::size_t t, const ReadModifyWrite& i) const {
  if (i.view != ValueView::Whole) return Anything;
  if (i.desired) return of(t, *i.desired);
  if (i.op == RmwOperator::Exchange) return of(t, i.operand);
  const auto op = operator_of(i.op);
  return op ? range_of(*op, memory_, of(t, i.operand)) : Anything;
}

}  // namespace drover::litmus
