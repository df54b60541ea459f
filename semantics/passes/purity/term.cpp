#include "semantics/passes/purity/term.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "support/hash.h"

namespace drover::passes {

namespace {

bool gives_truth_value(Operator op) {
  return op == Operator::Not || op == Operator::And || op == Operator::Or || is_comparison(op);
}

// True if the operator always evaluates both operands.
bool is_strict_binary(Operator op) {
  return op >= Operator::Multiply && op <= Operator::UnsignedRemainder;
}

}  // namespace

std::size_t TermTable::Hash::operator()(const Term& term) const noexcept {
  return hash_of(term.kind, term.op, term.index, term.reg.value, term.read, term.value,
                 term.a.value, term.b.value, term.c.value);
}

TermId TermTable::intern(const Term& term) {
  const auto [place, is_new] = index_.try_emplace(term, TermId(terms_.size()));
  if (!is_new) return place->second;
  bool faults = false;
  std::size_t parts = 1;
  for (const TermId part : {term.a, term.b, term.c}) {
    if (part.is_none()) continue;
    faults = faults || may_fault(part);
    parts += size(part);
  }
  faults |= may_fault_itself(term);
  bounds_.push_back(bounds_of(term));
  terms_.push_back(term);
  may_fault_.push_back(faults);
  sizes_.push_back(parts);
  return place->second;
}

bool TermTable::may_fault_itself(const Term& term) const {
  if (term.kind != Term::Kind::Operation) return false;
  const auto right = term.b.is_none() ? std::nullopt : known(term.b);
  if (!drover::may_fault(term.op, term.index, right)) return false;
  const bool is_shift = term.op == Operator::ShiftLeft || term.op == Operator::ShiftRight;
  const std::optional<Bounds> count =
      is_shift && term.index != AddressBits ? bounds_[term.b.value] : std::nullopt;
  return !count || !Bounds{0, 63}.contain(*count);
}

TermTable::Bounds TermTable::signed_bounds(Value bits) {
  if (bits >= 64) return {std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()};
  const Value half = Value{1} << (bits - 1);
  return {-half, half - 1};
}

std::optional<TermTable::Bounds> TermTable::bounds_of(const Term& term) const {
  if (term.kind == Term::Kind::Constant) return Bounds{term.value, term.value};
  if (term.kind == Term::Kind::Read && term.value == 1) return Bounds{0, 1};
  if (term.kind != Term::Kind::Operation) return std::nullopt;
  if (gives_truth_value(term.op)) return Bounds{0, 1};
  const auto of = [&](TermId id) { return bounds_[id.value]; };
  switch (term.op) {
    case Operator::BitAnd:
      for (const TermId part : {term.a, term.b}) {
        const auto mask = known(part);
        if (mask && *mask >= 0) return Bounds{0, *mask};
      }
      return std::nullopt;
    case Operator::Guard:
      switch (static_cast<Guard>(term.index)) {
        case Guard::Signed: return signed_bounds(term.value);
        case Guard::Shift:
        case Guard::Index: return Bounds{0, term.value - 1};
        case Guard::Shifted: return Bounds{0, signed_bounds(term.value).last};
        case Guard::Access: return of(term.a);
      }
      return std::nullopt;
    case Operator::ShiftRight: {
      // `x << k >> k` truncates a value to 64 - k bits.
      const auto count = known(term.b);
      if (count && *count > 0 && *count < 64) return signed_bounds(64 - *count);
      return std::nullopt;
    }
    case Operator::Select: {
      const auto b = of(term.b);
      const auto c = of(term.c);
      if (!b || !c) return std::nullopt;
      return Bounds{std::min(b->first, c->first), std::max(b->last, c->last)};
    }
    case Operator::Add:
    case Operator::Subtract: {
      const auto a = of(term.a);
      const auto b = of(term.b);
      if (!a || !b) return std::nullopt;
      Bounds result;
      const bool overflows = term.op == Operator::Add
                                 ? __builtin_add_overflow(a->first, b->first, &result.first) ||
                                       __builtin_add_overflow(a->last, b->last, &result.last)
                                 : __builtin_sub_overflow(a->first, b->last, &result.first) ||
                                       __builtin_sub_overflow(a->last, b->first, &result.last);
      return overflows ? std::nullopt : std::optional(result);
    }
    default: return std::nullopt;
  }
}

std::optional<TermId> TermTable::without_effect(const Term& term) const {
  const auto fits = [&](TermId id, const Bounds& bounds) {
    const auto& known = bounds_[id.value];
    return known && bounds.contain(*known);
  };
  if (term.op == Operator::Guard && static_cast<Guard>(term.index) == Guard::Signed) {
    return fits(term.a, signed_bounds(term.value)) ? std::optional(term.a) : std::nullopt;
  }
  if (term.op == Operator::BitAnd && is_constant(term.b)) {
    const Value mask = terms_[term.b.value].value;
    const bool is_low_bits = mask > 0 && std::has_single_bit(static_cast<std::uint64_t>(mask) + 1);
    if (is_low_bits && fits(term.a, {0, mask})) return term.a;
  }
  const Term& shifted = terms_[term.a.value];
  const bool is_cut = term.op == Operator::ShiftRight && is_constant(term.b) &&
                      shifted.kind == Term::Kind::Operation && shifted.op == Operator::ShiftLeft &&
                      shifted.b == term.b;
  if (is_cut) {
    const Value count = terms_[term.b.value].value;
    const bool is_kept = count > 0 && count < 64 && fits(shifted.a, signed_bounds(64 - count));
    if (is_kept) return shifted.a;
  }
  return std::nullopt;
}

template <typename Map>
TermId TermTable::with_parts(TermId id, const Map& map) {
  Term term = terms_[id.value];
  const TermId a = map(term.a);
  const TermId b = map(term.b);
  const TermId c = map(term.c);
  if (a == term.a && b == term.b && c == term.c) return id;
  term.a = a;
  term.b = b;
  term.c = c;
  return operation(term);
}

TermId TermTable::unguarded(TermId id) {
  if (id.is_none()) return id;
  Term term = terms_[id.value];
  if (term.kind != Term::Kind::Operation) return id;
  switch (term.op) {
    case Operator::Guard: return unguarded(term.a);
    case Operator::AddChecked: term.op = Operator::Add; break;
    case Operator::SubtractChecked: term.op = Operator::Subtract; break;
    case Operator::MultiplyChecked: term.op = Operator::Multiply; break;
    default: break;
  }
  if (term.op != terms_[id.value].op) return unguarded(operation(term));
  return with_parts(id, [this](TermId part) { return unguarded(part); });
}

TermId TermTable::constant(Value value) { return intern({.value = value}); }

TermId TermTable::register_value(RegisterId reg) {
  return intern({.kind = Term::Kind::Register, .reg = reg});
}

TermId TermTable::read(InstructionIndex at, bool is_truth_value) {
  return intern({.kind = Term::Kind::Read, .read = at, .value = is_truth_value ? 1 : 0});
}

TermId TermTable::operation(Operator op, TermId a, TermId b, TermId c) {
  return operation({.kind = Term::Kind::Operation, .op = op, .a = a, .b = b, .c = c});
}

TermId TermTable::operation(const Term& term) {
  if (is_unary(term.op)) return unary_operation(term);
  if (term.op == Operator::Select && is_constant(term.a)) {
    return terms_[term.a.value].value != 0 ? term.b : term.c;
  }
  if (term.op == Operator::And || term.op == Operator::Or) return logical_operation(term);
  if (term.op == Operator::Guard) {
    if (const auto same = without_effect(term)) return *same;
    return intern(term);
  }
  return is_strict_binary(term.op) ? binary_operation(term) : intern(term);
}

TermId TermTable::unary_operation(const Term& term) {
  const Term& operand = terms_[term.a.value];
  if (is_constant(term.a)) return constant(apply_unary(term.op, operand.value));
  const bool is_double_negation = term.op == Operator::Not &&
                                  operand.kind == Term::Kind::Operation &&
                                  operand.op == Operator::Not;
  if (is_double_negation && is_truth_value(operand.a)) return operand.a;
  return intern(term);
}

TermId TermTable::logical_operation(const Term& term) {
  if (!is_constant(term.a)) return intern(term);
  const bool is_or = term.op == Operator::Or;
  const bool is_decided = is_or == (terms_[term.a.value].value != 0);
  if (is_decided) return constant(is_or ? 1 : 0);
  const TermId right = term.b;
  return is_truth_value(right) ? right : unary(Operator::Not, unary(Operator::Not, right));
}

TermId TermTable::binary_operation(const Term& term) {
  const auto [kind, op, index, reg, read_at, value, a, b, c] = term;
  const auto left = known(a);
  const auto right = known(b);
  const bool is_strained = left && right ? strains_address(op, *left, *right)
                                         : drover::may_fault(op, AddressBits, right);
  if (index == AddressBits && is_strained) return intern(term);
  if (left && right) {
    const Evaluation result = apply_binary(op, *left, *right);
    return result.faulted ? intern(term) : constant(result.value);
  }
  switch (op) {
    case Operator::NotEqual: return unary(Operator::Not, binary(Operator::Equal, a, b));
    case Operator::Greater: return binary(Operator::Less, b, a);
    case Operator::LessEqual: return unary(Operator::Not, binary(Operator::Less, b, a));
    case Operator::GreaterEqual: return unary(Operator::Not, binary(Operator::Less, a, b));
    default: break;
  }
  if (a == b && !may_fault(a)) {
    if (op == Operator::Equal) return constant(1);
    if (op == Operator::Less || op == Operator::Subtract || op == Operator::BitXor) {
      return constant(0);
    }
  }
  const bool is_zero_added = (op == Operator::Add || op == Operator::Subtract) && is_constant(b) &&
                             terms_[b.value].value == 0;
  if (is_zero_added) return a;
  if (const auto same = without_effect(term)) return *same;
  if (const auto joined = with_joined_constants(op, a, b)) return *joined;
  // Operands that cannot fault may be swapped: a constant to the right, otherwise by age.
  const bool is_swapped = op == Operator::Equal && !is_constant(b) && (is_constant(a) || b < a) &&
                          !may_fault(a) && !may_fault(b);
  if (!is_swapped) return intern(term);
  return binary(Operator::Equal, b, a);
}

// Arithmetic wraps: constants can be combined. The least value has no negation.
std::optional<TermId> TermTable::with_joined_constants(Operator op, TermId a, TermId b) {
  constexpr Value Least = std::numeric_limits<Value>::min();
  if (!is_constant(b) || terms_[b.value].value == Least) return std::nullopt;
  const Value right = terms_[b.value].value;
  if (op == Operator::Subtract) return binary(Operator::Add, a, constant(-right));
  const Term& left = terms_[a.value];
  const bool is_sum = left.kind == Term::Kind::Operation && left.op == Operator::Add &&
                      is_constant(left.b) && terms_[left.b.value].value != Least;
  if (!is_sum || (op != Operator::Add && op != Operator::Equal)) return std::nullopt;
  const TermId inner = left.a;
  const Value added = terms_[left.b.value].value;
  const Operator combine = op == Operator::Add ? Operator::Add : Operator::Subtract;
  return binary(op, inner, constant(apply_binary(combine, right, added).value));
}

TermId TermTable::of(const ExpressionPool& pool, ExprId expression) {
  const ExpressionNode& node = pool[expression];
  if (node.op == Operator::Constant) return constant(node.value);
  if (node.op == Operator::Register) return register_value(node.reg);
  const auto part = [&](ExprId id) { return id.is_none() ? TermId::none() : of(pool, id); };
  const TermId a = part(node.a);
  const TermId b = part(node.b);
  return operation({.kind = Term::Kind::Operation,
                    .op = node.op,
                    .index = node.index,
                    .value = node.value,
                    .a = a,
                    .b = b,
                    .c = part(node.c)});
}

TermId TermTable::substitute(TermId id, RegisterId reg, TermId by) {
  if (id.is_none()) return id;
  const Term term = terms_[id.value];
  if (term.kind == Term::Kind::Register) return term.reg == reg ? by : id;
  if (term.kind != Term::Kind::Operation) return id;
  return with_parts(id, [&](TermId part) { return substitute(part, reg, by); });
}

bool TermTable::is_truth_value(TermId id) const {
  const Term& term = terms_[id.value];
  if (term.kind == Term::Kind::Constant) return term.value == 0 || term.value == 1;
  if (term.kind == Term::Kind::Read) return term.value == 1;
  if (term.kind != Term::Kind::Operation) return false;
  return gives_truth_value(term.op);
}

void TermTable::collect_registers(TermId id, std::vector<RegisterId>& out) const {
  if (id.is_none()) return;
  const Term& term = terms_[id.value];
  if (term.kind == Term::Kind::Register && std::ranges::find(out, term.reg) == out.end()) {
    out.push_back(term.reg);
  }
  for (const TermId part : {term.a, term.b, term.c}) collect_registers(part, out);
}

void TermTable::collect_reads(TermId id, std::vector<InstructionIndex>& out) const {
  if (id.is_none()) return;
  const Term& term = terms_[id.value];
  if (term.kind == Term::Kind::Read && std::ranges::find(out, term.read) == out.end()) {
    out.push_back(term.read);
  }
  for (const TermId part : {term.a, term.b, term.c}) collect_reads(part, out);
}

}  // namespace drover::passes
