#include <algorithm>
#include <utility>

#include "semantics/lower/c/c_thread.h"
#include "semantics/program/address.h"
#include "semantics/program/opaque_value.h"
#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"
#include "semantics/program/value.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::lowering {

using c::NodeKind;

// ---- Helpers -----------------------------------------------------------------------------

SourceRange CThreadLowering::shown(SourceRange at) const {
  if (frames_.empty()) return at;
  if (frames_.back().place) return *frames_.back().place;
  at.call = frames_.back().call;
  return at;
}

void CThreadLowering::emit(InstructionBody body) {
  if (++context_.code_size > context_.max_code) context_.is_too_large = true;
  if (!accessed_by(body).is_none()) accesses_.push_back(folding_.at);
  const bool acts = !accessed_by(body).is_none() ||
                    std::holds_alternative<FenceInstruction>(body) ||
                    std::holds_alternative<Allocate>(body) || std::holds_alternative<Spawn>(body) ||
                    std::holds_alternative<Join>(body);
  if (acts) note_action(folding_.at);
  if (!context_.is_too_large) builder_.emit(std::move(body), folding_.at);
}

void CThreadLowering::jump(Target target) {
  ++context_.code_size;
  builder_.jump(target, folding_.at);
}

void CThreadLowering::branch(ExprId condition, Target if_true, Target if_false) {
  ++context_.code_size;
  builder_.branch(condition, if_true, if_false, folding_.at);
}

void CThreadLowering::when(ExprId condition, const std::function<void()>& act) {
  const Target then = builder_.make_target();
  const Target end = builder_.make_target();
  branch(condition, then, end);
  builder_.place(then);
  act();
  builder_.place(end);
}

void CThreadLowering::unless(ExprId condition, const std::function<void()>& act) {
  const Target otherwise = builder_.make_target();
  const Target end = builder_.make_target();
  branch(condition, end, otherwise);
  builder_.place(otherwise);
  act();
  builder_.place(end);
}

void CThreadLowering::if_else(c::NodeId condition, const std::function<void()>& then,
                              const std::function<void()>& otherwise) {
  const Target if_true = builder_.make_target();
  const Target if_false = builder_.make_target();
  const Target end = builder_.make_target();
  lower_condition(condition, if_true, if_false);
  builder_.place(if_true);
  then();
  jump(end);
  builder_.place(if_false);
  otherwise();
  builder_.place(end);
}

ExprId CThreadLowering::saved_at(c::NodeId of, ExprId value) {
  const Here here(folding_, shown(node(of).place));
  return saved(value);
}

ExprId CThreadLowering::saved(ExprId value) {
  if (known(value)) return value;
  const RegisterId reg = builder_.temporary();
  emit(Assign{reg, value});
  return value_of(reg);
}

Mode CThreadLowering::mode_of(c::TypeId type) const {
  if (types().is_atomic(type)) return Mode::Sc;
  const bool is_relaxed = context_.unit.options.volatile_access == c::VolatileAccess::Relaxed;
  return is_relaxed && types()[type].qualifiers.is_volatile ? Mode::Rlx : Mode::Na;
}

// ---- Accesses ------------------------------------------------------------------------------

ExprId CThreadLowering::access_address(const Place& place) {
  const std::uint32_t size = scalar_size(types(), place.type);
  const auto address = known(place.address);
  if (address && context_.is_cell(*address, size)) return place.address;
  return folding_.guarded(Guard::Access, static_cast<Value>(size), place.address);
}

bool CThreadLowering::is_held_with_sign(c::TypeId type) const {
  return types().is_integer(type) && types().is_unsigned(type) &&
         types().kind(type) != c::TypeKind::Bool && context_.has_both_signs(types().bits_of(type));
}

ExprId CThreadLowering::to_cell(ExprId value, c::TypeId type) {
  return is_held_with_sign(type) ? wrap_signed(value, types().bits_of(type)) : value;
}

ExprId CThreadLowering::from_cell(ExprId value, c::TypeId type) {
  return is_held_with_sign(type) ? wrap(value, type) : value;
}

AccessSite CThreadLowering::site_of(const Place& place, Mode mode) const {
  const bool can_be_cut = !place.may_be_opaque && !types().is_opaque(place.type);
  const bool has_sign = types().is_integer(place.type) &&
                        (!types().is_unsigned(place.type) || is_held_with_sign(place.type));
  return {.number = can_be_cut ? 1U : 0U,  // number_sites gives it its own
          .is_atomic = mode != Mode::Na,
          .has_sign = has_sign};
}

Load CThreadLowering::load_of(RegisterId target, const Place& place, Mode mode) {
  return {.target = target,
          .address = access_address(place),
          .mode = mode,
          .site = site_of(place, mode)};
}

Store CThreadLowering::store_of(const Place& place, ExprId value, Mode mode) {
  return {
      .address = access_address(place), .value = value, .mode = mode, .site = site_of(place, mode)};
}

ExprId CThreadLowering::load(const Place& place, const Ordered& order) {
  if (place.reg) return value_of(*place.reg);
  const RegisterId target = builder_.temporary();
  emit_ordered(order, [&](Mode mode) { emit(load_of(target, place, mode)); });
  if (place.may_be_opaque && !types().is_opaque(place.type)) checked_number(value_of(target));
  const ExprId value = from_cell(value_of(target), place.type);
  if (!place.bits) return value;
  return narrowed(folding_.binary(Operator::ShiftRight, value, place.bits->begin), *place.bits);
}

ExprId CThreadLowering::checked_number(ExprId value) {
  when(is_equal(value, OpaqueValue), [&] {
    emit(
        Fail{"a read of the bytes of a number whose value is not computed (floating point, or "
             "more than 64 bits), which is not supported",
             ErrorKind::Unsupported});
  });
  return value;
}

// Returns the value of a bit-field from a number whose last bits it has.
ExprId CThreadLowering::narrowed(ExprId value, const BitRange& bits) {
  constexpr Value Whole = 64;
  if (bits.width >= Whole) return value;
  if (!types().is_unsigned(bits.type)) {
    return wrap_signed(value, static_cast<unsigned>(bits.width));
  }
  return folding_.binary(Operator::BitAnd, value, (Value{1} << bits.width) - 1);
}

void CThreadLowering::store(const Place& place, ExprId value, const Ordered& order) {
  if (place.reg) {
    emit(Assign{*place.reg, value});
    return;
  }
  if (place.bits) return store_bits(place, value);
  const ExprId held = to_cell(value, place.type);
  emit_ordered(order, [&](Mode mode) { emit(store_of(place, held, mode)); });
}

// Reads the unit and writes it with other bits: not atomic. Bits that were never written are 0.
void CThreadLowering::store_bits(const Place& place, ExprId value) {
  const BitRange bits = *place.bits;
  constexpr Value Whole = 64;
  const Value mask = bits.width >= Whole ? -1 : (Value{1} << bits.width) - 1;
  const auto moved = static_cast<Value>(static_cast<std::uint64_t>(mask) << bits.begin);
  const ExprId given = saved(value);
  const ExprId address = saved(place.address);
  const Place unit{.address = address, .type = place.type};
  const RegisterId read = builder_.temporary();
  Load load = load_of(read, unit, Mode::Na);
  load.may_read_nothing = true;
  emit(load);
  const ExprId old =
      folding_.select(is_equal(value_of(read), UnwrittenValue), constant(0), value_of(read));
  const ExprId others =
      folding_.binary(Operator::BitAnd, from_cell(old, place.type), constant(~moved));
  const ExprId kept = folding_.binary(Operator::BitAnd, given, constant(mask));
  store(unit,
        saved(folding_.binary(Operator::BitOr, others,
                              folding_.binary(Operator::ShiftLeft, kept, bits.begin))),
        Mode::Na);
}

RegisterId CThreadLowering::load_cell(ExprId address, c::TypeId type) {
  const RegisterId value = builder_.temporary();
  Load load = load_of(value, {.address = address, .type = type}, Mode::Na);
  load.may_read_nothing = true;
  emit(load);
  return value;
}

void CThreadLowering::store_cell(ExprId address, RegisterId value, c::TypeId type) {
  emit(store_of({.address = address, .type = type}, value_of(value), Mode::Na));
}

void CThreadLowering::copy_cell(ExprId to, ExprId from, c::TypeId type) {
  const RegisterId value = load_cell(from, type);
  store_cell(to, value, type);
}

void CThreadLowering::store_initial(const Place& place, ExprId value) {
  if (place.reg) return store(place, value, Mode::Na);
  Store store = store_of(place, to_cell(value, place.type), Mode::Na);
  store.is_initial = true;
  emit(store);
}

// ---- Values that may be missing ---------------------------------------------------------------

ExprId CThreadLowering::checked(ExprId value, std::string message) {
  const ExprId is_missing = is_equal(value, UnwrittenValue);
  if (known(is_missing) == 0) return value;
  when(is_missing, [&] { emit(Fail{std::move(message), ErrorKind::Memory}); });
  return value;
}

ExprId CThreadLowering::read_register(const c::Node& reader, const c::Node& variable,
                                      ExprId value) {
  const auto id = c::NodeId(static_cast<std::size_t>(&reader - context_.unit.nodes.data()));
  if (!context_.unwritten.is_open[id.value]) return value;
  const std::string& name = function().variables[variable.index].name;
  return checked(value, format("read of `{}`, which was never written", name));
}

// ---- Places --------------------------------------------------------------------------------

CThreadLowering::Place CThreadLowering::lower_place(c::NodeId id) {
  const c::Node& lvalue = node(id);
  const Here here(folding_, shown(lvalue.place));
  Place place{.address = {}, .type = lvalue.type};
  switch (lvalue.kind) {
    case NodeKind::Local: {
      const Slot& slot = frame().slots[lvalue.index];
      if (slot.value) {  // it never changes: a copy is equivalent
        place.reg = builder_.temporary();
        emit(Assign{*place.reg, *slot.value});
      } else if (!slot.is_in_memory) {
        place.reg = slot.reg;
      } else {
        place.address = value_of(slot.reg);
      }
      return place;
    }
    case NodeKind::Global:
      refuse_undefined(context_.unit.globals[lvalue.index]);
      if (const auto offset = context_.thread_local_offset(lvalue.index)) {
        place.address = sum(value_of(thread_locals_), *offset);
      } else {
        place.address = constant(context_.address_of_global(lvalue.index));
      }
      return place;
    case NodeKind::Dereference: place.address = lower_value(lvalue.a); return place;
    case NodeKind::Member: {
      const Place base = lower_place(lvalue.a);
      const c::TypeId whole = node(lvalue.a).type;
      place.may_be_opaque =
          base.may_be_opaque || (types().record_of(whole).is_union && types().holds_opaque(whole));
      place.address = lvalue.value == 0 ? base.address : sum(base.address, lvalue.value);
      return place;
    }
    case NodeKind::Element: {
      const bool is_later_changing = context_.effects(lvalue.b).changes;
      Place base = lower_place(lvalue.a);
      if (is_later_changing) base.address = saved(base.address);
      place.address = sum(base.address, element_offset(lvalue, false));
      place.may_be_opaque = base.may_be_opaque;
      return place;
    }
    case NodeKind::BitField:
      place = lower_place(lvalue.a);
      place.bits = BitRange{
          .begin = lvalue.value, .width = static_cast<Value>(lvalue.index), .type = lvalue.type};
      return place;
    case NodeKind::Initialised: lower(lvalue.statement); return lower_place(lvalue.a);
    default: {  // GNU C: the operand of a cast is still an lvalue
      place.address = lower_value(id);
      return place;
    }
  }
}

void CThreadLowering::refuse_undefined(const c::Global& global) {
  if (global.refusal) lower_refusal(*global.refusal);
  if (global.is_defined) return;
  refuse_if_reached(DiagnosticKind::CError,
                    format("`{}` is declared, but not defined here", global.name), OtherFile);
}

bool CThreadLowering::ends_pointed_struct(c::NodeId array) const {
  const c::Node& lvalue = node(array);
  if (lvalue.kind == NodeKind::Dereference) return types().is_record(lvalue.type);
  if (lvalue.kind != NodeKind::Member) return false;
  const c::Record& record = types().record_of(node(lvalue.a).type);
  const auto end =
      static_cast<std::uint64_t>(lvalue.value) + types().size_of(lvalue.type).value_or(0);
  const bool is_last = std::ranges::all_of(record.members, [&](const c::Member& member) {
    return member.offset + types().size_of(member.type).value_or(0) <= end;
  });
  return is_last && ends_pointed_struct(lvalue.a);
}

ExprId CThreadLowering::element_offset(const c::Node& element, bool is_address) {
  const c::Type& array = types()[node(element.a).type];
  ExprId index = lower_value(element.b);
  // The address after the last element is valid. An array without a length, or with one element at
  // the end of a struct accessed through a pointer, is as long as its object.
  const bool is_bounded = array.count.value_or(0) > 1 ||
                          (array.count.value_or(0) == 1 && !ends_pointed_struct(element.a));
  if (is_bounded) {
    const auto bound = static_cast<Value>(*array.count) + (is_address ? 1 : 0);
    index = folding_.guarded(Guard::Index, bound, index);
  }
  return scaled(index, static_cast<Value>(types().size_of(element.type).value_or(1)));
}

ExprId CThreadLowering::lower_address(c::NodeId id) {
  const c::Node& lvalue = node(id);
  if (lvalue.kind != NodeKind::Element) return lower_place(id).address;
  const Here here(folding_, shown(lvalue.place));
  const Place base = lower_place(lvalue.a);
  return sum(base.address, element_offset(lvalue, true));
}

// ---- Values --------------------------------------------------------------------------------

std::vector<ExprId> CThreadLowering::lower_in_order(Nodes nodes) {
  std::vector<ExprId> values;
  const SourceRange whole = folding_.at;
  const std::size_t begin = accesses_.size();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t middle = accesses_.size();
    ExprId value = lower_value(nodes[i]);
    note_open_order(whole, begin, middle);
    bool is_changed = false;
    bool is_overtaken = false;
    for (std::size_t j = i + 1; j < nodes.size(); ++j) {
      const NodeEffects later = context_.effects(nodes[j]);
      is_changed |= later.changes;
      is_overtaken |= later.touches;
    }
    if (is_changed || (is_overtaken && folding_.may_fault(value))) {
      value = saved_at(nodes[i], value);
    }
    values.push_back(value);
  }
  return values;
}

// [C11 6.5p3, 6.5.2.2p10]: operands and arguments are unsequenced, and called functions are in some
// order.
void CThreadLowering::note_open_order(SourceRange whole, std::size_t begin, std::size_t middle) {
  const bool is_of_header = !frames_.empty() && frames_.back().place;
  if (is_of_header || begin == middle || middle == accesses_.size()) return;
  std::vector<OpenOrder>& orders = context_.out.open_orders;
  auto order = std::ranges::find_if(orders, [&](const OpenOrder& each) {
    return each.source == whole && each.second.front() == accesses_[middle];
  });
  if (order == orders.end()) {
    order = orders.insert(order, {.source = whole, .first = {}, .second = {}});
  }
  const auto add = [&](std::vector<SourceRange>& to, std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i) {
      if (std::ranges::find(to, accesses_[i]) == to.end()) to.push_back(accesses_[i]);
    }
  };
  add(order->first, begin, middle);
  add(order->second, middle, accesses_.size());
}

ExprId CThreadLowering::lower_value(c::NodeId id) {
  const c::Node& value = node(id);
  const Here here(folding_, shown(value.place));
  const bool is_computation = value.kind == NodeKind::Convert || value.kind == NodeKind::Negate ||
                              value.kind == NodeKind::Complement || value.kind == NodeKind::Binary;
  if (is_computation && types().is_opaque(value.type)) {
    lower_unused(value.a);
    if (!value.b.is_none()) lower_unused(value.b);
    return constant(OpaqueValue);
  }
  switch (value.kind) {
    case NodeKind::Integer: return constant(value.value);
    case NodeKind::Floating: return constant(value.is_known && value.value == 0 ? 0 : OpaqueValue);
    case NodeKind::Unsupported: lower_refusal(value.index); return constant(0);
    case NodeKind::FunctionName: return constant(context_.address_of_function(value.index));
    case NodeKind::Load: return lower_load(value);
    case NodeKind::AddressOf: return lower_address(value.a);
    case NodeKind::Convert:
      return convert(lower_for(value.a, value.type), node(value.a).type, value.type);
    case NodeKind::Negate:
      return arithmetic(Operator::Subtract, constant(0), lower_value(value.a), value.type);
    case NodeKind::Complement:
      return wrap(folding_.unary(Operator::Complement, lower_value(value.a)), value.type);
    case NodeKind::Not: return folding_.unary(Operator::Not, lower_value(value.a));
    case NodeKind::Binary: {
      const std::vector<ExprId> operands = lower_in_order(std::array{value.a, value.b});
      return arithmetic(value.op, operands[0], operands[1],
                        is_comparison(value.op) ? node(value.a).type : value.type);
    }
    case NodeKind::PointerAdd: {
      const std::vector<ExprId> operands = lower_in_order(std::array{value.a, value.b});
      return sum(operands[0], scaled(operands[1], value.value));
    }
    case NodeKind::PointerDifference: {
      const std::vector<ExprId> operands = lower_in_order(std::array{value.a, value.b});
      const ExprId bytes = difference(operands[0], operands[1]);
      return folding_.binary(Operator::Divide, bytes, value.value);
    }
    case NodeKind::And:
    case NodeKind::Or:
    case NodeKind::Conditional: return lower_choice(id, value);
    case NodeKind::Comma: lower_unused(value.a); return lower_value(value.b);
    case NodeKind::Assign: return lower_assign(value);
    case NodeKind::CompoundAssign: return lower_compound(value);
    case NodeKind::Step: return lower_step(value);
    case NodeKind::Call: return lower_call(id, std::nullopt);
    case NodeKind::Builtin: return lower_builtin(value);
    case NodeKind::StatementExpression: return lower_statement_expression(value);
    default: return lower_place(id).address;
  }
}

ExprId CThreadLowering::lower_load(const c::Node& value) {
  const c::Node& lvalue = node(value.a);
  if (lvalue.kind == NodeKind::Local) {
    const Slot& slot = frame().slots[lvalue.index];
    if (slot.value) return *slot.value;
  }
  if (!types().is_scalar(value.type)) return lower_place(value.a).address;  // a record
  const ExprId loaded = load(lower_place(value.a), mode_of(lvalue.type));
  return lvalue.kind == NodeKind::Local ? read_register(value, lvalue, loaded) : loaded;
}

ExprId CThreadLowering::lower_for(c::NodeId id, c::TypeId type) {
  const bool is_allocation = node(id).kind == NodeKind::Builtin && types().is_pointer(type);
  if (is_allocation) {
    has_allocated_type_ = true;
    allocated_type_ = types()[type].target;
  }
  const ExprId value = lower_value(id);
  has_allocated_type_ = false;
  return value;
}

// Keeps the side effects and faults of an unused value.
void CThreadLowering::lower_unused(c::NodeId id) {
  const ExprId value = lower_value(id);
  if (!value.is_none() && folding_.may_fault(value)) saved_at(id, value);
}

// The value of a statement expression is that of its last statement, which is part of the block.
ExprId CThreadLowering::lower_statement_expression(const c::Node& value) {
  const c::Statement& block = context_.unit[value.statement];
  const std::size_t outside = enter_scope(block.scope);
  for (const c::StatementId each : block.list) lower(each);
  ExprId result = value.a.is_none() ? constant(0) : lower_value(value.a);
  const bool is_left = frame().live.size() > outside;
  if (is_left && !result.is_none()) result = saved(result);
  leave_scope(outside);
  return result;
}

ExprId CThreadLowering::lower_choice(c::NodeId id, const c::Node& value) {
  const bool is_conditional = value.kind == NodeKind::Conditional;
  const NodeEffects right = context_.effects(value.b);
  const NodeEffects other = context_.effects(value.c);
  const bool is_pure = !right.touches && !right.changes && !other.touches && !other.changes;
  const bool has_value = !types().is_void(value.type) && types().is_scalar(value.type);
  if (is_pure && has_value) {
    const ExprId condition = lower_value(value.a);
    if (is_conditional) {
      const ExprId if_true = lower_value(value.b);
      return folding_.select(condition, if_true, lower_value(value.c));
    }
    if (const auto decided = known(condition)) {
      const bool is_or = value.kind == NodeKind::Or;
      if (is_or == (*decided != 0)) return constant(is_or ? 1 : 0);
      return truth(lower_value(value.b));
    }
    return folding_.binary(value.kind == NodeKind::And ? Operator::And : Operator::Or, condition,
                           lower_value(value.b));
  }
  const RegisterId result = builder_.temporary();
  const auto pick = [&](c::NodeId part, Value otherwise) {
    const ExprId picked = is_conditional ? lower_value(part) : constant(otherwise);
    if (has_value || !is_conditional) emit(Assign{result, picked});
  };
  if_else(
      is_conditional ? value.a : id, [&] { pick(value.b, 1); }, [&] { pick(value.c, 0); });
  return has_value ? value_of(result) : constant(0);
}

void CThreadLowering::lower_condition(c::NodeId id, Target if_true, Target if_false) {
  const c::Node& condition = node(id);
  const Here here(folding_, shown(condition.place));
  const NodeEffects right = context_.effects(condition.b);
  const bool is_split = right.touches || right.changes;
  if (condition.kind == NodeKind::Not) return lower_condition(condition.a, if_false, if_true);
  if ((condition.kind == NodeKind::And || condition.kind == NodeKind::Or) && is_split) {
    const Target middle = builder_.make_target();
    if (condition.kind == NodeKind::And) {
      lower_condition(condition.a, middle, if_false);
    } else {
      lower_condition(condition.a, if_true, middle);
    }
    builder_.place(middle);
    return lower_condition(condition.b, if_true, if_false);
  }
  const ExprId value = lower_value(id);
  branch(value, if_true, if_false);
}

// ---- Assignments -----------------------------------------------------------------------------

// The value of an lvalue is read before the place is computed, as for scalars; another value is
// computed there.
ExprId CThreadLowering::lower_record_assign(const c::Node& value) {
  const std::size_t begin = accesses_.size();
  const NodeEffects place_effects = context_.effects(value.a);
  const bool is_plain_place = !place_effects.touches && !place_effects.changes;
  if (is_plain_place || node(value.b).kind != NodeKind::Load) {
    const ExprId to = saved(lower_place(value.a).address);
    const std::size_t middle = accesses_.size();
    copy_record(to, value.b, value.type);
    note_open_order(folding_.at, begin, middle);
    return to;
  }
  const auto cells = types().cells_of(value.type, MaxCInstructions);
  if (!cells) {
    refuse_overlap(value.type);
    return constant(0);
  }
  const ExprId from = saved(lower_value(value.b));
  const auto cell_of = [&](ExprId record, const c::Scalar& cell) {
    return sum(record, constant(static_cast<Value>(cell.offset)));
  };
  std::vector<RegisterId> values;
  for (const c::Scalar& each : *cells) {
    values.push_back(load_cell(cell_of(from, each), each.type));
  }
  const std::size_t middle = accesses_.size();
  const ExprId to = saved(lower_place(value.a).address);
  note_open_order(folding_.at, begin, middle);
  for (std::size_t i = 0; i < values.size(); ++i) {
    store_cell(cell_of(to, (*cells)[i]), values[i], (*cells)[i].type);
  }
  return to;
}

ExprId CThreadLowering::lower_assign(const c::Node& value) {
  if (types().is_record(value.type)) return lower_record_assign(value);
  const std::size_t begin = accesses_.size();
  ExprId assigned = lower_for(value.b, value.type);
  const std::size_t middle = accesses_.size();
  const NodeEffects place_effects = context_.effects(value.a);
  if (place_effects.changes || (place_effects.touches && folding_.may_fault(assigned))) {
    assigned = saved(assigned);
  }
  const Place place = lower_place(value.a);
  note_open_order(folding_.at, begin, middle);
  if (place.reg) {
    emit(Assign{*place.reg, assigned});
    return value_of(*place.reg);
  }
  if (folding_.may_fault(assigned)) assigned = saved(assigned);
  if (place.bits) assigned = narrowed(saved(assigned), *place.bits);
  store(place, assigned, mode_of(node(value.a).type));
  return assigned;
}

namespace {

// Returns the atomic operation of an operator, if any: [C11 7.17.7.5p3], sums wrap around.
std::optional<RmwOperator> update_of(Operator op) {
  const auto found = std::ranges::find_if(
      RmwTable, [&](const RmwNames& each) { return operator_of(each.op) == op; });
  return found == RmwTable.end() ? std::nullopt : std::optional(found->op);
}

}  // namespace

ExprId CThreadLowering::lower_compound(const c::Node& value) {
  const std::size_t begin = accesses_.size();
  ExprId operand = lower_value(value.b);
  const std::size_t middle = accesses_.size();
  const NodeEffects place_effects = context_.effects(value.a);
  if (place_effects.changes || (place_effects.touches && folding_.may_fault(operand))) {
    operand = saved(operand);
  }
  Place place = lower_place(value.a);
  const c::TypeId target = node(value.a).type;
  if (!place.reg) place.address = saved(place.address);
  note_open_order(folding_.at, begin, middle);
  const auto combined = [&](ExprId old) {
    if (value.is_pointer_step) {
      return sum(old, scaled(operand, value.value));
    }
    if (types().is_opaque(value.type)) return constant(OpaqueValue);
    const ExprId wide = convert(old, value.type, value.computed);
    const ExprId result = arithmetic(value.op, wide, operand, value.computed);
    return convert(result, value.computed, value.type);
  };
  if (types().is_atomic(target) && !place.reg) {
    const auto op = value.is_pointer_step ? std::optional(RmwOperator::Add) : update_of(value.op);
    if (!op || types().kind(value.type) == c::TypeKind::Bool) {
      return saved(combined(lower_change(place, combined, Mode::Sc)));
    }
    const ExprId by = value.is_pointer_step ? scaled(operand, value.value)
                                            : convert(operand, value.computed, value.type);
    return lower_update({.gives_new = true}, place, *op, by, Mode::Sc);
  }
  const ExprId old = [&] {
    const Here here(folding_, shown(node(value.a).place));
    return load(place, mode_of(target));
  }();
  note_open_order(folding_.at, begin, middle);
  if (place.reg) read_register(value, node(value.a), old);
  ExprId result = combined(old);
  if (place.bits) result = narrowed(saved(result), *place.bits);
  if (place.reg) {
    emit(Assign{*place.reg, result});
    return value_of(*place.reg);
  }
  const ExprId kept = saved(result);
  store(place, kept, mode_of(target));
  return kept;
}

ExprId CThreadLowering::lower_step(const c::Node& value) {
  Place place = lower_place(value.a);
  if (!place.reg) place.address = saved(place.address);
  const bool is_bool = types().kind(value.type) == c::TypeKind::Bool;
  const auto stepped = [&](ExprId old) {
    const ExprId by = constant(value.value);
    if (value.is_pointer_step) return sum(old, by);
    if (types().is_opaque(value.type)) return constant(OpaqueValue);
    if (is_bool) return value.value > 0 ? constant(1) : folding_.unary(Operator::Not, old);
    // Computed as an int, which cannot overflow.
    if (types().bits_of(value.type) < 32) {
      return wrap(sum(old, by), value.type);
    }
    return arithmetic(Operator::Add, old, by, value.type);
  };
  if (types().is_atomic(node(value.a).type) && !place.reg) {
    if (!is_bool) {
      return lower_update({.gives_new = !value.is_postfix}, place, RmwOperator::Add,
                          constant(value.value), Mode::Sc);
    }
    const ExprId old = lower_change(place, stepped, Mode::Sc);
    return value.is_postfix ? old : stepped(old);
  }
  const Mode mode = mode_of(node(value.a).type);
  ExprId old = load(place, mode);
  if (place.reg) read_register(value, node(value.a), old);
  const bool needs_old = value.is_postfix;
  if (needs_old && place.reg) old = saved(old);
  ExprId result = stepped(old);
  if (place.bits) result = narrowed(saved(result), *place.bits);
  if (place.reg) {
    emit(Assign{*place.reg, result});
    return needs_old ? old : value_of(*place.reg);
  }
  const ExprId kept = saved(result);
  store(place, kept, mode);
  return needs_old ? old : kept;
}

// ---- Records ----------------------------------------------------------------------------------

void CThreadLowering::copy_scalars(ExprId to, ExprId from, c::TypeId type) {
  const auto cells = types().cells_of(type, MaxCInstructions);
  if (!cells) return refuse_overlap(type);
  for (const c::Scalar& cell : *cells) {
    const std::size_t mark = builder_.temporaries_mark();
    const ExprId offset = constant(static_cast<Value>(cell.offset));
    copy_cell(sum(to, offset), sum(from, offset), cell.type);
    builder_.release_temporaries(mark);
  }
}

void CThreadLowering::copy_record(ExprId to, c::NodeId from, c::TypeId type) {
  const c::Node& value = node(from);
  switch (value.kind) {
    case NodeKind::Call: lower_call(from, to); return;
    case NodeKind::Comma:
      lower_unused(value.a);
      copy_record(to, value.b, type);
      return;
    case NodeKind::StatementExpression: {
      const c::Statement& block = context_.unit[value.statement];
      const std::size_t outside = enter_scope(block.scope);
      for (const c::StatementId each : block.list) lower(each);
      copy_record(to, value.a, type);
      leave_scope(outside);
      return;
    }
    case NodeKind::Conditional:
      if_else(
          value.a, [&] { copy_record(to, value.b, type); },
          [&] { copy_record(to, value.c, type); });
      return;
    default: break;
  }
  copy_scalars(to, saved(lower_value(from)), type);
}

}  // namespace drover::lowering
