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
  const Here here(folding_, ast_[id].range);
  if (!enter()) return constant(0);
  ++depth_;
  const ExprId result = std::visit(
      overloaded{
          [&](const ast::IntegerLiteral& n) { return constant(n.value); },
          [&](const ast::Name&) { return lower_name(id); },
          [&](const ast::Index&) { return awaited(); },
          [&](const ast::Field&) { return awaited(); },
          [&](const ast::Dereference&) { return awaited(); },
          [&](const ast::AddressOf& n) { return lower_address(n.place); },
          [&](const ast::Unary& n) { return folding_.unary(n.op, lower_value(n.operand)); },
          [&](const ast::Binary& n) { return lower_binary(n, id); },
          [&](const ast::Conditional& n) { return lower_conditional(n); },
          [&](const ast::Call& n) { return lower_call(n, id); },
          [&](const ast::ThreadRegister&) -> ExprId {
            DROVER_UNREACHABLE("the checker lets these be in conditions only");
          },
          [&](const auto& /*an instruction*/) {
            const RegisterId temporary = builder_.temporary();
            lower_value_into(temporary, id);
            return register_value(temporary);
          },
      },
      ast_[id].node);
  --depth_;
  return result;
}

void ThreadLowering::lower_value_into(RegisterId target, ast::ExprId id) {
  std::visit(overloaded{
                 [&](const ast::Load& n) { emit_load(n, target); },
                 [&](const ast::ReadModifyWrite& n) { emit_rmw(n, target); },
                 [&](const ast::CompareAndSwap& n) { emit_cas(n, lower_cas_operands(n), target); },
                 [&](const ast::Await& n) { emit_await(n, target); },
                 [&](const ast::AwaitExchange& n) { emit_await(n, target); },
                 [&](const ast::AllocateStruct&) {
                   const std::uint32_t index = program_[id].index;
                   const auto size = static_cast<Value>(program_.structs[index].fields.size());
                   emit(Allocate{target, constant(size), static_cast<std::int32_t>(index)});
                 },
                 [&](const ast::AllocateCells& n) {
                   emit(Allocate{target, lower_value(n.size), -1});
                 },
                 [&](const ast::Spawn& n) { emit_spawn(n, id, target); },
                 [&](const ast::Join& n) {
                   emit(Join{target, lower_value(n.thread)});
                 },
                 [&](const auto& /*other*/) {
                   emit(Assign{target, lower_value(id)});
                 },
             },
             ast_[id].node);
}

ExprId ThreadLowering::lower_name(ast::ExprId id) {
  const Resolution& resolution = program_[id];
  switch (resolution.kind) {
    case NameKind::Register: return register_value(scopes_.back().registers[resolution.index]);
    case NameKind::Constant: return constant(program_.constants[resolution.index].value);
    case NameKind::FamilyVariable: return constant(thread_.family_value.value());
    case NameKind::SharedScalar: return awaited();
    case NameKind::Self: return result_of(Self{});
    case NameKind::Intrinsic:
    case NameKind::SharedArray:
    case NameKind::Unresolved: break;
  }
  DROVER_UNREACHABLE("the checker lets no other name be a value");
}

ExprId ThreadLowering::awaited() {
  DROVER_CHECK(!awaited_register_.is_none(), "desugaring makes loads of all other places");
  return register_value(awaited_register_);
}

ExprId ThreadLowering::lower_binary(const ast::Binary& n, ast::ExprId id) {
  const bool is_logical = n.op == Operator::And || n.op == Operator::Or;
  if (is_logical && touches(n.right)) return value_by_branches(id);
  const auto [left, right] = lower_pair(n.left, n.right);
  return folding_.binary(n.op, left, right);
}

ExprId ThreadLowering::lower_conditional(const ast::Conditional& n) {
  if (touches(n.if_true) || touches(n.if_false)) {
    return value_by_branches(n.condition, n.if_true, n.if_false);
  }
  const ExprId condition = lower_value(n.condition);
  const ExprId if_true = lower_value(n.if_true);
  return folding_.select(condition, if_true, lower_value(n.if_false));
}

ExprId ThreadLowering::lower_call(const ast::Call& n, ast::ExprId id) {
  const std::vector<ExprId> arguments = lower_in_order(n.arguments);
  if (program_[id].kind == NameKind::Intrinsic) return intrinsic_value(id, arguments);
  const RegisterId result = builder_.temporary();
  inline_call(program_[id].index, arguments, result);
  return register_value(result);
}

ExprId ThreadLowering::intrinsic_value(ast::ExprId id, std::span<const ExprId> arguments) {
  const auto binary = [&](Operator op) { return folding_.binary(op, arguments[0], arguments[1]); };
  const auto fits = [&](Value bits) { return folding_.guarded(Guard::Signed, bits, arguments[0]); };
  const Value bound = arguments.empty() ? 1 : folding_.known(arguments.back()).value_or(1);
  switch (static_cast<Intrinsic>(program_[id].index)) {
    case Intrinsic::Int8: return fits(8);
    case Intrinsic::Int16: return fits(16);
    case Intrinsic::Int32: return fits(32);
    case Intrinsic::Add64: return binary(Operator::AddChecked);
    case Intrinsic::Subtract64: return binary(Operator::SubtractChecked);
    case Intrinsic::Multiply64: return binary(Operator::MultiplyChecked);
    case Intrinsic::UnsignedDivide: return binary(Operator::UnsignedDivide);
    case Intrinsic::UnsignedRemainder: return binary(Operator::UnsignedRemainder);
    case Intrinsic::Index: return folding_.guarded(Guard::Index, bound, arguments[0]);
    case Intrinsic::Shift: return folding_.guarded(Guard::Shift, bound, arguments[0]);
    case Intrinsic::Shifted: return folding_.guarded(Guard::Shifted, bound, arguments[0]);
    case Intrinsic::Choose:
      return result_of(Choose{.target = {}, .count = static_cast<std::uint32_t>(bound)});
    case Intrinsic::Unwritten:
      return result_of(Allocate{{}, arguments[0], context_.unwritten_cells()});
    case Intrinsic::Barrier: emit_barrier(); return constant(1);
  }
  DROVER_UNREACHABLE("all intrinsics have a case");
}

// Which barriers belong together is found when all threads have their code (number_barriers).
void ThreadLowering::emit_barrier() {
  const RegisterId way = builder_.temporary();
  const Target passes = builder_.make_target();
  const Target stops = builder_.make_target();
  emit(Choose{.target = way, .count = 2, .what = ChoiceOf::Barrier});
  branch(register_value(way), passes, stops);
  builder_.place(stops);
  emit(BlockInstruction{});
  builder_.place(passes);
  emit(FenceInstruction{.mode = Mode::Na});
}

ExprId ThreadLowering::value_by_branches(ast::ExprId condition, ast::ExprId if_true,
                                         ast::ExprId if_false) {
  const RegisterId result = builder_.temporary();
  const Target on_true = builder_.make_target();
  const Target on_false = builder_.make_target();
  const Target end = builder_.make_target();
  const auto set = [&](ast::ExprId value, Value otherwise) {
    if (value.is_none()) return emit(Assign{result, constant(otherwise)});
    const Here here(folding_, ast_[value].range);
    lower_value_into(result, value);
  };
  lower_condition(condition, on_true, on_false);
  builder_.place(on_true);
  set(if_true, 1);
  jump(end);
  builder_.place(on_false);
  set(if_false, 0);
  builder_.place(end);
  return register_value(result);
}

void ThreadLowering::lower_condition(ast::ExprId id, Target if_true, Target if_false) {
  const Here here(folding_, ast_[id].range);
  if (!enter()) return;
  ++depth_;
  const auto* n = std::get_if<ast::Binary>(&ast_[id].node);
  const auto* negation = std::get_if<ast::Unary>(&ast_[id].node);
  const bool is_and = n != nullptr && n->op == Operator::And;
  const bool is_or = n != nullptr && n->op == Operator::Or;
  if ((is_and || is_or) && touches(n->right)) {
    const Target right = builder_.make_target();
    lower_condition(n->left, is_and ? right : if_true, is_and ? if_false : right);
    builder_.place(right);
    lower_condition(n->right, if_true, if_false);
  } else if (negation != nullptr && negation->op == Operator::Not) {
    lower_condition(negation->operand, if_false, if_true);
  } else {
    branch(lower_value(id), if_true, if_false);
  }
  --depth_;
}

std::pair<ExprId, ExprId> ThreadLowering::lower_pair(ast::ExprId left, ast::ExprId right) {
  ExprId first = lower_value(left);
  if (may_fault(first) && touches(right)) first = saved_at(left, first);
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
    out.push_back(is_saved ? saved_at(ids[i], value) : value);
  }
  return out;
}

ExprId ThreadLowering::lower_address_before(ast::ExprId place,
                                            std::span<const ast::ExprId> operands) {
  const ExprId address = lower_address(place);
  const bool is_saved = may_fault(address) && any_touches(operands);
  return is_saved ? saved_at(place, address) : address;
}

}  // namespace drover::lowering
