// Lowers places, and instructions with a result: memory accesses, allocations, spawns and joins.

#include <algorithm>
#include <type_traits>
#include <variant>

#include "frontend/ast_walk.h"
#include "semantics/lower/thread_lowering.h"
#include "semantics/program/address.h"
#include "semantics/program/scope_tag.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover::lowering {

ExprId ThreadLowering::lower_address(ast::ExprId place) {
  const Here here(folding_, ast_[place].range);
  return std::visit(
      overloaded{
          [&](const ast::Name& /*n*/) {
            return constant(address::of_object(program_[place].index));
          },
          [&](const ast::Index& n) { return element_address(n); },
          [&](const ast::Field& n) {
            const ExprId base = lower_value(n.base);
            const auto offset = Value{program_[place].index};
            return offset == 0 ? base : folding_.binary(Operator::Add, base, constant(offset));
          },
          [&](const ast::Dereference& n) { return lower_value(n.pointer); },
          [&](const auto& /*other*/) -> ExprId {
            DROVER_UNREACHABLE("the checker lets nothing else be a place");
          },
      },
      ast_[place].node);
}

ExprId ThreadLowering::element_address(const ast::Index& n) {
  const Resolution& base = program_[n.base];
  if (base.kind != NameKind::SharedArray) {
    const auto [pointer, index] = lower_pair(n.base, n.index);
    return folding_.binary(Operator::Add, pointer, index);
  }
  const auto size = static_cast<Value>(program_.shared[base.index].initial.size());
  return folding_.element_address(base.index, size, lower_value(n.index));
}

Mode ThreadLowering::mode_of(const ast::ModeName& mode, ast::ExprId place) const {
  if (!mode.is_absent()) return mode_named(mode.text);
  if (std::holds_alternative<ast::Field>(ast_[place].node)) {
    return program_[place].is_non_atomic ? Mode::Na : Mode::Plain;
  }
  const auto* index = std::get_if<ast::Index>(&ast_[place].node);
  const Resolution& name = program_[index != nullptr ? index->base : place];
  const bool is_variable =
      name.kind == NameKind::SharedScalar || name.kind == NameKind::SharedArray;
  return is_variable && program_.shared[name.index].is_non_atomic ? Mode::Na : Mode::Plain;
}

Mode ThreadLowering::mode_or_plain(const ast::ModeName& mode) {
  return mode.is_absent() ? Mode::Plain : mode_named(mode.text);
}

TagSet ThreadLowering::scope_of(const ast::ModeName& mode) { return scope_tag(mode.scope.text); }

void ThreadLowering::emit_load(const ast::Load& n, RegisterId target) {
  emit(Load{target, lower_address(n.place), mode_of(n.mode, n.place), scope_of(n.mode)});
}

void ThreadLowering::emit_rmw(const ast::ReadModifyWrite& n, RegisterId target) {
  const ExprId address = lower_address_before(n.place, std::span(&n.operand, 1));
  const ExprId operand = lower_value(n.operand);
  const TagSet scope = scope_of(n.mode);
  ReadModifyWrite update{target, n.op, address, operand, mode_or_plain(n.mode), scope, scope};
  if (!n.bits.is_none()) {
    const Value bits = folding_.known(lower_value(n.bits)).value_or(64);
    update.view = view_of(static_cast<unsigned>(std::abs(bits)), bits < 0);
  }
  emit(update);
}

ThreadLowering::CasOperands ThreadLowering::lower_cas_operands(const ast::CompareAndSwap& n) {
  const std::vector<ast::ExprId> operands = {n.expected, n.desired};
  const ExprId address = lower_address_before(n.place, operands);
  const auto [expected, desired] = lower_pair(n.expected, n.desired);
  return {address, expected, desired};
}

void ThreadLowering::emit_cas(const ast::CompareAndSwap& n, const CasOperands& operands,
                              RegisterId target) {
  const Mode mode = mode_or_plain(n.mode);
  const Mode failure_mode =
      n.failure_mode.is_absent() ? default_failure_mode(mode) : mode_named(n.failure_mode.text);
  const bool is_success = n.result == ast::CasResult::Success;
  const TagSet scope = scope_of(n.mode);
  emit(CompareAndSwap{target, is_success ? CasResult::Success : CasResult::OldValue,
                      operands.address, operands.expected, operands.desired, mode, failure_mode,
                      scope, scope, scope});
}

std::string ThreadLowering::mode_suffix(const ast::CompareAndSwap& n) {
  if (n.mode.is_absent()) return "";
  const std::string& scope = n.mode.scope.text;
  return "@" + n.mode.text + (scope.empty() ? "" : "." + scope) +
         (n.failure_mode.is_absent() ? "" : "," + n.failure_mode.text);
}

void ThreadLowering::emit_await(const ast::Await& n, RegisterId target) {
  const ExprId address = lower_address(awaited_place(n.condition));
  // If the condition names `target`, it means the value before the await.
  const RegisterId seen = mentions(n.condition, target) ? builder_.temporary() : target;
  const ExprId condition = lower_awaited(n.condition, seen);
  emit(Await{.target = seen,
             .address = address,
             .condition = condition,
             .mode = mode_or_plain(n.mode),
             .is_assumed = n.is_assumed,
             .tags = scope_of(n.mode)});
  show_fault(condition);
  if (seen != target) emit(Assign{target, register_value(seen)});
}

void ThreadLowering::emit_await(const ast::AwaitExchange& n, RegisterId target) {
  const ExprId address = lower_address(awaited_place(n.condition));
  const bool is_named = mentions(n.condition, target) || mentions(n.desired, target);
  const RegisterId seen = is_named ? builder_.temporary() : target;
  const ExprId condition = lower_awaited(n.condition, seen);
  const ExprId desired = lower_awaited(n.desired, seen);
  const Mode mode = mode_or_plain(n.mode);
  const Mode failure_mode =
      n.failure_mode.is_absent() ? default_failure_mode(mode) : mode_named(n.failure_mode.text);
  emit(AwaitExchange{.target = seen,
                     .address = address,
                     .condition = condition,
                     .desired = desired,
                     .mode = mode,
                     .failure_mode = failure_mode,
                     .is_assumed = n.is_assumed,
                     .read_tags = scope_of(n.mode),
                     .write_tags = scope_of(n.mode)});
  show_fault(condition);
  show_fault(desired);
  if (seen != target) emit(Assign{target, register_value(seen)});
}

ExprId ThreadLowering::lower_awaited(ast::ExprId id, RegisterId seen) {
  awaited_register_ = seen;
  const ExprId result = lower_value(id);
  awaited_register_ = RegisterId::none();
  return result;
}

void ThreadLowering::show_fault(ExprId id) {
  if (may_fault(id)) saved(id);
}

bool ThreadLowering::mentions(ast::ExprId root, RegisterId reg) const {
  bool found = false;
  ast::for_each_expression(ast_, root, [&](ast::ExprId id) {
    const Resolution& name = program_[id];
    found =
        found || (name.kind == NameKind::Register && scopes_.back().registers[name.index] == reg);
  });
  return found;
}

ast::ExprId ThreadLowering::awaited_place(ast::ExprId id) const {
  const ast::ExpressionNode& node = ast_[id].node;
  if (std::holds_alternative<ast::Name>(node)) {
    return program_[id].kind == NameKind::SharedScalar ? id : ast::ExprId::none();
  }
  if (ast::mode_of_place(node) != nullptr) return id;
  ast::ExprId found;
  if (std::holds_alternative<ast::AddressOf>(node)) return found;
  ast::for_each_child(node, [&](auto child) {
    if constexpr (std::is_same_v<decltype(child), ast::ExprId>) {
      if (found.is_none()) found = awaited_place(child);
    }
  });
  return found;
}

void ThreadLowering::emit_spawn(const ast::Spawn& n, ast::ExprId id, RegisterId target) {
  std::vector<std::uint32_t>& routines = context_.routines;
  const std::uint32_t function = program_[id].index;
  auto routine = std::ranges::find(routines, function);
  if (routine == routines.end()) routine = routines.insert(routine, function);
  const auto index = static_cast<std::uint32_t>(routine - routines.begin());
  emit(Spawn{target, index, lower_in_order(n.arguments)});
}

}  // namespace drover::lowering
