#include "semantics/passes/purity/term.h"

#include <algorithm>

#include "support/hash.h"

namespace drover::passes {

namespace {

bool is_unary(Operator op) {
  return op == Operator::Negate || op == Operator::Complement || op == Operator::Not;
}

// Evaluates all its operands, always.
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
  if (term.kind == Term::Kind::Operation) {
    const Value right = !term.b.is_none() && is_constant(term.b) ? terms_[term.b.value].value : -1;
    const bool has_good_divisor = !term.b.is_none() && is_constant(term.b) && right != 0;
    switch (term.op) {
      case Operator::ElementAddress:
      case Operator::AddChecked:
      case Operator::SubtractChecked:
      case Operator::MultiplyChecked: faults = true; break;
      case Operator::Guard:
        faults = faults || static_cast<Guard>(term.index) != Guard::Access;
        break;
      case Operator::UnsignedDivide:
      case Operator::UnsignedRemainder:
      case Operator::Divide:
      case Operator::Remainder: faults = faults || !has_good_divisor; break;
      case Operator::ShiftLeft:
      case Operator::ShiftRight: faults = faults || right < 0 || right > 63; break;
      default: break;
    }
  }
  terms_.push_back(term);
  may_fault_.push_back(faults);
  sizes_.push_back(parts);
  return place->second;
}

TermId TermTable::constant(Value value) {
  Term term;
  term.value = value;
  return intern(term);
}

TermId TermTable::register_value(RegisterId reg) {
  Term term;
  term.kind = Term::Kind::Register;
  term.reg = reg;
  return intern(term);
}

TermId TermTable::read(InstructionIndex at, bool is_truth_value) {
  Term term;
  term.kind = Term::Kind::Read;
  term.read = at;
  term.value = is_truth_value ? 1 : 0;
  return intern(term);
}

TermId TermTable::operation(Operator op, TermId a, TermId b, TermId c) {
  Term term;
  term.kind = Term::Kind::Operation;
  term.op = op;
  term.a = a;
  term.b = b;
  term.c = c;
  return operation(term);
}

TermId TermTable::operation(const Term& term) {
  const auto [kind, op, index, reg, read_at, value, a, b, c] = term;
  if (is_unary(op)) {
    if (is_constant(a)) return constant(apply_unary(op, terms_[a.value].value));
    const bool is_double_negation = op == Operator::Not &&
                                    terms_[a.value].kind == Term::Kind::Operation &&
                                    terms_[a.value].op == Operator::Not;
    if (is_double_negation && is_truth_value(terms_[a.value].a)) return terms_[a.value].a;
    return intern(term);
  }
  if (op == Operator::Select && is_constant(a)) return terms_[a.value].value != 0 ? b : c;
  if (op == Operator::And || op == Operator::Or) {
    if (is_constant(a)) {
      const bool is_decided = (op == Operator::Or) == (terms_[a.value].value != 0);
      if (is_decided) return constant(op == Operator::Or ? 1 : 0);
      return is_truth_value(b) ? b : unary(Operator::Not, unary(Operator::Not, b));
    }
    return intern(term);
  }
  if (!is_strict_binary(op)) return intern(term);
  if (is_constant(a) && is_constant(b)) {
    const Evaluation result = apply_binary(op, terms_[a.value].value, terms_[b.value].value);
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
  // What cannot fault may change places: the constant to the right, otherwise by age.
  const bool is_swapped = op == Operator::Equal && !is_constant(b) && (is_constant(a) || b < a) &&
                          !may_fault(a) && !may_fault(b);
  if (!is_swapped) return intern(term);
  return binary(Operator::Equal, b, a);
}

TermId TermTable::of(const ExpressionPool& pool, ExprId expression) {
  const ExpressionNode& node = pool[expression];
  if (node.op == Operator::Constant) return constant(node.value);
  if (node.op == Operator::Register) return register_value(node.reg);
  const auto part = [&](ExprId id) { return id.is_none() ? TermId::none() : of(pool, id); };
  Term term;
  term.kind = Term::Kind::Operation;
  term.op = node.op;
  term.index = node.index;
  term.value = node.value;
  term.a = part(node.a);
  term.b = part(node.b);
  term.c = part(node.c);
  return operation(term);
}

TermId TermTable::substitute(TermId id, RegisterId reg, TermId by) {
  if (id.is_none()) return id;
  Term term = terms_[id.value];
  if (term.kind == Term::Kind::Register) return term.reg == reg ? by : id;
  if (term.kind != Term::Kind::Operation) return id;
  const TermId a = substitute(term.a, reg, by);
  const TermId b = substitute(term.b, reg, by);
  const TermId c = substitute(term.c, reg, by);
  if (a == term.a && b == term.b && c == term.c) return id;
  term.a = a;
  term.b = b;
  term.c = c;
  return operation(term);
}

bool TermTable::is_truth_value(TermId id) const {
  const Term& term = terms_[id.value];
  if (term.kind == Term::Kind::Constant) return term.value == 0 || term.value == 1;
  if (term.kind == Term::Kind::Read) return term.value == 1;
  if (term.kind != Term::Kind::Operation) return false;
  return term.op == Operator::Not || term.op == Operator::And || term.op == Operator::Or ||
         (term.op >= Operator::Less && term.op <= Operator::NotEqual);
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
