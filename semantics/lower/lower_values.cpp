// Lowers values and conditions. Expressions are evaluated from left to right: each memory access
// becomes an instruction, in that order, with its result in a temporary. The rest stays an
// expression, which is evaluated where it is used. The difference is not observable, since
// registers do not change within an expression, except for faults: an operand that may fault is
// evaluated in order if an operand to its right accesses memory.

#include <algorithm>
#include <variant>

#include "frontend/intrinsics.h"
#include "semantics/lower/thread_lowering.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover::lowering {

ExprId ThreadLowering::lower_value(ast::ExprId id) {
  const SourceRange at = ast_[id].range;
  if (!enter(at)) return constant(0, at);
  ++depth_;
  const ExprId result =
      std::visit([&](const auto& n) { return value_of(n, id, at); }, ast_[id].node);
  --depth_;
  return result;
}

void ThreadLowering::lower_value_into(RegisterId target, ast::ExprId id, SourceRange at) {
  const bool is_done =
      std::visit(overloaded{
                     [&](const ast::Load& n) { return emit_load(n, target, at); },
                     [&](const ast::ReadModifyWrite& n) { return emit_rmw(n, target, at); },
                     [&](const ast::CompareAndSwap& n) { return emit_cas(n, target, at); },
                     [&](const ast::Await& n) { return emit_await(n, target, at); },
                     [&](const ast::AwaitExchange& n) { return emit_await(n, target, at); },
                     [&](const ast::AllocateStruct& n) { return emit_allocate(n, id, target, at); },
                     [&](const ast::AllocateCells& n) { return emit_allocate(n, id, target, at); },
                     [&](const ast::Spawn& n) { return emit_spawn(n, id, target, at); },
                     [&](const ast::Join& n) { return emit_join(n, target, at); },
                     [](const auto& /*other*/) { return false; },
                 },
                 ast_[id].node);
  if (!is_done) emit(Assign{target, lower_value(id)}, at);
}

ExprId ThreadLowering::in_temporary(ast::ExprId id, SourceRange at) {
  const RegisterId temporary = builder_.temporary();
  lower_value_into(temporary, id, at);
  return register_value(temporary, at);
}

ExprId ThreadLowering::value_of(const ast::IntegerLiteral& n, ast::ExprId /*id*/, SourceRange at) {
  return constant(n.value, at);
}

ExprId ThreadLowering::value_of(const ast::Name& /*n*/, ast::ExprId id, SourceRange at) {
  const Resolution& resolution = program_[id];
  switch (resolution.kind) {
    case NameKind::Register: return register_value(scopes_.back().registers[resolution.index], at);
    case NameKind::Constant: return constant(program_.constants[resolution.index].value, at);
    case NameKind::FamilyVariable: return constant(thread_.family_value.value(), at);
    case NameKind::SharedScalar: return awaited(at);
    case NameKind::Self: return own_thread(at);
    case NameKind::Intrinsic:
    case NameKind::SharedArray:
    case NameKind::Unresolved: break;
  }
  DROVER_UNREACHABLE("the checker lets no other name be a value");
}

ExprId ThreadLowering::own_thread(SourceRange at) {
  const RegisterId temporary = builder_.temporary();
  emit(Self{temporary}, at);
  return register_value(temporary, at);
}

ExprId ThreadLowering::awaited(SourceRange at) {
  DROVER_CHECK(!awaited_register_.is_none(), "desugaring makes loads of all other places");
  return register_value(awaited_register_, at);
}

ExprId ThreadLowering::value_of(const ast::Index& /*n*/, ast::ExprId /*id*/, SourceRange at) {
  return awaited(at);
}

ExprId ThreadLowering::value_of(const ast::Field& /*n*/, ast::ExprId /*id*/, SourceRange at) {
  return awaited(at);
}

ExprId ThreadLowering::value_of(const ast::Dereference& /*n*/, ast::ExprId /*id*/, SourceRange at) {
  return awaited(at);
}

ExprId ThreadLowering::value_of(const ast::AddressOf& n, ast::ExprId /*id*/, SourceRange /*at*/) {
  return lower_address(n.place);
}

ExprId ThreadLowering::value_of(const ast::Unary& n, ast::ExprId /*id*/, SourceRange at) {
  return folding_.unary(lower_operator(n.op), lower_value(n.operand), at);
}

ExprId ThreadLowering::value_of(const ast::Binary& n, ast::ExprId id, SourceRange at) {
  const bool is_logical = n.op == ast::BinaryOperator::And || n.op == ast::BinaryOperator::Or;
  if (is_logical && touches(n.right)) return value_by_branches(id, at);
  const auto [left, right] = lower_pair(n.left, n.right);
  return folding_.binary(lower_operator(n.op), left, right, at);
}

ExprId ThreadLowering::value_of(const ast::Conditional& n, ast::ExprId /*id*/, SourceRange at) {
  if (touches(n.if_true) || touches(n.if_false)) return value_by_branches(n, at);
  const ExprId condition = lower_value(n.condition);
  const ExprId if_true = lower_value(n.if_true);
  return folding_.select(condition, if_true, lower_value(n.if_false), at);
}

ExprId ThreadLowering::value_of(const ast::Call& n, ast::ExprId id, SourceRange at) {
  const std::vector<ExprId> arguments = lower_in_order(n.arguments);
  if (program_[id].kind == NameKind::Intrinsic) return intrinsic_value(id, arguments, at);
  const RegisterId result = builder_.temporary();
  inline_call(program_[id].index, arguments, result, at);
  return register_value(result, at);
}

ExprId ThreadLowering::value_of(const ast::ThreadRegister& /*n*/, ast::ExprId /*id*/,
                                SourceRange /*at*/) {
  DROVER_UNREACHABLE("the checker lets these be in conditions only");
}

std::optional<Value> ThreadLowering::known(ExprId id) {
  const ExpressionNode& node = builder_.expressions()[id];
  return node.op == Operator::Constant ? std::optional(node.value) : std::nullopt;
}

ValueView ThreadLowering::view_of_bits(Value bits) {
  switch (bits) {
    case 8: return ValueView::Signed8;
    case 16: return ValueView::Signed16;
    case 32: return ValueView::Signed32;
    case -8: return ValueView::Unsigned8;
    case -16: return ValueView::Unsigned16;
    case -32: return ValueView::Unsigned32;
    case -64: return ValueView::Unsigned64;
    default: return ValueView::Whole;
  }
}

ExprId ThreadLowering::intrinsic_value(ast::ExprId id, std::span<const ExprId> arguments,
                                       SourceRange at) {
  const auto binary = [&](Operator op) {
    return folding_.binary(op, arguments[0], arguments[1], at);
  };
  const auto fits = [&](Value bits) {
    return folding_.guarded(Guard::Signed, bits, arguments[0], at);
  };
  const Value bound = known(arguments.back()).value_or(1);
  switch (static_cast<Intrinsic>(program_[id].index)) {
    case Intrinsic::Int8: return fits(8);
    case Intrinsic::Int16: return fits(16);
    case Intrinsic::Int32: return fits(32);
    case Intrinsic::Add64: return binary(Operator::AddChecked);
    case Intrinsic::Subtract64: return binary(Operator::SubtractChecked);
    case Intrinsic::Multiply64: return binary(Operator::MultiplyChecked);
    case Intrinsic::UnsignedDivide: return binary(Operator::UnsignedDivide);
    case Intrinsic::UnsignedRemainder: return binary(Operator::UnsignedRemainder);
    case Intrinsic::Index: return folding_.guarded(Guard::Index, bound, arguments[0], at);
    case Intrinsic::Shift: return folding_.guarded(Guard::Shift, bound, arguments[0], at);
    case Intrinsic::Shifted: return folding_.guarded(Guard::Shifted, bound, arguments[0], at);
    case Intrinsic::Choose: {
      const RegisterId chosen = builder_.temporary();
      emit(Choose{chosen, static_cast<std::uint32_t>(bound)}, at);
      return register_value(chosen, at);
    }
    case Intrinsic::Unwritten: {
      const RegisterId block = builder_.temporary();
      emit(Allocate{block, arguments[0], context_.unwritten_cells()}, at);
      return register_value(block, at);
    }
  }
  DROVER_UNREACHABLE("all intrinsics have a case");
}

ExprId ThreadLowering::value_by_branches(ast::ExprId id, SourceRange at) {
  const RegisterId result = builder_.temporary();
  const Target if_true = builder_.make_target();
  const Target if_false = builder_.make_target();
  const Target end = builder_.make_target();
  lower_condition(id, if_true, if_false);
  builder_.place(if_true);
  emit(Assign{result, constant(1, at)}, at);
  jump(end, at);
  builder_.place(if_false);
  emit(Assign{result, constant(0, at)}, at);
  builder_.place(end);
  return register_value(result, at);
}

ExprId ThreadLowering::value_by_branches(const ast::Conditional& n, SourceRange at) {
  const RegisterId result = builder_.temporary();
  const Target if_true = builder_.make_target();
  const Target if_false = builder_.make_target();
  const Target end = builder_.make_target();
  lower_condition(n.condition, if_true, if_false);
  builder_.place(if_true);
  lower_value_into(result, n.if_true, ast_[n.if_true].range);
  jump(end, at);
  builder_.place(if_false);
  lower_value_into(result, n.if_false, ast_[n.if_false].range);
  builder_.place(end);
  return register_value(result, at);
}

void ThreadLowering::lower_condition(ast::ExprId id, Target if_true, Target if_false) {
  const SourceRange at = ast_[id].range;
  if (!enter(at)) return;
  ++depth_;
  const auto* n = std::get_if<ast::Binary>(&ast_[id].node);
  const auto* negation = std::get_if<ast::Unary>(&ast_[id].node);
  const bool is_and = n != nullptr && n->op == ast::BinaryOperator::And;
  const bool is_or = n != nullptr && n->op == ast::BinaryOperator::Or;
  if ((is_and || is_or) && touches(n->right)) {
    const Target right = builder_.make_target();
    lower_condition(n->left, is_and ? right : if_true, is_and ? if_false : right);
    builder_.place(right);
    lower_condition(n->right, if_true, if_false);
  } else if (negation != nullptr && negation->op == ast::UnaryOperator::Not) {
    lower_condition(negation->operand, if_false, if_true);
  } else {
    branch(lower_value(id), if_true, if_false, at);
  }
  --depth_;
}

std::pair<ExprId, ExprId> ThreadLowering::lower_pair(ast::ExprId left, ast::ExprId right) {
  ExprId first = lower_value(left);
  if (may_fault(first) && touches(right)) first = saved(first, ast_[left].range);
  return {first, lower_value(right)};
}

bool ThreadLowering::any_touches(std::span<const ast::ExprId> ids) const {
  return std::ranges::any_of(ids, [&](ast::ExprId id) { return touches(id); });
}

std::vector<ExprId> ThreadLowering::lower_in_order(std::span<const ast::ExprId> ids) {
  std::vector<ExprId> out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ExprId value = lower_value(ids[i]);
    const bool is_saved = may_fault(value) && any_touches(ids.subspan(i + 1));
    out.push_back(is_saved ? saved(value, ast_[ids[i]].range) : value);
  }
  return out;
}

ExprId ThreadLowering::lower_address_before(ast::ExprId place,
                                            std::span<const ast::ExprId> operands) {
  const ExprId address = lower_address(place);
  const bool is_saved = may_fault(address) && any_touches(operands);
  return is_saved ? saved(address, ast_[place].range) : address;
}

}  // namespace drover::lowering
