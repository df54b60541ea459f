#include "semantics/passes/purity/register_ranges.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "semantics/program/address.h"
#include "semantics/program/operands.h"

namespace drover::passes {

namespace {

using Range = ValueSet::Range;
__extension__ using Wide = __int128;

constexpr Value LeastValue = std::numeric_limits<Value>::min();
constexpr Value GreatestValue = std::numeric_limits<Value>::max();
constexpr Range AllValues{LeastValue, GreatestValue};

// A counter begins near 0 and takes small steps: it does not leave 32 bits in a million of them.
constexpr Value MaxCounterStart = 1 << 20;
constexpr Value MaxCounterStep = 1 << 10;

bool is_within_range(const Range& range, const Range& part) {
  return range.first <= part.first && part.last <= range.last;
}

std::optional<Range> common(const Range& a, const Range& b) {
  const Range both{std::max(a.first, b.first), std::min(a.last, b.last)};
  return both.first <= both.last ? std::optional(both) : std::nullopt;
}

// The range, if it fits into 64 bits.
std::optional<Range> exact(Wide first, Wide last) {
  if (first < LeastValue || last > GreatestValue) return std::nullopt;
  return Range{static_cast<Value>(first), static_cast<Value>(last)};
}

Range signed_range(Value bits) {
  if (bits >= 64) return AllValues;
  const Value half = Value{1} << (bits - 1);
  return {-half, half - 1};
}

// The values that pass a guard.
Range guarded_range(const ExpressionNode& node) {
  switch (static_cast<Guard>(node.index)) {
    case Guard::Signed: return signed_range(node.value);
    case Guard::Shift:
    case Guard::Index: return {0, node.value - 1};
    case Guard::Shifted: return {0, signed_range(node.value).last};
    case Guard::Access: break;
  }
  return AllValues;
}

// True if the operator may fault because one of these values is an address.
bool may_strain(const ExpressionNode& node, const Range& a, const Range& b) {
  const bool has_address = a.last >= address::SharedTag || b.last >= address::SharedTag;
  return node.index == AddressBits && has_address;
}

bool is_low_mask(Value mask) {
  return mask > 0 && std::has_single_bit(static_cast<std::uint64_t>(mask) + 1);
}

// The values of a conversion of its operand to fewer bits, if the node is one.
std::optional<Range> converted_range(const ExpressionPool& pool, const ExpressionNode& node) {
  if (node.op == Operator::BitAnd) {
    const auto mask = pool.known(node.b);
    return mask && is_low_mask(*mask) ? std::optional(Range{0, *mask}) : std::nullopt;
  }
  if (node.op != Operator::ShiftRight) return std::nullopt;
  // `x << k >> k`
  const ExpressionNode& shifted = pool[node.a];
  const auto count = pool.known(node.b);
  const bool is_cut = count && *count > 0 && *count < 64 && shifted.op == Operator::ShiftLeft &&
                      pool.known(shifted.b) == count;
  return is_cut ? std::optional(signed_range(64 - *count)) : std::nullopt;
}
ExprId converted_operand(const ExpressionPool& pool, const ExpressionNode& node) {
  return node.op == Operator::ShiftRight ? pool[node.a].a : node.a;
}

std::optional<Operator> mirrored(Operator op) {
  switch (op) {
    case Operator::Less: return Operator::Greater;
    case Operator::Greater: return Operator::Less;
    case Operator::LessEqual: return Operator::GreaterEqual;
    case Operator::GreaterEqual: return Operator::LessEqual;
    case Operator::Equal:
    case Operator::NotEqual: return op;
    default: return std::nullopt;
  }
}

// Returns the values that may compare so with some value in `others`; nothing if there are none.
std::optional<Range> comparable(Operator op, const Range& others, const Range& own) {
  switch (op) {
    case Operator::Less:
      if (others.last == LeastValue) return std::nullopt;
      return common(own, {LeastValue, others.last - 1});
    case Operator::LessEqual: return common(own, {LeastValue, others.last});
    case Operator::Greater:
      if (others.first == GreatestValue) return std::nullopt;
      return common(own, {others.first + 1, GreatestValue});
    case Operator::GreaterEqual: return common(own, {others.first, GreatestValue});
    case Operator::Equal: return common(own, others);
    case Operator::NotEqual: {
      if (others.first != others.last) return own;
      Range left = own;
      const bool is_only = own.first == own.last && own.first == others.first;
      if (is_only) return std::nullopt;
      if (left.first == others.first) ++left.first;
      if (left.last == others.first) --left.last;
      return left;
    }
    default: return own;
  }
}

}  // namespace

RegisterRanges::RegisterRanges(const Thread& thread, const ControlFlow& flow)
    : thread_(thread), flow_(flow) {
  find_counters();
  if (thread.code.size() * thread.registers.size() > MaxCells) return;
  find_thresholds();
  follow();
}

void RegisterRanges::find_counters() {
  is_counter_.assign(thread_.registers.size(), true);
  for (std::uint32_t reg = 0; reg < thread_.parameter_count; ++reg) is_counter_[reg] = false;
  for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
    const RegisterId written = written_by(thread_.code[at].body);
    if (written.is_none() || written.value >= is_counter_.size()) continue;
    const auto* assign = std::get_if<Assign>(&thread_.code[at].body);
    const auto start = assign != nullptr ? thread_.expressions.known(assign->value) : std::nullopt;
    const bool is_start = start && *start >= -MaxCounterStart && *start <= MaxCounterStart;
    if (!is_start && !is_counter_step(at)) is_counter_[written.value] = false;
  }
}

bool RegisterRanges::is_counter_step(InstructionIndex at) const {
  const auto* assign = std::get_if<Assign>(&thread_.code[at].body);
  if (assign == nullptr || !is_counter_[assign->target.value]) return false;
  const ExpressionPool& pool = thread_.expressions;
  const ExpressionNode* node = &pool[assign->value];
  const bool is_guard = node->op == Operator::Guard &&
                        static_cast<Guard>(node->index) == Guard::Signed && node->value >= 32;
  if (is_guard) node = &pool[node->a];
  const bool is_sum = node->op == Operator::Add || node->op == Operator::Subtract ||
                      node->op == Operator::AddChecked || node->op == Operator::SubtractChecked;
  if (!is_sum) return false;
  const auto step = pool.known(node->b);
  const ExpressionNode& counted = pool[node->a];
  return step && *step >= -MaxCounterStep && *step <= MaxCounterStep &&
         counted.op == Operator::Register && counted.reg == assign->target;
}

// The constants in conditions, and those next to them.
void RegisterRanges::find_thresholds() {
  std::set<Value> found;
  const auto note = [&](const auto& self, ExprId id) -> void {
    if (id.is_none() || found.size() > MaxThresholds) return;
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Constant && node.value > LeastValue && node.value < GreatestValue) {
      for (const Value near : {node.value - 1, node.value, node.value + 1}) found.insert(near);
    }
    for (const ExprId part : {node.a, node.b, node.c}) self(self, part);
  };
  for (const Instruction& instruction : thread_.code) {
    if (const auto* branch = std::get_if<Branch>(&instruction.body)) note(note, branch->condition);
    if (const auto* assign = std::get_if<Assign>(&instruction.body)) note(note, assign->value);
  }
  for (const Value bits : {8, 16, 32}) {
    const Range range = signed_range(bits);
    found.insert({range.first, range.last, 2 * range.last + 1});
  }
  thresholds_.assign(found.begin(), found.end());
}

void RegisterRanges::follow() {
  before_.resize(thread_.code.size());
  State start(thread_.registers.size(), Range{0, 0});
  for (std::uint32_t reg = 0; reg < start.size(); ++reg) {
    if (reg < thread_.parameter_count) start[reg] = AllValues;
  }
  before_[0] = std::move(start);
  std::vector<std::uint32_t> arrivals(thread_.code.size(), 0);
  std::set<std::size_t> open{flow_.position(0)};
  while (!open.empty()) {
    const InstructionIndex at = flow_.order()[*open.begin()];
    open.erase(open.begin());
    for (const InstructionIndex to : flow_.successors(at)) {
      const State state = state_behind(at, to);
      if (state.empty()) continue;
      constexpr std::uint32_t Patience = 3;
      const bool widens = flow_.is_back_edge(at, to) && ++arrivals[to] > Patience;
      if (arrive(to, state, widens)) open.insert(flow_.position(to));
    }
  }
}

RegisterRanges::State RegisterRanges::state_behind(InstructionIndex at, InstructionIndex to) const {
  State state = before_[at];
  const InstructionBody& body = thread_.code[at].body;
  if (const auto* assign = std::get_if<Assign>(&body)) {
    state[assign->target.value] = evaluate(state, assign->value).range;
  } else if (const auto* branch = std::get_if<Branch>(&body)) {
    if (branch->if_true == branch->if_false) return state;
    if (!restrict(state, branch->condition, to == branch->if_true)) return {};
  } else if (const RegisterId written = written_by(body);
             !written.is_none() && written.value < state.size()) {
    state[written.value] = AllValues;
  }
  return state;
}

bool RegisterRanges::arrive(InstructionIndex at, const State& state, bool widens) {
  State& there = before_[at];
  if (there.empty()) {
    there = state;
    return true;
  }
  bool has_grown = false;
  for (std::size_t reg = 0; reg < state.size(); ++reg) {
    if (is_within_range(there[reg], state[reg])) continue;
    has_grown = true;
    there[reg] = widens ? widened(there[reg], state[reg])
                        : Range{std::min(there[reg].first, state[reg].first),
                                std::max(there[reg].last, state[reg].last)};
  }
  return has_grown;
}

RegisterRanges::Range RegisterRanges::widened(const Range& range, const Range& more) const {
  Range wide = range;
  if (more.first < range.first) {
    const auto next = std::ranges::upper_bound(thresholds_, more.first);
    wide.first = next == thresholds_.begin() ? LeastValue : *std::prev(next);
  }
  if (more.last > range.last) {
    const auto next = std::ranges::lower_bound(thresholds_, more.last);
    wide.last = next == thresholds_.end() ? GreatestValue : *next;
  }
  return wide;
}

RegisterRanges::Evaluated RegisterRanges::evaluate(const State& state, ExprId expression) const {
  const ExpressionPool& pool = thread_.expressions;
  const ExpressionNode& node = pool[expression];
  if (const auto narrow = converted_range(pool, node)) {
    const Evaluated operand = evaluate(state, converted_operand(pool, node));
    const bool faults = operand.may_fault || may_strain(node, operand.range, {0, 0});
    return {is_within_range(*narrow, operand.range) ? operand.range : *narrow, faults};
  }
  switch (node.op) {
    case Operator::Constant: return {{node.value, node.value}};
    case Operator::Register: return {state[node.reg.value]};
    case Operator::Not: return {{0, 1}, evaluate(state, node.a).may_fault};
    case Operator::And:
    case Operator::Or:
      return {{0, 1}, evaluate(state, node.a).may_fault || evaluate(state, node.b).may_fault};
    case Operator::Select: {
      const Evaluated b = evaluate(state, node.b);
      const Evaluated c = evaluate(state, node.c);
      const bool faults = evaluate(state, node.a).may_fault || b.may_fault || c.may_fault;
      return {{std::min(b.range.first, c.range.first), std::max(b.range.last, c.range.last)},
              faults};
    }
    case Operator::Guard: {
      const Evaluated operand = evaluate(state, node.a);
      const Range fitting = guarded_range(node);
      return {common(fitting, operand.range).value_or(fitting),
              operand.may_fault || !is_within_range(fitting, operand.range)};
    }
    default: break;
  }
  return node.c.is_none() && !node.b.is_none() ? evaluate_binary(state, node)
                                               : Evaluated{AllValues, pool.may_fault(expression)};
}

RegisterRanges::Evaluated RegisterRanges::evaluate_binary(const State& state,
                                                          const ExpressionNode& node) const {
  const auto [a, left_faults] = evaluate(state, node.a);
  const auto [b, right_faults] = evaluate(state, node.b);
  const auto known = b.first == b.last ? std::optional(b.first) : std::nullopt;
  const bool faults = left_faults || right_faults;
  const bool may_fault = faults || drover::may_fault(node.op, node.index, known);
  if (may_strain(node, a, b)) return {AllValues, true};
  // Sums and the like: the range if it is exact. A checked operator that passes is.
  const auto within = [&](Wide first, Wide last, bool is_checked) -> Evaluated {
    const auto range = exact(first, last);
    if (range) return {*range, faults};
    return {AllValues, faults || is_checked};
  };
  switch (node.op) {
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::Greater:
    case Operator::GreaterEqual:
    case Operator::Equal:
    case Operator::NotEqual: return {{0, 1}, faults};
    case Operator::Add:
    case Operator::AddChecked:
      return within(Wide{a.first} + b.first, Wide{a.last} + b.last,
                    node.op == Operator::AddChecked);
    case Operator::Subtract:
    case Operator::SubtractChecked:
      return within(Wide{a.first} - b.last, Wide{a.last} - b.first,
                    node.op == Operator::SubtractChecked);
    case Operator::Multiply:
    case Operator::MultiplyChecked: {
      const auto ends = std::minmax({Wide{a.first} * b.first, Wide{a.first} * b.last,
                                     Wide{a.last} * b.first, Wide{a.last} * b.last});
      return within(ends.first, ends.second, node.op == Operator::MultiplyChecked);
    }
    case Operator::ShiftLeft:
      if (known && *known >= 0 && *known < 63 && a.first >= 0) {
        return within(Wide{a.first} << *known, Wide{a.last} << *known, false);
      }
      break;
    case Operator::ShiftRight:
      if (known && *known >= 0 && *known < 64)
        return {{a.first >> *known, a.last >> *known}, faults};
      break;
    case Operator::Remainder:
      if (known && *known > 0 && a.first >= 0) return {{0, std::min(a.last, *known - 1)}, faults};
      break;
    case Operator::Divide:
      if (known && *known > 0 && a.first >= 0) return {{a.first / *known, a.last / *known}, faults};
      break;
    default: break;
  }
  return {AllValues, may_fault};
}

bool RegisterRanges::may_fault(InstructionIndex at, ExprId expression) const {
  if (!thread_.expressions.may_fault(expression)) return false;
  if (before_.empty()) return true;
  return !before_[at].empty() && evaluate(before_[at], expression).may_fault;
}

RegisterRanges::Range RegisterRanges::range_of(InstructionIndex at, ExprId expression) const {
  if (before_.empty() || before_[at].empty()) return AllValues;
  return evaluate(before_[at], expression).range;
}

std::optional<RegisterRanges::Sum> RegisterRanges::sum_of(InstructionIndex at,
                                                          ExprId expression) const {
  if (before_.empty() || before_[at].empty()) return std::nullopt;
  return sum_in(before_[at], expression);
}

std::optional<RegisterRanges::Sum> RegisterRanges::sum_in(const State& state,
                                                          ExprId expression) const {
  const ExpressionPool& pool = thread_.expressions;
  const ExpressionNode& node = pool[expression];
  if (node.op == Operator::Register) return Sum{node.reg, 0};
  const bool is_guard = node.op == Operator::Guard;
  const auto narrow = is_guard ? std::optional(guarded_range(node)) : converted_range(pool, node);
  if (narrow) {
    const ExprId operand = is_guard ? node.a : converted_operand(pool, node);
    if (!is_within_range(*narrow, evaluate(state, operand).range)) return std::nullopt;
    return sum_in(state, operand);
  }
  const bool is_added = node.op == Operator::Add || node.op == Operator::AddChecked;
  const bool is_sum =
      is_added || node.op == Operator::Subtract || node.op == Operator::SubtractChecked;
  if (!is_sum) return std::nullopt;
  const auto added = pool.known(node.b);
  auto sum = added && *added != LeastValue ? sum_in(state, node.a) : std::nullopt;
  if (!sum) return std::nullopt;
  const Range left = evaluate(state, node.a).range;
  const Value step = is_added ? *added : -*added;
  if (!exact(Wide{left.first} + step, Wide{left.last} + step)) return std::nullopt;
  if (!exact(Wide{sum->added} + step, Wide{sum->added} + step)) return std::nullopt;
  sum->added += step;
  return sum;
}

std::optional<RegisterRanges::WrappedSum> RegisterRanges::wrapped_sum_of(InstructionIndex at,
                                                                         ExprId expression) const {
  const ExpressionPool& pool = thread_.expressions;
  const ExpressionNode* node = &pool[expression];
  const auto narrow = converted_range(pool, *node);
  if (narrow) node = &pool[converted_operand(pool, *node)];
  const bool passes = node->op == Operator::Guard && !before_.empty() && !before_[at].empty() &&
                      is_within_range(guarded_range(*node), range_of(at, node->a));
  if (passes) node = &pool[node->a];
  const bool is_added = node->op == Operator::Add;
  const auto added = node->b.is_none() ? std::nullopt : pool.known(node->b);
  const bool is_sum = (is_added || node->op == Operator::Subtract) && added &&
                      *added != LeastValue && pool[node->a].op == Operator::Register;
  if (!is_sum) return std::nullopt;
  const RegisterId reg = pool[node->a].reg;
  const Range domain = narrow.value_or(AllValues);
  if (!is_within_range(domain, range_of(at, node->a))) return std::nullopt;
  return WrappedSum{{reg, is_added ? *added : -*added}, domain};
}

bool RegisterRanges::restrict(State& state, ExprId condition, bool truth) const {
  const ExpressionNode& node = thread_.expressions[condition];
  switch (node.op) {
    case Operator::Constant: return (node.value != 0) == truth;
    case Operator::Not: return restrict(state, node.a, !truth);
    case Operator::And:
    case Operator::Or:
      if ((node.op == Operator::And) != truth) return true;
      return restrict(state, node.a, truth)&& restrict(state, node.b, truth);
    default: break;
  }
  if (const auto contrary = contrary_of(node.op)) {
    return restrict_comparison(state, truth ? node.op : *contrary, node.a, node.b);
  }
  const auto own = comparable(truth ? Operator::NotEqual : Operator::Equal, {0, 0},
                              evaluate(state, condition).range);
  return own && restrict_to(state, condition, *own);
}

bool RegisterRanges::restrict_comparison(State& state, Operator op, ExprId left,
                                         ExprId right) const {
  const Range a = evaluate(state, left).range;
  const Range b = evaluate(state, right).range;
  const auto own = comparable(op, b, a);
  const auto other = comparable(*mirrored(op), a, b);
  return own && other && restrict_to(state, left, *own) && restrict_to(state, right, *other);
}

bool RegisterRanges::restrict_to(State& state, ExprId expression, const Range& range) const {
  const auto sum = sum_in(state, expression);
  if (!sum) return true;
  Range& known = state[sum->reg.value];
  const Wide first = std::max(Wide{range.first} - sum->added, Wide{LeastValue});
  const Wide last = std::min(Wide{range.last} - sum->added, Wide{GreatestValue});
  if (first > last) return false;
  const auto both = common(known, {static_cast<Value>(first), static_cast<Value>(last)});
  if (both) known = *both;
  return both.has_value();
}

}  // namespace drover::passes
