#include "semantics/program/expression.h"

#include "semantics/program/address.h"
#include "semantics/program/program.h"
#include "semantics/program/stand_in.h"
#include "support/check.h"

namespace drover {

namespace {

Evaluation fault(ErrorKind kind, Value operand) {
  return {.faulted = true, .fault = kind, .fault_at = {}, .fault_operand = operand};
}

Evaluation at_node(Evaluation evaluation, ExprId node) {
  if (evaluation.faulted && evaluation.fault_at.is_none()) evaluation.fault_at = node;
  return evaluation;
}

// The recursion of `evaluate` over all kinds of nodes.
class Evaluator {
 public:
  Evaluator(const ExpressionPool& pool, std::span<const Value> registers,
            std::span<const Value> observed)
      : pool_(pool), registers_(registers), observed_(observed) {}

  [[nodiscard]] bool depends_on_placement() const { return depends_on_placement_; }

  [[nodiscard]] Evaluation run(ExprId id) const {
    const ExpressionNode& node = pool_[id];
    switch (node.op) {
      case Operator::Constant: return Evaluation::of(node.value);
      case Operator::Register: return Evaluation::of(registers_[node.reg.value]);
      case Operator::Observed: return Evaluation::of(observed_[node.index]);
      case Operator::ElementAddress: return element_address(id, node);
      case Operator::Negate:
      case Operator::Complement:
      case Operator::Not: return unary(node);
      case Operator::And:
      case Operator::Or: return short_circuit(node);
      case Operator::Select: return select(node);
      case Operator::Guard: return guard(id, node);
      default: return binary(id, node);
    }
  }

 private:
  [[nodiscard]] Evaluation element_address(ExprId id, const ExpressionNode& node) const {
    const Evaluation element = run(node.a);
    if (element.faulted) return element;
    if (element.value < 0 || element.value >= node.value) {
      return at_node(fault(ErrorKind::Memory, element.value), id);
    }
    return Evaluation::of(
        address::of_object(node.index, static_cast<std::uint32_t>(element.value)));
  }

  [[nodiscard]] Evaluation unary(const ExpressionNode& node) const {
    const Evaluation operand = run(node.a);
    if (operand.faulted) return operand;
    depends_on_placement_ |= node.op != Operator::Not && address::is_heap(operand.value);
    return Evaluation::of(apply_unary(node.op, operand.value));
  }

  [[nodiscard]] Evaluation binary(ExprId id, const ExpressionNode& node) const {
    if (is_extension(node)) return extended(id, node);
    const bool depended = depends_on_placement_;
    const Evaluation left = run(node.a);
    if (left.faulted) return left;
    const Evaluation right = run(node.b);
    if (right.faulted) return right;
    // A conversion to 32 bits leaves a stand-in as it is: what it stands for fits.
    constexpr Value Mask = 0xFFFFFFFF;
    const bool is_mask = node.op == Operator::BitAnd && right.value == Mask;
    if (is_mask && stand_in::is_stand_in(left.value)) return left;
    const Evaluation result = combined(id, node, left.value, right.value);
    if (takes_nothing_of_left(node)) depends_on_placement_ = depended;
    return result;
  }

  // True for `x << 32 >> 32`.
  [[nodiscard]] bool is_extension(const ExpressionNode& node) const {
    if (node.op != Operator::ShiftRight) return false;
    constexpr Value Shift = 32;
    const ExpressionNode& first = pool_[node.a];
    return first.op == Operator::ShiftLeft && pool_.known(node.b) == Shift &&
           pool_.known(first.b) == Shift;
  }
  [[nodiscard]] Evaluation extended(ExprId id, const ExpressionNode& node) const {
    const ExpressionNode& first = pool_[node.a];
    const Evaluation value = run(first.a);
    if (value.faulted || stand_in::is_stand_in(value.value)) return value;
    const Value shift = pool_[node.b].value;
    const Evaluation moved = combined(node.a, first, value.value, shift);
    return moved.faulted ? moved : combined(id, node, moved.value, shift);
  }

  [[nodiscard]] Evaluation combined(ExprId id, const ExpressionNode& node, Value left,
                                    Value right) const {
    depends_on_placement_ |= drover::depends_on_placement(node.op, left, right);
    if (node.index == AddressBits && strains_address(node.op, left, right)) {
      Evaluation strained = fault(ErrorKind::Unsupported, left);
      strained.is_address_strained = true;
      return at_node(strained, id);
    }
    return at_node(apply_binary(node.op, left, right), id);
  }

  // True for `a & 0` and `a * 0`, unless computing `a` may fail: dependencies that do not change a
  // value.
  [[nodiscard]] bool takes_nothing_of_left(const ExpressionNode& node) const {
    const bool absorbs = node.op == Operator::BitAnd || node.op == Operator::Multiply;
    return absorbs && pool_[node.b].op == Operator::Constant && pool_[node.b].value == 0 &&
           !pool_.may_fault(node.a);
  }

  [[nodiscard]] Evaluation short_circuit(const ExpressionNode& node) const {
    const Evaluation left = run(node.a);
    if (left.faulted) return left;
    const bool decided = (node.op == Operator::Or) == (left.value != 0);
    if (decided) return Evaluation::of(left.value != 0 ? 1 : 0);
    const Evaluation right = run(node.b);
    return right.faulted ? right : Evaluation::of(right.value != 0 ? 1 : 0);
  }

  [[nodiscard]] Evaluation guard(ExprId id, const ExpressionNode& node) const {
    const Evaluation operand = run(node.a);
    if (operand.faulted || is_guarded(node, operand.value)) return operand;
    const bool is_index = static_cast<Guard>(node.index) == Guard::Index;
    return at_node(fault(is_index ? ErrorKind::Memory : ErrorKind::Arithmetic, operand.value), id);
  }

  [[nodiscard]] Evaluation select(const ExpressionNode& node) const {
    const Evaluation condition = run(node.a);
    if (condition.faulted) return condition;
    return run(condition.value != 0 ? node.b : node.c);
  }

  const ExpressionPool& pool_;
  std::span<const Value> registers_;
  std::span<const Value> observed_;
  mutable bool depends_on_placement_ = false;  // of everything evaluated so far
};

}  // namespace

bool is_guarded(const ExpressionNode& node, Value value) {
  switch (static_cast<Guard>(node.index)) {
    case Guard::Signed: {
      const Value bound = Value{1} << (node.value - 1);
      return value >= -bound && value < bound;
    }
    case Guard::Shift:
    case Guard::Index: return value >= 0 && value < node.value;
    case Guard::Shifted: return value >= 0 && value >> (node.value - 1) == 0;
    case Guard::Access: return true;
  }
  return true;
}

ExprId ExpressionPool::add(const ExpressionNode& node) {
  nodes_.push_back(node);
  return ExprId(nodes_.size() - 1);
}

ExprId ExpressionPool::constant(Value value, SourceRange source) {
  return add({.value = value, .source = source});
}

ExprId ExpressionPool::register_value(RegisterId reg, SourceRange source) {
  return add({.op = Operator::Register, .reg = reg, .source = source});
}

ExprId ExpressionPool::unary(Operator op, ExprId a, SourceRange source) {
  return add({.op = op, .a = a, .source = source});
}

ExprId ExpressionPool::binary(Operator op, ExprId a, ExprId b, SourceRange source) {
  return add({.op = op, .a = a, .b = b, .source = source});
}

bool may_fault(Operator op, std::uint32_t index, std::optional<Value> right) {
  switch (op) {
    case Operator::ElementAddress:
    case Operator::AddChecked:
    case Operator::SubtractChecked:
    case Operator::MultiplyChecked: return true;
    case Operator::Guard: return static_cast<Guard>(index) != Guard::Access;
    case Operator::UnsignedDivide:
    case Operator::UnsignedRemainder:
    case Operator::Divide:
    case Operator::Remainder:
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      if (!right || !applied(op, 0, *right)) return true;
      [[fallthrough]];
    case Operator::Add:
    case Operator::BitAnd:
    case Operator::BitXor:
    case Operator::BitOr:
      return index == AddressBits && (!right || address::is_address(*right) ||
                                      strains_address(op, address::of_object(0), *right));
    default: return false;
  }
}

bool ExpressionPool::may_fault(ExprId id) const {
  if (id.is_none()) return false;
  const ExpressionNode& node = nodes_[id.value];
  const auto right = node.b.is_none() ? std::nullopt : known(node.b);
  return drover::may_fault(node.op, node.index, right) || may_fault(node.a) || may_fault(node.b) ||
         may_fault(node.c);
}

bool is_same_expression(const ExpressionPool& pool, ExprId id, const ExpressionPool& other_pool,
                        ExprId other) {
  if (id.is_none() || other.is_none()) return id == other;
  if (id == other && &pool == &other_pool) return true;
  const ExpressionNode& a = pool[id];
  const ExpressionNode& b = other_pool[other];
  const bool are_stand_ins = stand_in::is_stand_in(a.value) && stand_in::is_stand_in(b.value);
  return a.op == b.op && a.index == b.index && a.reg == b.reg &&
         (a.value == b.value || are_stand_ins) && is_same_expression(pool, a.a, other_pool, b.a) &&
         is_same_expression(pool, a.b, other_pool, b.b) &&
         is_same_expression(pool, a.c, other_pool, b.c);
}

void ExpressionPool::collect_registers(ExprId id, std::vector<RegisterId>& out) const {
  if (id.is_none()) return;
  const ExpressionNode& node = nodes_[id.value];
  if (node.op == Operator::Register) out.push_back(node.reg);
  collect_registers(node.a, out);
  collect_registers(node.b, out);
  collect_registers(node.c, out);
}

bool strains_address(Operator op, Value left, Value right) {
  constexpr int TagAt = 48;
  constexpr Value Below = (Value{1} << TagAt) - 1;
  constexpr Value LeastWide = Value{1} << 40;
  // Values beyond these numbers of objects, threads, allocations and cells are plain numbers.
  const auto is_address = [](Value value) {
    constexpr std::uint32_t ManyCells = 1U << 20;
    constexpr std::uint64_t ManyObjects = 1U << 16;
    constexpr std::uint32_t ManyThreads = 64;
    constexpr std::uint32_t ManyAllocations = 4096;
    if (!address::is_address(value) || address::cell(value) >= ManyCells) return false;
    return address::is_heap(value) ? address::allocating_thread(value).value < ManyThreads &&
                                         address::allocation_count(value) < ManyAllocations
                                   : address::object(value) < ManyObjects;
  };
  if (is_address(left) == is_address(right)) return false;
  const Value other = is_address(left) ? right : left;
  const Value tag = other >> TagAt;
  switch (op) {
    case Operator::BitOr:
    case Operator::BitXor:
    case Operator::Add: return tag != 0 && tag != -1;
    case Operator::BitAnd:
      if ((other & Below) == 0) return other != 0;
      return tag != -1 && other > LeastWide;
    case Operator::ShiftLeft: return is_address(left) && right > 1;
    case Operator::ShiftRight: return is_address(left) && right >= TagAt - 1;
    default: return false;
  }
}

bool depends_on_placement(Operator op, Value left, Value right) {
  if (!address::is_heap(left) && !address::is_heap(right)) return false;
  if (stand_in::is_stand_in(left) || stand_in::is_stand_in(right)) {
    const bool is_equality = op == Operator::Equal || op == Operator::NotEqual;
    return !is_equality || stand_in::may_be_equal(left, right) ||
           stand_in::may_be_equal(right, left);
  }
  if (op == Operator::Equal || op == Operator::NotEqual) return false;
  if (address::is_heap(left) && address::is_heap(right)) {
    const bool is_distance = (op == Operator::Subtract || op == Operator::SubtractChecked) &&
                             address::is_same_thread(left, right);
    return !is_distance;
  }
  // Values other than heap addresses are less than every heap address.
  if (is_comparison(op)) return false;
  const Value result = apply_binary(op, left, right).value;
  const Value moved = address::is_heap(left) ? left : right;
  const Value other = address::is_heap(left) ? right : left;
  switch (op) {
    case Operator::Add:
    case Operator::AddChecked:
    case Operator::Subtract:
    case Operator::SubtractChecked:
    case Operator::BitXor:
      return !address::is_heap(result) || address::base(result) != address::base(moved);
    case Operator::BitOr: return address::base(other) != 0;  // the bits may be set already
    case Operator::BitAnd: {
      const Value thread_bits = other & address::ThreadMask;
      const bool is_same_object = address::is_heap(result) && thread_bits == address::ThreadMask;
      return thread_bits != 0 && !is_same_object;
    }
    default: return true;
  }
}

Evaluation apply_binary(Operator op, Value left, Value right) {
  if (const auto value = applied(op, left, right)) return Evaluation::of(*value);
  const bool is_checked = op >= Operator::AddChecked && op <= Operator::MultiplyChecked;
  return fault(ErrorKind::Arithmetic, is_checked ? left : right);
}

Evaluation evaluate(const ExpressionPool& pool, ExprId id, std::span<const Value> registers,
                    std::span<const Value> observed) {
  const Evaluator evaluator(pool, registers, observed);
  Evaluation evaluation = evaluator.run(id);
  evaluation.depends_on_placement = evaluator.depends_on_placement();
  return evaluation;
}

Value viewed(ValueView view, Value value) {
  const int bits = std::abs(static_cast<int>(view));
  if (bits % 64 == 0 || address::is_address(value)) return value;
  const std::uint64_t up = static_cast<std::uint64_t>(value) << (64 - bits);
  return is_unsigned(view) ? static_cast<Value>(up >> (64 - bits))
                           : static_cast<Value>(up) >> (64 - bits);
}

}  // namespace drover
