#include "frontend/c/preprocessor/arithmetic.h"
#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

std::optional<std::int64_t> UnitBuilder::constant(NodeId id) const {
  const Node& node = (*this)[id];
  const auto of = [&](NodeId operand) { return constant(operand); };
  switch (node.kind) {
    case NodeKind::Integer: return node.value;
    case NodeKind::Convert: {
      if (!types_.is_scalar(node.type)) return std::nullopt;
      const auto value = of(node.a);
      return value ? std::optional(types_.wrapped(node.type, *value)) : std::nullopt;
    }
    case NodeKind::Negate:
    case NodeKind::Complement:
    case NodeKind::Not: {
      const auto value = of(node.a);
      if (!value) return std::nullopt;
      if (node.kind == NodeKind::Not) return *value == 0 ? 1 : 0;
      if (node.kind == NodeKind::Complement) return types_.wrapped(node.type, ~*value);
      return types_.wrapped(node.type, apply_unary(Operator::Negate, *value));
    }
    case NodeKind::Binary: {
      const auto left = of(node.a);
      const auto right = of(node.b);
      if (!left || !right) return std::nullopt;
      const TypeId type = type_of(node.a);
      const bool is_wide_unsigned = types_.is_unsigned(type);
      const auto value = folded(node.op, *left, *right, is_wide_unsigned);
      if (!value || (!types_.is_unsigned(node.type) &&
                     overflows(node.op, *left, *right, types_.bits_of(node.type)))) {
        return std::nullopt;
      }
      return types_.wrapped(node.type, *value);
    }
    case NodeKind::And:
    case NodeKind::Or: {
      const auto left = of(node.a);
      if (!left) return std::nullopt;
      const bool is_decided = (node.kind == NodeKind::Or) == (*left != 0);
      if (is_decided) return *left != 0 ? 1 : 0;
      const auto right = of(node.b);
      return right ? std::optional<std::int64_t>(*right != 0 ? 1 : 0) : std::nullopt;
    }
    case NodeKind::Builtin: {
      if (node.builtin.builtin != Builtin::OfBits) return std::nullopt;
      const NodeId operand = node.list[0];
      const auto value = of(operand);
      if (!value) return std::nullopt;
      return applied(node.builtin.bits, *value, types_.bits_of(type_of(operand)));
    }
    case NodeKind::Conditional: {
      const auto condition = of(node.a);
      return condition ? of(*condition != 0 ? node.b : node.c) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

std::int64_t UnitBuilder::required_constant(Grammar::ExpressionContext& tree,
                                            std::string_view what) {
  return required_constant(build_value(tree), what);
}

std::int64_t UnitBuilder::required_constant(NodeId node, std::string_view what) {
  const auto value = constant(node);
  if (!value && is_unsupported(node)) {
    const Refusal& refusal = unit_.refusals[(*this)[node].index];
    sink_.report(DiagnosticKind::CUnsupported, place_of(node), {refusal.what})
        .with_hint(refusal.hint);
  } else if (!value)
    error(place_of(node), format("{} is not constant", what));
  return value.value_or(0);
}

std::optional<StaticValue> UnitBuilder::static_address(NodeId lvalue) const {
  const Node& node = (*this)[lvalue];
  switch (node.kind) {
    case NodeKind::Global:
      if (unit_.globals[node.index].is_thread_local) return std::nullopt;
      return StaticValue{.global = node.index};
    case NodeKind::Member: {
      auto base = static_address(node.a);
      if (base) base->value += node.value;
      return base;
    }
    case NodeKind::Element: {
      auto base = static_address(node.a);
      const auto index = constant(node.b);
      if (!base || !index) return std::nullopt;
      base->value += *index * static_cast<std::int64_t>(types_.size_of(node.type).value_or(1));
      return base;
    }
    case NodeKind::Dereference: return static_value(node.a);
    default: return std::nullopt;
  }
}

bool UnitBuilder::is_opaque_constant(NodeId id) const {
  if (id.is_none() || constant(id)) return true;
  const Node& node = (*this)[id];
  switch (node.kind) {
    case NodeKind::Floating: return true;
    case NodeKind::Convert:
    case NodeKind::Negate:
    case NodeKind::Complement:
    case NodeKind::Binary: return is_opaque_constant(node.a) && is_opaque_constant(node.b);
    default: return false;
  }
}

std::optional<StaticValue> UnitBuilder::static_value(NodeId id) const {
  if (const auto value = constant(id)) {
    return StaticValue{.value = *value};
  }
  const Node& node = (*this)[id];
  if (types_.is_opaque(node.type)) {
    if (!is_opaque_constant(id)) return std::nullopt;
    const bool is_zero = node.kind == NodeKind::Floating && node.is_known && node.value == 0;
    return StaticValue{.value = 0, .is_opaque = !is_zero};
  }
  switch (node.kind) {
    case NodeKind::FunctionName: return StaticValue{.global = {}, .function = node.index};
    case NodeKind::AddressOf: return static_address(node.a);
    case NodeKind::Convert:
      if (types_.size_of(node.type) != 8) return std::nullopt;
      return static_value(node.a);
    case NodeKind::PointerAdd: {
      auto base = static_value(node.a);
      const auto offset = constant(node.b);
      if (!base || !offset) return std::nullopt;
      base->value += *offset * node.value;
      return base;
    }
    default: return std::nullopt;
  }
}

}  // namespace drover::c
