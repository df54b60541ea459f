#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

NodeId UnitBuilder::add(Node node) {
  unit_.nodes.push_back(std::move(node));
  return NodeId(unit_.nodes.size() - 1);
}

NodeId UnitBuilder::integer(std::int64_t value, TypeId type, SourceRange at) {
  return add(Node{.type = type, .place = at, .value = value});
}

NodeId UnitBuilder::int_node(std::int64_t value, SourceRange at) {
  return integer(value, int_type(), at);
}

NodeId UnitBuilder::error_node(SourceRange at, std::string text, std::string hint) {
  error(at, std::move(text), std::move(hint));
  return int_node(0, at);
}

// Reported only if it is reached, see Refusal.
NodeId UnitBuilder::unsupported_node(SourceRange at, std::string text, std::string hint,
                                     TypeId type) {
  return refused({.what = std::move(text), .hint = std::move(hint)}, type, at);
}

NodeId UnitBuilder::refused(Refusal refusal, TypeId type, SourceRange at) {
  unit_.refusals.push_back(std::move(refusal));
  return add(Node{.kind = NodeKind::Unsupported,
                  .type = type.is_none() ? int_type() : type,
                  .place = at,
                  .index = static_cast<std::uint32_t>(unit_.refusals.size() - 1)});
}

NodeId UnitBuilder::local(std::uint32_t variable, SourceRange at) {
  return add(Node{.kind = NodeKind::Local,
                  .type = current().variables[variable].type,
                  .place = at,
                  .index = variable});
}

bool UnitBuilder::is_lvalue(NodeId id) const {
  switch ((*this)[id].kind) {
    case NodeKind::Local:
    case NodeKind::Global:
    case NodeKind::Dereference:
    case NodeKind::Member:
    case NodeKind::Element:
    case NodeKind::BitField:
    case NodeKind::Initialised: return true;
    default: return false;
  }
}

NodeId UnitBuilder::address_of(NodeId lvalue, SourceRange at) {
  const TypeId pointer = types_.pointer_to(type_of(lvalue));
  if ((*this)[lvalue].kind == NodeKind::BitField) {
    return error_node(at, "a bit-field has no address");
  }
  if (is_unsupported(lvalue)) return converted(lvalue, pointer, at);
  // Accesses through the pointer could read the bytes of an opaque number.
  for (NodeId id = lvalue; !types_.holds_opaque(type_of(lvalue));) {
    const Node& node = (*this)[id];
    if (node.kind != NodeKind::Member && node.kind != NodeKind::Element) break;
    id = node.a;
    const bool is_union = types_.is_record(type_of(id)) && types_.record_of(type_of(id)).is_union;
    if (is_union && types_.holds_opaque(type_of(id))) {
      return unknown_value(at, "the address of a member that shares its bytes with a number",
                           type_of(id), pointer);
    }
  }
  return add(Node{.kind = NodeKind::AddressOf,
                  .type = types_.pointer_to(type_of(lvalue)),
                  .place = at,
                  .a = lvalue});
}

NodeId UnitBuilder::dereferenced(NodeId pointer, SourceRange at) {
  return add(Node{.kind = NodeKind::Dereference,
                  .type = types_[type_of(pointer)].target,
                  .place = at,
                  .a = pointer});
}

NodeId UnitBuilder::value_of(NodeId id) {
  const TypeId type = type_of(id);
  const SourceRange at = place_of(id);
  if (types_.is_function(type)) {
    if ((*this)[id].kind == NodeKind::Dereference) return (*this)[id].a;
    unit_.nodes[id.value].type = types_.pointer_to(type);
    return id;
  }
  if (!is_lvalue(id)) return id;
  if (types_.is_array(type)) {
    const NodeId address = address_of(id, at);
    unit_.nodes[address.value].type = types_.pointer_to(types_[type].target);
    return address;
  }
  if (types_.is_void(type)) return id;  // `*p` whose value is unused
  complete(type, at, "the value");
  refuse_atomic_record(type, at);
  const NodeId loaded =
      add(Node{.kind = NodeKind::Load, .type = types_.unqualified(type), .place = at, .a = id});
  if ((*this)[id].kind != NodeKind::BitField) return loaded;
  // [C11 6.3.1.1p2], and compilers for bit-fields of other types.
  const std::uint32_t width = (*this)[id].index;
  constexpr std::uint32_t BitsOfInt = 32;
  const bool is_int = width < BitsOfInt || (width == BitsOfInt && !types_.is_unsigned(type));
  if (width > BitsOfInt) return loaded;
  return converted(loaded, is_int ? int_type() : types_.basic(TypeKind::UnsignedInt), at);
}

// Returns an lvalue.
NodeId UnitBuilder::member_place(NodeId base, const Member& member, TypeId type, SourceRange at) {
  Node node{.kind = NodeKind::Member,
            .type = type,
            .place = at,
            .a = base,
            .value = static_cast<std::int64_t>(member.offset)};
  if (!member.bits) return add(std::move(node));
  if (member.bits->unit.is_none()) {
    return unsupported_node(at, "a bit-field next to others with more than 64 bits in all is",
                            "separate them by `int : 0;`, or use masks and shifts", type);
  }
  node.type = types_.qualified(member.bits->unit, {.is_const = types_[type].qualifiers.is_const});
  const NodeId unit = add(std::move(node));
  return add(Node{.kind = NodeKind::BitField,
                  .type = type,
                  .place = at,
                  .a = unit,
                  .value = member.bits->begin,
                  .index = member.bits->width});
}

// GNU C: the value of a member, passed for a transparent union.
NodeId UnitBuilder::as_union(NodeId value, TypeId type, SourceRange at) {
  const Type given = types_[type_of(value)];
  for (Member& member : types_.record(types_[type].record).members) {
    const Type& wanted = types_[member.type];
    const bool fits = types_.is_compatible(type_of(value), member.type) ||
                      (given.kind == TypeKind::Pointer && wanted.kind == TypeKind::Pointer &&
                       types_.is_void(wanted.target)) ||
                      (wanted.kind == TypeKind::Pointer && constant(value) == 0);
    if (!fits) continue;
    member.is_used = true;
    const TypeId held = types_.unqualified(member.type);
    const std::uint32_t variable = add_variable("", type, at);
    current().variables[variable].is_in_memory = true;
    current().variables[variable].scope = 0;
    Statement statement{.kind = StatementKind::Initialise, .place = at, .variable = variable};
    statement.items.push_back({.offset = 0, .type = held, .value = converted(value, held, at)});
    return value_of(add(Node{.kind = NodeKind::Initialised,
                             .type = type,
                             .place = at,
                             .a = local(variable, at),
                             .statement = add(std::move(statement))}));
  }
  return error_node(at, format("a value of type `{}` for none of the members of `{}`",
                               types_.name(type_of(value)), types_.name(type)));
}

NodeId UnitBuilder::converted(NodeId value, TypeId to, SourceRange at) {
  const TypeId from = type_of(value);
  if (from == to) return value;
  if (is_unsupported(value)) {
    const std::uint32_t refusal = (*this)[value].index;
    return add(Node{
        .kind = NodeKind::Unsupported, .type = to, .place = place_of(value), .index = refusal});
  }
  if (types_.is_void(to)) {
    return add(Node{.kind = NodeKind::Convert, .type = to, .place = at, .a = value});
  }
  const bool is_member = types_.is_record(to) && types_.record_of(to).is_transparent &&
                         !types_.is_record(from) && function_;
  if (is_member) return as_union(value, types_.unqualified(to), at);
  if (types_.is_record(from) || types_.is_record(to)) {
    if (types_.is_record(from) && types_.is_record(to) &&
        types_[from].record == types_[to].record) {
      return value;
    }
    return error_node(at, format("a value of type `{}` where one of type `{}` is needed",
                                 types_.name(from), types_.name(to)));
  }
  if (!types_.is_scalar(from) || !types_.is_scalar(to)) {
    error(at, format("a value of type `{}` where one of type `{}` is needed", types_.name(from),
                     types_.name(to)));
    return integer(0, types_.is_scalar(to) ? to : int_type(), at);
  }
  if (types_.is_opaque(from) || types_.is_opaque(to)) return converted_opaque(value, to, at);
  if (types_.is_pointer(from) && types_.is_pointer(to)) {
    // Accesses through the pointer would read the bytes of an opaque number, or write them.
    const auto element = [&](TypeId pointer) {
      TypeId target = types_[pointer].target;
      while (types_.is_array(target)) target = types_[target].target;
      return target;
    };
    const TypeId old_target = element(from);
    const TypeId target = element(to);
    const auto is_cell = [&](TypeId type) {
      return types_.is_pointer(type) || (types_.is_integer(type) && types_.bits_of(type) > 8);
    };
    const bool is_union = types_.is_record(old_target) && types_.record_of(old_target).is_union &&
                          types_.holds_opaque(old_target);
    if (((types_.is_opaque(old_target) || is_union) && is_cell(target)) ||
        (is_cell(old_target) && types_.is_opaque(target))) {
      return unknown_value(at, format("`{}` as the bytes", types_.name(target)), old_target, to);
    }
  }
  if ((*this)[value].kind == NodeKind::Integer) {
    return integer(types_.wrapped(to, (*this)[value].value), to, at);
  }
  return add(Node{.kind = NodeKind::Convert, .type = to, .place = at, .a = value});
}

// Stores a record that a call or `?:` returns in a variable of its own.
NodeId UnitBuilder::in_memory(NodeId value) {
  if ((*this)[value].kind == NodeKind::Load) return (*this)[value].a;
  const SourceRange at = place_of(value);
  const std::uint32_t variable = add_variable("", type_of(value), at);
  current().variables[variable].is_in_memory = true;
  current().variables[variable].scope = 0;
  Statement statement{.kind = StatementKind::Initialise, .place = at, .variable = variable};
  statement.items.push_back({.offset = 0, .type = type_of(value), .value = value});
  return add(Node{.kind = NodeKind::Initialised,
                  .type = type_of(value),
                  .place = at,
                  .a = local(variable, at),
                  .statement = add(std::move(statement))});
}

// Refuses an atomic record: it would be read or written in one step.
void UnitBuilder::refuse_atomic_record(TypeId type, SourceRange at) {
  if (!types_.is_record(type) || !types_.is_atomic(type)) return;
  unsupported(at, "reading or assigning an atomic struct as a whole is",
              "pack what belongs together into an atomic integer");
}

NodeId UnitBuilder::assigned(NodeId target, NodeId value, SourceRange at) {
  if (is_unsupported(target)) return target;
  if (!is_lvalue(target) || types_.is_array(type_of(target))) {
    error(at, "the left side of the assignment is not a variable");
    return value;
  }
  if (types_[type_of(target)].qualifiers.is_const) {
    error(at, "this assignment changes a `const` object");
  }
  refuse_atomic_record(type_of(target), at);
  Node node{.kind = NodeKind::Assign,
            .type = types_.unqualified(type_of(target)),
            .place = at,
            .a = target};
  node.b = converted(value, node.type, at);
  return add(std::move(node));
}

std::int64_t UnitBuilder::step_of(TypeId pointed, SourceRange at) {
  const bool is_byte = types_.is_void(pointed) || types_.is_function(pointed);
  if (types_.is_variable_length(pointed)) {
    unsupported(at, "a step of a pointer to an array of variable length is", "use its index");
    return 1;
  }
  if (!is_byte) complete(pointed, at, "the target of the pointer");
  return static_cast<std::int64_t>(types_.size_of(pointed).value_or(1));
}

NodeId UnitBuilder::as_index(NodeId value, SourceRange at) {
  const TypeId type = type_of(value);
  const bool is_wide = types_.is_unsigned(type) && types_.bits_of(type) == 64;
  return converted(value, is_wide ? size_type() : types_.basic(TypeKind::Long), at);
}

NodeId UnitBuilder::pointer_sum(NodeId pointer, NodeId offset, bool is_negative, SourceRange at) {
  const TypeId target = types_[type_of(pointer)].target;
  if (types_.is_variable_length(target)) {
    const TypeId number = types_.basic(TypeKind::Long);
    const NodeId bytes = arithmetic(Operator::Multiply, converted(offset, number, at),
                                    converted(computed_size(target, at), number, at), at);
    return add(Node{.kind = NodeKind::PointerAdd,
                    .type = types_.unqualified(type_of(pointer)),
                    .place = at,
                    .a = pointer,
                    .b = bytes,
                    .value = is_negative ? -1 : 1});
  }
  const std::int64_t size = step_of(types_[type_of(pointer)].target, at);
  return add(Node{.kind = NodeKind::PointerAdd,
                  .type = types_.unqualified(type_of(pointer)),
                  .place = at,
                  .a = pointer,
                  .b = as_index(offset, at),
                  .value = is_negative ? -size : size});
}

NodeId UnitBuilder::arithmetic(Operator op, NodeId left, NodeId right, SourceRange at) {
  const bool is_shift = op == Operator::ShiftLeft || op == Operator::ShiftRight;
  if (!types_.is_number(type_of(left)) || !types_.is_number(type_of(right))) {
    return error_node(at, format("operands of type `{}` and `{}` where integers are needed",
                                 types_.name(type_of(left)), types_.name(type_of(right))));
  }
  Node node{.kind = NodeKind::Binary, .place = at, .op = op};
  node.type =
      is_shift ? types_.promoted(type_of(left)) : types_.common(type_of(left), type_of(right));
  if (types_.is_opaque(node.type)) {
    const auto value = folded_floating(op, left, right, node.type);
    if (value) return floating(value, node.type, at);
  }
  node.a = converted(left, node.type, place_of(left));
  node.b = is_shift ? converted(right, types_.promoted(type_of(right)), place_of(right))
                    : converted(right, node.type, place_of(right));
  return add(std::move(node));
}

NodeId UnitBuilder::comparison(Operator op, NodeId left, NodeId right, SourceRange at) {
  Node node{
      .kind = NodeKind::Binary, .type = int_type(), .place = at, .a = left, .b = right, .op = op};
  if (types_.is_opaque(type_of(left)) || types_.is_opaque(type_of(right))) {
    return opaque_comparison(op, left, right, at);
  }
  if (types_.is_integer(type_of(left)) && types_.is_integer(type_of(right))) {
    const TypeId common = types_.common(type_of(left), type_of(right));
    node.a = converted(left, common, place_of(left));
    node.b = converted(right, common, place_of(right));
  } else if (types_.is_scalar(type_of(left)) && types_.is_scalar(type_of(right))) {
    const TypeId pointer = types_.is_pointer(type_of(left)) ? type_of(left) : type_of(right);
    node.a = converted(left, pointer, place_of(left));
    node.b = converted(right, pointer, place_of(right));
  } else {
    error(at, format("values of type `{}` and `{}` cannot be compared", types_.name(type_of(left)),
                     types_.name(type_of(right))));
  }
  return add(std::move(node));
}

NodeId UnitBuilder::compound_assign(Operator op, NodeId target, NodeId value, SourceRange at) {
  if (is_unsupported(target)) return target;
  if (is_unsupported(value)) return value;
  if (!is_lvalue(target) || !types_.is_scalar(type_of(target)) ||
      !types_.is_number(type_of(value))) {
    error(at, "the left side of the assignment does not have this operator");
    return value;
  }
  Node node{.kind = NodeKind::CompoundAssign,
            .type = types_.unqualified(type_of(target)),
            .place = at,
            .a = target,
            .op = op};
  if (types_.is_pointer(node.type)) {
    if (op != Operator::Add && op != Operator::Subtract) {
      error(at, "a pointer only has the operators `+=` and `-=`");
    }
    const std::int64_t size = step_of(types_[node.type].target, at);
    node.is_pointer_step = true;
    node.value = op == Operator::Subtract ? -size : size;
    node.b = converted(value, types_.basic(TypeKind::Long), at);
    return add(std::move(node));
  }
  const bool is_shift = op == Operator::ShiftLeft || op == Operator::ShiftRight;
  const TypeId common = types_.common(node.type, type_of(value));
  const bool is_unknown = types_.is_opaque(common) && !is_shift &&
                          (!types_.is_opaque(node.type) || types_.is_atomic(type_of(target)));
  if (is_unknown) return unknown_value(at, "an assignment with an operator", common, node.type);
  node.computed = is_shift ? types_.promoted(node.type) : types_.common(node.type, type_of(value));
  node.b = is_shift ? converted(value, types_.promoted(type_of(value)), at)
                    : converted(value, node.computed, at);
  return add(std::move(node));
}

}  // namespace drover::c
