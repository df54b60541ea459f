#include <algorithm>
#include <utility>

#include "semantics/lower/c/c_thread.h"
#include "semantics/program/address.h"
#include "semantics/program/unwritten.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::lowering {

using c::NodeKind;

// ---- Helpers -----------------------------------------------------------------------------

SourceRange CThreadLowering::shown(SourceRange at) const {
  return !frames_.empty() && frames_.back().place ? *frames_.back().place : at;
}

void CThreadLowering::emit(InstructionBody body, SourceRange at) {
  if (++context_.code_size > context_.max_code) context_.is_too_large = true;
  if (!context_.is_too_large) builder_.emit(std::move(body), at);
}

void CThreadLowering::jump(Target target, SourceRange at) {
  ++context_.code_size;
  builder_.jump(target, at);
}

void CThreadLowering::branch(ExprId condition, Target if_true, Target if_false, SourceRange at) {
  ++context_.code_size;
  builder_.branch(condition, if_true, if_false, at);
}

std::optional<Value> CThreadLowering::known(ExprId id) {
  const ExpressionNode& found = builder_.expressions()[id];
  return found.op == Operator::Constant ? std::optional(found.value) : std::nullopt;
}

ExprId CThreadLowering::saved(ExprId value, SourceRange at) {
  if (known(value)) return value;
  const RegisterId reg = builder_.temporary();
  emit(Assign{reg, value}, at);
  return value_of(reg, at);
}

Mode CThreadLowering::mode_of(c::TypeId type) const {
  return types().is_atomic(type) ? Mode::Sc : Mode::Na;
}

// ---- Accesses ------------------------------------------------------------------------------

ExprId CThreadLowering::access_address(const Place& place, SourceRange at) {
  const std::uint32_t size = scalar_size(types(), place.type);
  const auto address = known(place.address);
  if (address && context_.is_cell(*address, size)) return place.address;
  return folding_.guarded(Guard::Access, static_cast<Value>(size), place.address, at);
}

bool CThreadLowering::is_held_with_sign(c::TypeId type) const {
  return types().is_integer(type) && types().is_unsigned(type) &&
         types().kind(type) != c::TypeKind::Bool && context_.has_both_signs(types().bits_of(type));
}

ExprId CThreadLowering::to_cell(ExprId value, c::TypeId type, SourceRange at) {
  return is_held_with_sign(type) ? wrap_signed(value, types().bits_of(type), at) : value;
}

ExprId CThreadLowering::from_cell(ExprId value, c::TypeId type, SourceRange at) {
  return is_held_with_sign(type) ? wrap(value, type, at) : value;
}

ExprId CThreadLowering::load(const Place& place, const Ordered& order, SourceRange at) {
  if (place.reg) return value_of(*place.reg, at);
  const ExprId address = access_address(place, at);
  const RegisterId target = builder_.temporary();
  emit_ordered(
      order,
      [&](Mode mode) {
        emit(Load{target, address, mode}, at);
      },
      at);
  return from_cell(value_of(target, at), place.type, at);
}

void CThreadLowering::store(const Place& place, ExprId value, const Ordered& order,
                            SourceRange at) {
  if (place.reg) {
    emit(Assign{*place.reg, value}, at);
    return;
  }
  const ExprId address = access_address(place, at);
  const ExprId held = to_cell(value, place.type, at);
  emit_ordered(
      order,
      [&](Mode mode) {
        emit(Store{address, held, mode}, at);
      },
      at);
}

void CThreadLowering::copy_cell(ExprId to, ExprId from, c::TypeId type, SourceRange at) {
  const RegisterId value = builder_.temporary();
  const ExprId source = access_address({.reg = {}, .address = from, .type = type}, at);
  emit(Load{.target = value, .address = source, .mode = Mode::Na, .may_read_nothing = true}, at);
  const ExprId target = access_address({.reg = {}, .address = to, .type = type}, at);
  emit(Store{target, value_of(value, at), Mode::Na}, at);
}

void CThreadLowering::store_initial(const Place& place, ExprId value, SourceRange at) {
  if (place.reg) return store(place, value, Mode::Na, at);
  emit(Store{.address = access_address(place, at),
             .value = to_cell(value, place.type, at),
             .mode = Mode::Na,
             .is_initial = true},
       at);
}

// ---- Values that may be missing ---------------------------------------------------------------

ExprId CThreadLowering::checked(ExprId value, std::string message, SourceRange at) {
  const ExprId is_missing =
      folding_.binary(Operator::Equal, value, constant(UnwrittenValue, at), at);
  if (known(is_missing) == 0) return value;
  const Target wrong = builder_.make_target();
  const Target fine = builder_.make_target();
  branch(is_missing, wrong, fine, at);
  builder_.place(wrong);
  emit(Fail{std::move(message), ErrorKind::Memory}, at);
  builder_.place(fine);
  return value;
}

ExprId CThreadLowering::read_register(const c::Node& reader, const c::Node& variable, ExprId value,
                                      SourceRange at) {
  const auto id = c::NodeId(static_cast<std::size_t>(&reader - context_.unit.nodes.data()));
  if (!context_.unwritten().may_read_nothing(id)) return value;
  const std::string& name = function().variables[variable.index].name;
  return checked(value, format("read of `{}`, which was never written", name), at);
}

// ---- Places --------------------------------------------------------------------------------

CThreadLowering::Place CThreadLowering::lower_place(c::NodeId id) {
  const c::Node& lvalue = node(id);
  const SourceRange at = shown(lvalue.place);
  Place place{.reg = {}, .address = {}, .type = lvalue.type};
  switch (lvalue.kind) {
    case NodeKind::Local: {
      const Slot& slot = frame().slots[lvalue.index];
      if (slot.value) {  // it never changes: a copy is equivalent
        place.reg = builder_.temporary();
        emit(Assign{*place.reg, *slot.value}, at);
      } else if (!slot.is_in_memory) {
        place.reg = slot.reg;
      } else {
        place.address = value_of(slot.reg, at);
      }
      return place;
    }
    case NodeKind::Global:
      if (const auto offset = context_.thread_local_offset(lvalue.index)) {
        place.address =
            folding_.binary(Operator::Add, value_of(thread_locals_, at), constant(*offset, at), at);
      } else {
        place.address = constant(context_.address_of_global(lvalue.index), at);
      }
      return place;
    case NodeKind::Dereference: place.address = lower_value(lvalue.a); return place;
    case NodeKind::Member: {
      const Place base = lower_place(lvalue.a);
      place.address = lvalue.value == 0 ? base.address
                                        : folding_.binary(Operator::Add, base.address,
                                                          constant(lvalue.value, at), at);
      return place;
    }
    case NodeKind::Element: {
      const bool is_later_changing = context_.effects(lvalue.b).changes;
      Place base = lower_place(lvalue.a);
      if (is_later_changing) base.address = saved(base.address, at);
      place.address =
          folding_.binary(Operator::Add, base.address, element_offset(lvalue, at, false), at);
      return place;
    }
    case NodeKind::Initialised: lower(lvalue.statement); return lower_place(lvalue.a);
    default: {  // GNU C: the operand of a cast is still an lvalue
      place.address = lower_value(id);
      return place;
    }
  }
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

ExprId CThreadLowering::element_offset(const c::Node& element, SourceRange at, bool is_address) {
  const c::Type& array = types()[node(element.a).type];
  ExprId index = lower_value(element.b);
  // The address after the last element is valid. An array without a length, or with one element at
  // the end of a struct accessed through a pointer, is as long as its object.
  const bool is_bounded = array.count.value_or(0) > 1 ||
                          (array.count.value_or(0) == 1 && !ends_pointed_struct(element.a));
  if (is_bounded) {
    const auto bound = static_cast<Value>(*array.count) + (is_address ? 1 : 0);
    index = folding_.guarded(Guard::Index, bound, index, at);
  }
  return scaled(index, static_cast<Value>(types().size_of(element.type).value_or(1)), at);
}

ExprId CThreadLowering::lower_address(c::NodeId id) {
  const c::Node& lvalue = node(id);
  if (lvalue.kind != NodeKind::Element) return lower_place(id).address;
  const SourceRange at = shown(lvalue.place);
  const Place base = lower_place(lvalue.a);
  return folding_.binary(Operator::Add, base.address, element_offset(lvalue, at, true), at);
}

// ---- Values --------------------------------------------------------------------------------

std::vector<ExprId> CThreadLowering::lower_in_order(Nodes nodes) {
  std::vector<ExprId> values;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ExprId value = lower_value(nodes[i]);
    bool is_changed = false;
    bool is_overtaken = false;
    for (std::size_t j = i + 1; j < nodes.size(); ++j) {
      const NodeEffects later = context_.effects(nodes[j]);
      is_changed |= later.changes;
      is_overtaken |= later.touches;
    }
    if (is_changed || (is_overtaken && folding_.may_fault(value))) {
      value = saved(value, shown(node(nodes[i]).place));
    }
    values.push_back(value);
  }
  return values;
}

ExprId CThreadLowering::lower_value(c::NodeId id) {
  const c::Node& value = node(id);
  return lower_node(id, value, shown(value.place));
}

ExprId CThreadLowering::lower_node(c::NodeId id, const c::Node& value, SourceRange at) {
  switch (value.kind) {
    case NodeKind::Integer: return constant(value.value, at);
    case NodeKind::FunctionName: return constant(context_.address_of_function(value.index), at);
    case NodeKind::Load: return lower_load(value, at);
    case NodeKind::AddressOf: return lower_address(value.a);
    case NodeKind::Convert:
      return convert(lower_for(value.a, value.type), node(value.a).type, value.type, at);
    case NodeKind::Negate:
      return arithmetic(c::BinaryOperator::Subtract, constant(0, at), lower_value(value.a),
                        value.type, at);
    case NodeKind::Complement:
      return wrap(folding_.unary(Operator::Complement, lower_value(value.a), at), value.type, at);
    case NodeKind::Not: return folding_.unary(Operator::Not, lower_value(value.a), at);
    case NodeKind::Binary: {
      const std::vector<ExprId> operands = lower_in_order(std::array{value.a, value.b});
      return arithmetic(
          value.op, operands[0], operands[1],
          value.op >= c::BinaryOperator::Less && value.op <= c::BinaryOperator::NotEqual
              ? node(value.a).type
              : value.type,
          at);
    }
    case NodeKind::PointerAdd: {
      const std::vector<ExprId> operands = lower_in_order(std::array{value.a, value.b});
      return folding_.binary(Operator::Add, operands[0], scaled(operands[1], value.value, at), at);
    }
    case NodeKind::PointerDifference: {
      const std::vector<ExprId> operands = lower_in_order(std::array{value.a, value.b});
      const ExprId bytes = folding_.binary(Operator::Subtract, operands[0], operands[1], at);
      return folding_.binary(Operator::Divide, bytes, constant(value.value, at), at);
    }
    case NodeKind::And:
    case NodeKind::Or:
    case NodeKind::Conditional: return lower_choice(id, value, at);
    case NodeKind::Comma: lower_unused(value.a); return lower_value(value.b);
    case NodeKind::Assign: return lower_assign(value, at);
    case NodeKind::CompoundAssign: return lower_compound(value, at);
    case NodeKind::Step: return lower_step(value, at);
    case NodeKind::Call: return lower_call(id, std::nullopt);
    case NodeKind::Builtin: return lower_builtin(id, value, at);
    case NodeKind::StatementExpression: return lower_statement_expression(value);
    default: return lower_place(id).address;
  }
}

ExprId CThreadLowering::lower_load(const c::Node& value, SourceRange at) {
  const c::Node& lvalue = node(value.a);
  if (lvalue.kind == NodeKind::Local) {
    const Slot& slot = frame().slots[lvalue.index];
    if (slot.value) return *slot.value;
  }
  if (!types().is_scalar(value.type)) return lower_place(value.a).address;  // a record
  const ExprId loaded = load(lower_place(value.a), mode_of(lvalue.type), at);
  return lvalue.kind == NodeKind::Local ? read_register(value, lvalue, loaded, at) : loaded;
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
  if (!value.is_none() && folding_.may_fault(value)) saved(value, shown(node(id).place));
}

// The value of a statement expression is that of its last statement, which is part of the block.
ExprId CThreadLowering::lower_statement_expression(const c::Node& value) {
  const SourceRange at = shown(value.place);
  const c::Statement& block = context_.unit[value.statement];
  const std::size_t outside = enter_scope(block.scope, at);
  for (const c::StatementId each : block.list) lower(each);
  ExprId result = value.a.is_none() ? constant(0, at) : lower_value(value.a);
  const bool is_left = frame().live.size() > outside;
  if (is_left && !result.is_none()) result = saved(result, at);
  leave_scope(outside, at);
  return result;
}

ExprId CThreadLowering::lower_choice(c::NodeId id, const c::Node& value, SourceRange at) {
  const bool is_conditional = value.kind == NodeKind::Conditional;
  const NodeEffects right = context_.effects(value.b);
  const NodeEffects other = context_.effects(value.c);
  const bool is_pure = !right.touches && !right.changes && !other.touches && !other.changes;
  const bool has_value = !types().is_void(value.type) && types().is_scalar(value.type);
  if (is_pure && has_value) {
    const ExprId condition = lower_value(value.a);
    if (is_conditional) {
      const ExprId if_true = lower_value(value.b);
      return folding_.select(condition, if_true, lower_value(value.c), at);
    }
    if (const auto decided = known(condition)) {
      const bool is_or = value.kind == NodeKind::Or;
      if (is_or == (*decided != 0)) return constant(is_or ? 1 : 0, at);
      return truth(lower_value(value.b), at);
    }
    return folding_.binary(value.kind == NodeKind::And ? Operator::And : Operator::Or, condition,
                           lower_value(value.b), at);
  }
  const RegisterId result = builder_.temporary();
  const Target if_true = builder_.make_target();
  const Target if_false = builder_.make_target();
  const Target end = builder_.make_target();
  lower_condition(is_conditional ? value.a : id, if_true, if_false);
  builder_.place(if_true);
  if (is_conditional) {
    const ExprId picked = lower_value(value.b);
    if (has_value) emit(Assign{result, picked}, at);
  } else {
    emit(Assign{result, constant(1, at)}, at);
  }
  jump(end, at);
  builder_.place(if_false);
  if (is_conditional) {
    const ExprId picked = lower_value(value.c);
    if (has_value) emit(Assign{result, picked}, at);
  } else {
    emit(Assign{result, constant(0, at)}, at);
  }
  builder_.place(end);
  return has_value ? value_of(result, at) : constant(0, at);
}

void CThreadLowering::lower_condition(c::NodeId id, Target if_true, Target if_false) {
  const c::Node& condition = node(id);
  const SourceRange at = shown(condition.place);
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
  branch(value, if_true, if_false, at);
}

// ---- Assignments -----------------------------------------------------------------------------

ExprId CThreadLowering::lower_assign(const c::Node& value, SourceRange at) {
  if (types().is_record(value.type)) {
    const bool is_load = node(value.b).kind == NodeKind::Load;
    const ExprId to = is_load ? ExprId() : saved(lower_place(value.a).address, at);
    if (!is_load) {
      copy_record(to, value.b, value.type, at);
      return to;
    }
    const ExprId from = saved(lower_value(value.b), at);
    const ExprId target = saved(lower_place(value.a).address, at);
    copy_scalars(target, from, value.type, at);
    return target;
  }
  ExprId assigned = lower_for(value.b, value.type);
  const NodeEffects place_effects = context_.effects(value.a);
  if (place_effects.changes || (place_effects.touches && folding_.may_fault(assigned))) {
    assigned = saved(assigned, at);
  }
  const Place place = lower_place(value.a);
  if (place.reg) {
    emit(Assign{*place.reg, assigned}, at);
    return value_of(*place.reg, at);
  }
  if (folding_.may_fault(assigned)) assigned = saved(assigned, at);
  store(place, assigned, mode_of(node(value.a).type), at);
  return assigned;
}

namespace {

// Returns the atomic operation of an operator, if any: [C11 7.17.7.5p3], sums wrap around.
std::optional<RmwOperator> update_of(c::BinaryOperator op) {
  switch (op) {
    case c::BinaryOperator::Add: return RmwOperator::Add;
    case c::BinaryOperator::Subtract: return RmwOperator::Subtract;
    case c::BinaryOperator::BitAnd: return RmwOperator::And;
    case c::BinaryOperator::BitOr: return RmwOperator::Or;
    case c::BinaryOperator::BitXor: return RmwOperator::Xor;
    default: return std::nullopt;
  }
}

}  // namespace

ExprId CThreadLowering::lower_compound(const c::Node& value, SourceRange at) {
  ExprId operand = lower_value(value.b);
  const NodeEffects place_effects = context_.effects(value.a);
  if (place_effects.changes || (place_effects.touches && folding_.may_fault(operand))) {
    operand = saved(operand, at);
  }
  Place place = lower_place(value.a);
  const c::TypeId target = node(value.a).type;
  if (!place.reg) place.address = saved(place.address, at);
  const auto combined = [&](ExprId old) {
    if (value.is_pointer_step) {
      return folding_.binary(Operator::Add, old, scaled(operand, value.value, at), at);
    }
    const ExprId wide = convert(old, value.type, value.computed, at);
    const ExprId result = arithmetic(value.op, wide, operand, value.computed, at);
    return convert(result, value.computed, value.type, at);
  };
  if (types().is_atomic(target) && !place.reg) {
    const auto op = value.is_pointer_step ? std::optional(RmwOperator::Add) : update_of(value.op);
    if (!op || types().kind(value.type) == c::TypeKind::Bool) {
      return saved(combined(lower_change(place, combined, Mode::Sc, at)), at);
    }
    const ExprId by = value.is_pointer_step ? scaled(operand, value.value, at)
                                            : convert(operand, value.computed, value.type, at);
    return lower_update({.gives_new = true}, place, *op, by, Mode::Sc, at);
  }
  const ExprId old = load(place, Mode::Na, at);
  if (place.reg) read_register(value, node(value.a), old, at);
  const ExprId result = combined(old);
  if (place.reg) {
    emit(Assign{*place.reg, result}, at);
    return value_of(*place.reg, at);
  }
  const ExprId kept = saved(result, at);
  store(place, kept, Mode::Na, at);
  return kept;
}

ExprId CThreadLowering::lower_step(const c::Node& value, SourceRange at) {
  Place place = lower_place(value.a);
  if (!place.reg) place.address = saved(place.address, at);
  const bool is_bool = types().kind(value.type) == c::TypeKind::Bool;
  const auto stepped = [&](ExprId old) {
    const ExprId by = constant(value.value, at);
    if (value.is_pointer_step) return folding_.binary(Operator::Add, old, by, at);
    if (is_bool) return value.value > 0 ? constant(1, at) : folding_.unary(Operator::Not, old, at);
    // Computed as an int, which cannot overflow.
    if (types().bits_of(value.type) < 32) {
      return wrap(folding_.binary(Operator::Add, old, by, at), value.type, at);
    }
    return arithmetic(c::BinaryOperator::Add, old, by, value.type, at);
  };
  if (types().is_atomic(node(value.a).type) && !place.reg) {
    if (!is_bool) {
      return lower_update({.gives_new = !value.is_postfix}, place, RmwOperator::Add,
                          constant(value.value, at), Mode::Sc, at);
    }
    const ExprId old = lower_change(place, stepped, Mode::Sc, at);
    return value.is_postfix ? old : stepped(old);
  }
  const Mode mode = mode_of(node(value.a).type);
  ExprId old = load(place, mode, at);
  if (place.reg) read_register(value, node(value.a), old, at);
  const bool needs_old = value.is_postfix;
  if (needs_old && place.reg) old = saved(old, at);
  const ExprId result = stepped(old);
  if (place.reg) {
    emit(Assign{*place.reg, result}, at);
    return needs_old ? old : value_of(*place.reg, at);
  }
  const ExprId kept = saved(result, at);
  store(place, kept, mode, at);
  return needs_old ? old : kept;
}

// ---- Records ----------------------------------------------------------------------------------

void CThreadLowering::copy_scalars(ExprId to, ExprId from, c::TypeId type, SourceRange at) {
  const auto cells = types().cells_of(type, MaxCInstructions);
  if (!cells) return refuse_overlap(type, at);
  for (const c::Scalar& cell : *cells) {
    const std::size_t mark = builder_.temporaries_mark();
    const ExprId offset = constant(static_cast<Value>(cell.offset), at);
    copy_cell(folding_.binary(Operator::Add, to, offset, at),
              folding_.binary(Operator::Add, from, offset, at), cell.type, at);
    builder_.release_temporaries(mark);
  }
}

void CThreadLowering::copy_record(ExprId to, c::NodeId from, c::TypeId type, SourceRange at) {
  const c::Node& value = node(from);
  switch (value.kind) {
    case NodeKind::Call: lower_call(from, to); return;
    case NodeKind::Comma:
      lower_unused(value.a);
      copy_record(to, value.b, type, at);
      return;
    case NodeKind::StatementExpression: {
      const c::Statement& block = context_.unit[value.statement];
      const std::size_t outside = enter_scope(block.scope, at);
      for (const c::StatementId each : block.list) lower(each);
      copy_record(to, value.a, type, at);
      leave_scope(outside, at);
      return;
    }
    case NodeKind::Conditional: {
      const Target if_true = builder_.make_target();
      const Target if_false = builder_.make_target();
      const Target end = builder_.make_target();
      lower_condition(value.a, if_true, if_false);
      builder_.place(if_true);
      copy_record(to, value.b, type, at);
      jump(end, at);
      builder_.place(if_false);
      copy_record(to, value.c, type, at);
      builder_.place(end);
      return;
    }
    default: break;
  }
  copy_scalars(to, saved(lower_value(from), at), type, at);
}

}  // namespace drover::lowering
