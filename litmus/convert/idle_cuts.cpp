#include "litmus/convert/idle_cuts.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/program/address.h"
#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

constexpr Value Least = std::numeric_limits<Value>::min();
constexpr Value Most = std::numeric_limits<Value>::max();

// Numbers from `low` to `high`, none if `low` is greater, and possibly addresses.
struct Range {
  Value low = Most;
  Value high = Least;
  bool may_be_address = false;

  [[nodiscard]] bool has_numbers() const { return low <= high; }
  [[nodiscard]] bool is_within(Value least, Value most) const {
    return !may_be_address && (!has_numbers() || (least <= low && high <= most));
  }
  bool operator==(const Range&) const = default;
};

constexpr Range Anything{Least, Most, true};

Range either(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.may_be_address || b.may_be_address};
}

Range range_of(Value value) {
  return address::is_address(value) ? Range{.may_be_address = true} : Range{value, value};
}

// Returns the range of an operation that is monotonous in each operand, by its values at the ends.
template <typename Apply>
Range of_ends(const Range& a, const Range& b, const Apply& apply) {
  Range out{.may_be_address = a.may_be_address || b.may_be_address};
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

Range range_of(Operator op, const Range& a, const Range& b) {
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
      return !b.may_be_address && b.low >= 0 ? Range{0, b.high} : Anything;
    case Operator::BitOr:
    case Operator::BitXor:
      return are_natural ? Range{0, std::max(all_bits(a.high), all_bits(b.high))} : Anything;
    case Operator::ShiftRight:
      return are_natural && b.high <= LastBit ? Range{0, a.high >> b.low} : Anything;
    case Operator::ShiftLeft:
      if (!are_natural || b.low != b.high || b.high > LastBit) return Anything;
      return a.high <= (Most >> b.high) ? Range{a.low << b.low, a.high << b.high} : Anything;
    case Operator::Divide: return are_natural && b.low > 0 ? Range{0, a.high / b.low} : Anything;
    case Operator::Remainder: return are_natural && b.low > 0 ? Range{0, b.high - 1} : Anything;
    default: return Anything;
  }
}

// By instruction: true if some jump leads there.
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

// Bounds the values of a program: for all of memory, and for each register, wherever it is used;
// inside a block of code without jumps, where its value is known better, there.
class Bounds {
 public:
  explicit Bounds(const Program& program) : program_(program) {
    for (const SharedObject& object : program.objects) {
      for (const Value value : object.initial) memory_ = either(memory_, range_of(value));
    }
    for (const Thread& thread : program.threads) {
      registers_.emplace_back(thread.registers.size(), Range{0, 0});
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

  // Goes through the code of a thread. Calls `visit` with each instruction, where `of` has the
  // bounds before it.
  template <typename Visit>
  void walk(std::size_t t, const Visit& visit) {
    const Thread& thread = program_.threads[t];
    const std::vector<bool> is_entered = entries_of(thread);
    here_.assign(thread.registers.size(), std::nullopt);
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      if (is_entered[i]) here_.assign(thread.registers.size(), std::nullopt);
      visit(thread.code[i]);
      pass(t, thread.code[i]);
    }
  }

  [[nodiscard]] Range of(std::size_t thread, ExprId id) const {
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

  // Returns the operand that a Select always takes, if it is known.
  [[nodiscard]] std::optional<ExprId> chosen_of(std::size_t thread,
                                                const ExpressionNode& node) const {
    const ExpressionPool& pool = program_.threads[thread].expressions;
    const ExpressionNode& condition = pool[node.a];
    if (condition.op != Operator::Less) return std::nullopt;
    const auto bound = pool.known(condition.b);
    if (!bound) return std::nullopt;
    const Range tested = of(thread, condition.a);
    if (tested.is_within(Least, *bound - 1)) return node.b;
    if (!tested.has_numbers() && tested.may_be_address && *bound <= address::SharedTag) {
      return node.c;
    }
    return std::nullopt;
  }

 private:
  void grow(Range& range, const Range& by) {
    const Range more = either(range, by);
    if (more == range) return;
    range = is_last_ ? Anything : more;
    grows_ = true;
  }

  void pass(std::size_t t, const Instruction& instruction) {
    const RegisterId target = target_of(instruction.body);
    const auto put = [&](const Range& value) {
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
                     put(i.result == CasResult::Success ? Range{0, 1} : memory_);
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

  [[nodiscard]] Range written_by(std::size_t t, const ReadModifyWrite& i) const {
    if (i.view != ValueView::Whole) return Anything;
    if (i.desired) return of(t, *i.desired);
    if (i.op == RmwOperator::Exchange) return of(t, i.operand);
    const auto op = operator_of(i.op);
    return op ? range_of(*op, memory_, of(t, i.operand)) : Anything;
  }

  const Program& program_;
  std::vector<std::vector<Range>> registers_;  // by thread
  Range memory_;
  std::vector<std::optional<Range>> here_;  // at the instruction of `walk`
  bool grows_ = true;
  bool is_last_ = false;
};

// Simplifies the expressions of a thread. A short-lived worker: holds references.
class Simplifier {
 public:
  Simplifier(const Bounds& bounds, std::size_t thread, ExpressionPool& pool)
      : bounds_(bounds), thread_(thread), pool_(pool) {}

  ExprId run(ExprId id) {
    const ExpressionNode node = pool_[id];
    if (node.op == Operator::Constant || node.op == Operator::Register || node.a.is_none()) {
      return id;
    }
    if (node.op == Operator::Select) {
      if (const auto chosen = bounds_.chosen_of(thread_, node)) return run(*chosen);
    }
    if (const auto idle = cut_by(node)) return run(*idle);
    ExpressionNode out = node;
    out.a = run(node.a);
    if (!node.b.is_none()) out.b = run(node.b);
    if (!node.c.is_none()) out.c = run(node.c);
    if (const auto value = constant_of(out)) return pool_.constant(*value, node.source);
    return out.a == node.a && out.b == node.b && out.c == node.c ? id : pool_.add(out);
  }

 private:
  // Returns the value that the node cuts, if the cut changes nothing.
  [[nodiscard]] std::optional<ExprId> cut_by(const ExpressionNode& node) const {
    const auto right = node.b.is_none() ? std::nullopt : pool_.known(node.b);
    if (!right) return std::nullopt;
    const Value mask = *right;
    if (node.op == Operator::BitAnd && mask > 0 && (mask & (mask + 1)) == 0) {
      return bounds_.of(thread_, node.a).is_within(0, mask) ? std::optional(node.a) : std::nullopt;
    }
    const ExpressionNode& inner = pool_[node.a];
    const bool is_extension = node.op == Operator::ShiftRight && inner.op == Operator::ShiftLeft &&
                              pool_.known(inner.b) == right && *right > 0 && *right < 64;
    if (!is_extension) return std::nullopt;
    const Value most = Most >> *right;
    const bool is_idle = bounds_.of(thread_, inner.a).is_within(-most - 1, most);
    return is_idle ? std::optional(inner.a) : std::nullopt;
  }

  [[nodiscard]] std::optional<Value> constant_of(const ExpressionNode& node) const {
    if (node.b.is_none() || !node.c.is_none()) return std::nullopt;
    const auto left = pool_.known(node.a);
    const auto right = pool_.known(node.b);
    if (!left || !right || address::is_address(*left) || address::is_address(*right)) {
      return std::nullopt;
    }
    const bool is_bitwise = node.op == Operator::BitAnd || node.op == Operator::BitOr;
    return is_bitwise ? std::optional(apply_binary(node.op, *left, *right).value) : std::nullopt;
  }

  const Bounds& bounds_;
  std::size_t thread_;
  ExpressionPool& pool_;
};

// Lets a load write its result into the register that the next instruction copies it to, if nothing
// else reads the first register.
void join_copies(Program& program, std::size_t t) {
  const Liveness liveness(program, ThreadId(t));
  Thread& thread = program.threads[t];
  const std::vector<bool> is_entered = entries_of(thread);
  for (InstructionIndex i = 0; i + 1 < thread.code.size(); ++i) {
    auto* load = std::get_if<Load>(&thread.code[i].body);
    const auto* copy = std::get_if<Assign>(&thread.code[i + 1].body);
    if (load == nullptr || copy == nullptr || copy->picked_by || copy->is_from_event) continue;
    const ExpressionNode& value = thread.expressions[copy->value];
    const bool is_copy = value.op == Operator::Register && value.reg == load->target;
    if (!is_copy || is_entered[i + 1]) continue;
    if (copy->target != load->target && liveness.is_live_after(i + 1, load->target.value)) continue;
    load->target = copy->target;
    thread.code[i + 1].body = Jump{i + 2};
  }
}

// Leaves out assignments that nothing reads.
void drop_unused(Program& program, std::size_t t) {
  Thread& thread = program.threads[t];
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    const Liveness liveness(program, ThreadId(t));
    for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
      const auto* assign = std::get_if<Assign>(&thread.code[i].body);
      if (assign == nullptr || liveness.is_live_after(i, assign->target.value)) continue;
      thread.code[i].body = Jump{i + 1};
      is_changed = true;
    }
  }
}

}  // namespace

Program without_idle_cuts(Program program) {
  const Program original = program;
  Bounds bounds(original);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Thread& thread = program.threads[t];
    // The pool of the original answers about its own expressions alone.
    Simplifier simplifier(bounds, t, thread.expressions);
    std::size_t at = 0;
    bounds.walk(t, [&](const Instruction&) {
      // What an instruction reads is not bounded before it.
      for_each_operand(thread.code[at++].body, [&](ExprId& each, bool sees_target) {
        if (!sees_target) each = simplifier.run(each);
      });
    });
    drop_unused(program, t);
    join_copies(program, t);
  }
  return program;
}

}  // namespace drover::litmus
