// Numbers that are not computed: of floating point, of more than 64 bits, and vectors. They may be
// stored and copied; what depends on one is refused where it is reached. Constants of `double` are
// computed.
#include <algorithm>
#include <bit>
#include <cmath>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

namespace {

bool holds(Operator op, double left, double right) {
  switch (op) {
    case Operator::Less: return left < right;
    case Operator::LessEqual: return left <= right;
    case Operator::Greater: return left > right;
    case Operator::GreaterEqual: return left >= right;
    case Operator::Equal: return left == right;
    default: return left != right;
  }
}

// The operator with its operands exchanged.
Operator mirrored(Operator op) {
  switch (op) {
    case Operator::Less: return Operator::Greater;
    case Operator::LessEqual: return Operator::GreaterEqual;
    case Operator::Greater: return Operator::Less;
    case Operator::GreaterEqual: return Operator::LessEqual;
    default: return op;
  }
}

}  // namespace

// Something that depends on an opaque number.
NodeId UnitBuilder::unknown_value(SourceRange at, const std::string& what, TypeId operand,
                                  TypeId type) {
  return unsupported_node(at, format("{} of type `{}` is", what, types_.name(operand)),
                          "values of this type are not computed: use an integer of up to 64 bits, "
                          "or leave it out",
                          type);
}

NodeId UnitBuilder::floating(std::optional<double> value, TypeId type, SourceRange at) {
  const TypeKind kind = types_.kind(type);
  if (value && kind == TypeKind::Float) value = static_cast<double>(static_cast<float>(*value));
  const bool is_known = value && kind >= TypeKind::Float && kind <= TypeKind::Float128;
  return add(Node{.kind = NodeKind::Floating,
                  .type = type,
                  .place = at,
                  .value = is_known ? std::bit_cast<std::int64_t>(*value) : 1,
                  .is_known = is_known});
}

std::optional<double> UnitBuilder::known_floating(NodeId id) const {
  const Node& node = (*this)[id];
  if (node.kind == NodeKind::Integer) {
    const bool is_large = types_.is_unsigned(node.type) && node.value < 0;
    return is_large ? static_cast<double>(static_cast<std::uint64_t>(node.value))
                    : static_cast<double>(node.value);
  }
  if (node.kind != NodeKind::Floating || !node.is_known) return std::nullopt;
  return std::bit_cast<double>(node.value);
}

// Only of `double`: compilers compute other types with other precision.
std::optional<double> UnitBuilder::folded_floating(Operator op, NodeId left, NodeId right,
                                                   TypeId type) const {
  const auto a = known_floating(left);
  const auto b = known_floating(right);
  if (!a || !b || types_.kind(type) != TypeKind::Double) return std::nullopt;
  switch (op) {
    case Operator::Add: return *a + *b;
    case Operator::Subtract: return *a - *b;
    case Operator::Multiply: return *a * *b;
    case Operator::Divide: return *a / *b;
    default: return std::nullopt;
  }
}

NodeId UnitBuilder::condition_of(NodeId value, SourceRange at) {
  const TypeId type = type_of(value);
  if (types_.is_opaque(type)) {
    const auto known = known_floating(value);
    if (known) return int_node(*known != 0 ? 1 : 0, at);
    return is_unsupported(value) ? converted(value, int_type(), at)
                                 : unknown_value(at, "a condition", type, int_type());
  }
  if (!types_.is_scalar(type)) error(at, format("a condition of type `{}`", types_.name(type)));
  return value;
}

// Compares an integer with a constant: `n < 2.5` is `n < 3`.
NodeId UnitBuilder::comparison_with(Operator op, NodeId number, double value, SourceRange at) {
  constexpr double Limit = 1e15;
  const bool is_whole = value == std::floor(value);
  const bool is_never_equal = op == Operator::Equal && !is_whole;
  const bool is_always_other = op == Operator::NotEqual && !is_whole;
  if (std::isnan(value) || is_never_equal || is_always_other) {
    note_use(number, Use::None);
    return add(Node{.kind = NodeKind::Comma,
                    .type = int_type(),
                    .place = at,
                    .a = number,
                    .b = int_node(op == Operator::NotEqual ? 1 : 0, at)});
  }
  const double bounded = std::clamp(value, -Limit, Limit);
  const bool is_up = op == Operator::Less || op == Operator::GreaterEqual;
  const auto bound = static_cast<std::int64_t>(is_up ? std::ceil(bounded) : std::floor(bounded));
  return comparison(op, number, integer(bound, types_.basic(TypeKind::Long), at), at);
}

NodeId UnitBuilder::opaque_comparison(Operator op, NodeId left, NodeId right, SourceRange at) {
  const auto a = known_floating(left);
  const auto b = known_floating(right);
  const TypeId common = types_.common(type_of(left), type_of(right));
  const TypeKind kind = types_.kind(common);
  if (a && b && kind == TypeKind::Double) return int_node(holds(op, *a, *b) ? 1 : 0, at);
  if (a && b && kind == TypeKind::Float) {
    const auto rounded = [](double value) { return double{static_cast<float>(value)}; };
    return int_node(holds(op, rounded(*a), rounded(*b)) ? 1 : 0, at);
  }
  const auto fits = [&](NodeId id) {  // a `double` has the same value
    return kind == TypeKind::Double && types_.is_integer(type_of(id)) &&
           types_.bits_of(type_of(id)) <= 32;
  };
  if (b && fits(left)) return comparison_with(op, left, *b, at);
  if (a && fits(right)) return comparison_with(mirrored(op), right, *a, at);
  return unknown_value(at, "a comparison",
                       types_.is_opaque(type_of(left)) ? type_of(left) : type_of(right),
                       int_type());
}

NodeId UnitBuilder::converted_opaque(NodeId value, TypeId to, SourceRange at) {
  const TypeId from = type_of(value);
  const auto known = known_floating(value);
  if (types_.is_opaque(to)) {
    if (types_.is_pointer(from)) {
      return error_node(at, format("a value of type `{}` where one of type `{}` is needed",
                                   types_.name(from), types_.name(to)));
    }
    if (known) return floating(known, to, at);
    return add(Node{.kind = NodeKind::Convert, .type = to, .place = at, .a = value});
  }
  if (!known) return unknown_value(at, "an integer from a value", from, to);
  if (types_.kind(to) == TypeKind::Bool) return integer(*known != 0 ? 1 : 0, to, at);
  constexpr double Limit = 9.2e18;
  if (*known > -Limit && *known < Limit) {
    return integer(types_.wrapped(to, static_cast<std::int64_t>(*known)), to, at);
  }
  return unknown_value(at, "an integer from a large value", from, to);
}

}  // namespace drover::c
