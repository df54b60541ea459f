// Statements become instructions, functions are inlined at each call. Expressions are
// evaluated from left to right: what touches memory becomes an instruction of its own,
// in that order, with its result in a temporary; the rest stays an expression, which is
// evaluated where it is used. That cannot be told from evaluating it in its turn, since
// registers do not change within an expression, except for faults: an operand that may
// fault is evaluated in its turn if something to its right touches memory.

#include "semantics/lower/thread_lowering.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "frontend/ast_walk.h"
#include "frontend/intrinsics.h"
#include "semantics/lower/folding_expressions.h"
#include "semantics/lower/lower_ast.h"
#include "semantics/program/address.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::lowering {

namespace {

// Of statements, expressions and calls within each other, over all inlined functions:
// lowering is recursive.
constexpr std::size_t MaxDepth = 3000;

ThreadRole role_of(BodyRole role) {
  switch (role) {
    case BodyRole::Init: return ThreadRole::Init;
    case BodyRole::Worker: return ThreadRole::Worker;
    case BodyRole::Final: return ThreadRole::Final;
  }
  DROVER_UNREACHABLE("all roles have a case");
}

Mode mode_named(std::string_view name) {
  for (const Mode mode : {Mode::Na, Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc}) {
    if (name == mode_name(mode)) return mode;
  }
  DROVER_UNREACHABLE("the checker knows the same modes");
}

// Runs of blanks and line breaks become one blank.
std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_blank) {
      out += c;
    } else if (!out.ends_with(' ')) {
      out += ' ';
    }
  }
  return out;
}

class ThreadLowering {
 public:
  ThreadLowering(LoweringContext& context, const ThreadInfo& thread)
      : context_(context),
        program_(context.program),
        ast_(context.program.ast),
        thread_(thread),
        builder_(thread.name, role_of(thread.role), thread.range),
        folding_(builder_.expressions()) {}

  // The thread; or a function, as what a spawn runs.
  std::optional<Thread> run(const FunctionInfo* routine = nullptr) {
    Scope scope{.registers = {}, .result = {}, .end = builder_.make_target()};
    for (const std::string& name : thread_.registers) {
      scope.registers.push_back(builder_.named_register(name, true));
    }
    if (routine != nullptr && routine->returns_value) {
      scope.result = builder_.named_register(routine->name + ".result", false);
    }
    scopes_.push_back(scope);
    lower_statement(thread_.body);
    builder_.place(scope.end);
    if (has_failed_) return std::nullopt;
    Thread out = builder_.finish(end_of(ast_[thread_.body].range));
    if (routine == nullptr) return out;
    out.parameter_count = static_cast<std::uint32_t>(routine->parameter_count);
    if (!scope.result.is_none()) out.result = scope.result;
    return out;
  }

 private:
  using Target = ThreadBuilder::Target;

  // The registers of the thread, or of an inlined call.
  struct Scope {
    std::vector<RegisterId> registers;
    RegisterId result;  // none: a returned value is dropped
    Target end;
  };
  // What a break leaves: a loop, or a block that has a label.
  struct Enclosing {
    std::string label;
    Target exit, next;
    bool is_loop = true;
  };

  // The closing brace.
  SourceRange end_of(const SourceRange& range) const {
    return context_.source.range(range.end > range.begin ? range.end - 1 : range.end, range.end);
  }

  // ---- Limits

  void fail(DiagnosticKind kind, SourceRange at, std::initializer_list<std::string> arguments) {
    if (!has_failed_) context_.sink.report(kind, at, arguments);
    has_failed_ = true;
  }
  void count(SourceRange at) {
    if (++context_.size > context_.max_size) {
      fail(DiagnosticKind::ProgramTooLarge, at, {std::to_string(context_.max_size)});
    }
  }
  // Whether one may go one level deeper.
  bool enter(SourceRange at) {
    if (depth_ >= MaxDepth) fail(DiagnosticKind::CallsTooDeep, at, {});
    return !has_failed_;
  }

  void emit(InstructionBody body, SourceRange at) {
    count(at);
    if (!has_failed_) builder_.emit(std::move(body), at);
  }
  void jump(Target target, SourceRange at) {
    count(at);
    if (!has_failed_) builder_.jump(target, at);
  }
  void branch(ExprId condition, Target if_true, Target if_false, SourceRange at) {
    count(at);
    if (!has_failed_) builder_.branch(condition, if_true, if_false, at);
  }

  // ---- Pure expressions

  ExprId constant(Value value, SourceRange at) { return folding_.constant(value, at); }
  ExprId register_value(RegisterId reg, SourceRange at) { return folding_.register_value(reg, at); }
  bool may_fault(ExprId id) const { return folding_.may_fault(id); }

  // Evaluates now, into a temporary.
  ExprId saved(ExprId id, SourceRange at) {
    const RegisterId temporary = builder_.temporary();
    emit(Assign{temporary, id}, at);
    return register_value(temporary, at);
  }

  // ---- Values

  bool touches(ast::ExprId id) const { return context_.touches[id.value] != 0; }

  // Instructions for what touches memory, and an expression for the result.
  ExprId lower_value(ast::ExprId id) {
    const SourceRange at = ast_[id].range;
    if (!enter(at)) return constant(0, at);
    ++depth_;
    const ExprId result =
        std::visit([&](const auto& n) { return value_of(n, id, at); }, ast_[id].node);
    --depth_;
    return result;
  }

  // The same with the result in `target`.
  void lower_value_into(RegisterId target, ast::ExprId id, SourceRange at) {
    const bool is_done = std::visit(
        overloaded{
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

  ExprId in_temporary(ast::ExprId id, SourceRange at) {
    const RegisterId temporary = builder_.temporary();
    lower_value_into(temporary, id, at);
    return register_value(temporary, at);
  }

  ExprId value_of(const ast::IntegerLiteral& n, ast::ExprId /*id*/, SourceRange at) {
    return constant(n.value, at);
  }
  ExprId value_of(const ast::Name& /*n*/, ast::ExprId id, SourceRange at) {
    const Resolution& resolution = program_[id];
    switch (resolution.kind) {
      case NameKind::Register:
        return register_value(scopes_.back().registers[resolution.index], at);
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
  ExprId own_thread(SourceRange at) {
    const RegisterId temporary = builder_.temporary();
    emit(Self{temporary}, at);
    return register_value(temporary, at);
  }
  // A bare place is left only in the condition of an await, where it is the value read.
  ExprId awaited(SourceRange at) {
    DROVER_CHECK(!awaited_register_.is_none(), "desugaring makes loads of all other places");
    return register_value(awaited_register_, at);
  }
  ExprId value_of(const ast::Index& /*n*/, ast::ExprId /*id*/, SourceRange at) {
    return awaited(at);
  }
  ExprId value_of(const ast::Field& /*n*/, ast::ExprId /*id*/, SourceRange at) {
    return awaited(at);
  }
  ExprId value_of(const ast::Dereference& /*n*/, ast::ExprId /*id*/, SourceRange at) {
    return awaited(at);
  }
  ExprId value_of(const ast::AddressOf& n, ast::ExprId /*id*/, SourceRange /*at*/) {
    return lower_address(n.place);
  }
  ExprId value_of(const ast::Unary& n, ast::ExprId /*id*/, SourceRange at) {
    return folding_.unary(lower_operator(n.op), lower_value(n.operand), at);
  }
  ExprId value_of(const ast::Binary& n, ast::ExprId id, SourceRange at) {
    const bool is_logical = n.op == ast::BinaryOperator::And || n.op == ast::BinaryOperator::Or;
    if (is_logical && touches(n.right)) return value_by_branches(id, at);
    const auto [left, right] = lower_pair(n.left, n.right);
    return folding_.binary(lower_operator(n.op), left, right, at);
  }
  ExprId value_of(const ast::Conditional& n, ast::ExprId /*id*/, SourceRange at) {
    if (touches(n.if_true) || touches(n.if_false)) return value_by_branches(n, at);
    const ExprId condition = lower_value(n.condition);
    const ExprId if_true = lower_value(n.if_true);
    return folding_.select(condition, if_true, lower_value(n.if_false), at);
  }
  ExprId value_of(const ast::Call& n, ast::ExprId id, SourceRange at) {
    const std::vector<ExprId> arguments = lower_in_order(n.arguments);
    if (program_[id].kind == NameKind::Intrinsic) return intrinsic_value(id, arguments, at);
    const RegisterId result = builder_.temporary();
    inline_call(program_[id].index, arguments, result, at);
    return register_value(result, at);
  }
  ExprId value_of(const ast::ThreadRegister& /*n*/, ast::ExprId /*id*/, SourceRange /*at*/) {
    DROVER_UNREACHABLE("the checker lets these be in conditions only");
  }
  template <typename Instruction>
  ExprId value_of(const Instruction& /*n*/, ast::ExprId id, SourceRange at) {
    return in_temporary(id, at);
  }

  [[nodiscard]] std::optional<Value> known(ExprId id) {
    const ExpressionNode& node = builder_.expressions()[id];
    return node.op == Operator::Constant ? std::optional(node.value) : std::nullopt;
  }
  static ValueView view_of_bits(Value bits) {
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
  ExprId intrinsic_value(ast::ExprId id, std::span<const ExprId> arguments, SourceRange at) {
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

  // `&&` and `||` whose right side touches memory.
  ExprId value_by_branches(ast::ExprId id, SourceRange at) {
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
  ExprId value_by_branches(const ast::Conditional& n, SourceRange at) {
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

  // Goes to one of the two. Short-circuit operators become branches only where they must.
  void lower_condition(ast::ExprId id, Target if_true, Target if_false) {
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

  // ---- Several operands, from left to right

  std::pair<ExprId, ExprId> lower_pair(ast::ExprId left, ast::ExprId right) {
    ExprId first = lower_value(left);
    if (may_fault(first) && touches(right)) first = saved(first, ast_[left].range);
    return {first, lower_value(right)};
  }
  bool any_touches(std::span<const ast::ExprId> ids) const {
    return std::ranges::any_of(ids, [&](ast::ExprId id) { return touches(id); });
  }
  std::vector<ExprId> lower_in_order(std::span<const ast::ExprId> ids) {
    std::vector<ExprId> out;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      ExprId value = lower_value(ids[i]);
      const bool is_saved = may_fault(value) && any_touches(ids.subspan(i + 1));
      out.push_back(is_saved ? saved(value, ast_[ids[i]].range) : value);
    }
    return out;
  }
  // The address of a place that is needed after `operands` have been evaluated.
  ExprId lower_address_before(ast::ExprId place, std::span<const ast::ExprId> operands) {
    const ExprId address = lower_address(place);
    const bool is_saved = may_fault(address) && any_touches(operands);
    return is_saved ? saved(address, ast_[place].range) : address;
  }

  // ---- Places

  ExprId lower_address(ast::ExprId place) {
    const SourceRange at = ast_[place].range;
    return std::visit(overloaded{
                          [&](const ast::Name& /*n*/) {
                            return constant(address::of_object(program_[place].index), at);
                          },
                          [&](const ast::Index& n) { return element_address(n, at); },
                          [&](const ast::Field& n) {
                            const ExprId base = lower_value(n.base);
                            const auto offset = Value{program_[place].index};
                            return offset == 0 ? base
                                               : folding_.binary(Operator::Add, base,
                                                                 constant(offset, at), at);
                          },
                          [&](const ast::Dereference& n) { return lower_value(n.pointer); },
                          [&](const auto& /*other*/) -> ExprId {
                            DROVER_UNREACHABLE("the checker lets nothing else be a place");
                          },
                      },
                      ast_[place].node);
  }

  ExprId element_address(const ast::Index& n, SourceRange at) {
    const Resolution& base = program_[n.base];
    if (base.kind != NameKind::SharedArray) {
      const auto [pointer, index] = lower_pair(n.base, n.index);
      return folding_.binary(Operator::Add, pointer, index, at);
    }
    const auto size = static_cast<Value>(program_.shared[base.index].initial.size());
    return folding_.element_address(base.index, size, lower_value(n.index), at);
  }

  // An access without a mode of a cell that is known to be non-atomic is `na`. Behind a
  // pointer that is only known at run time, and left to the automaton.
  Mode mode_of(const ast::ModeName& mode, ast::ExprId place) const {
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
  static Mode mode_or_plain(const ast::ModeName& mode) {
    return mode.is_absent() ? Mode::Plain : mode_named(mode.text);
  }

  // ---- Instructions with a result; each gives true

  bool emit_load(const ast::Load& n, RegisterId target, SourceRange at) {
    emit(Load{target, lower_address(n.place), mode_of(n.mode, n.place)}, at);
    return true;
  }
  bool emit_rmw(const ast::ReadModifyWrite& n, RegisterId target, SourceRange at) {
    const ExprId address = lower_address_before(n.place, std::span(&n.operand, 1));
    const ExprId operand = lower_value(n.operand);
    ReadModifyWrite update{target, n.op, address, operand, mode_or_plain(n.mode)};
    if (!n.bits.is_none()) update.view = view_of_bits(known(lower_value(n.bits)).value_or(64));
    emit(update, at);
    return true;
  }
  struct CasOperands {
    ExprId address, expected, desired;
  };
  CasOperands lower_cas_operands(const ast::CompareAndSwap& n) {
    const std::vector<ast::ExprId> operands = {n.expected, n.desired};
    const ExprId address = lower_address_before(n.place, operands);
    const auto [expected, desired] = lower_pair(n.expected, n.desired);
    return {address, expected, desired};
  }
  void emit_cas(const ast::CompareAndSwap& n, const CasOperands& operands, RegisterId target,
                SourceRange at) {
    const Mode mode = mode_or_plain(n.mode);
    const Mode failure_mode =
        n.failure_mode.is_absent() ? default_failure_mode(mode) : mode_named(n.failure_mode.text);
    const bool is_success = n.result == ast::CasResult::Success;
    emit(CompareAndSwap{target, is_success ? CasResult::Success : CasResult::OldValue,
                        operands.address, operands.expected, operands.desired, mode, failure_mode},
         at);
  }
  // What tells annotated compare-and-swaps of different modes apart.
  static std::string mode_suffix(const ast::CompareAndSwap& n) {
    if (n.mode.is_absent()) return "";
    return "@" + n.mode.text + (n.failure_mode.is_absent() ? "" : "," + n.failure_mode.text);
  }
  bool emit_cas(const ast::CompareAndSwap& n, RegisterId target, SourceRange at) {
    emit_cas(n, lower_cas_operands(n), target, at);
    return true;
  }
  bool emit_await(const ast::Await& n, RegisterId target, SourceRange at) {
    const ExprId address = lower_address(awaited_place(n.condition));
    // Where the condition names `target`, it means its value before the await.
    const RegisterId seen = mentions(n.condition, target) ? builder_.temporary() : target;
    const ExprId condition = lower_awaited(n.condition, seen);
    emit(Await{seen, address, condition, mode_or_plain(n.mode), n.is_assumed}, at);
    show_fault(condition, at);
    if (seen != target) emit(Assign{target, register_value(seen, at)}, at);
    return true;
  }
  bool emit_await(const ast::AwaitExchange& n, RegisterId target, SourceRange at) {
    const ExprId address = lower_address(awaited_place(n.condition));
    const bool is_named = mentions(n.condition, target) || mentions(n.desired, target);
    const RegisterId seen = is_named ? builder_.temporary() : target;
    const ExprId condition = lower_awaited(n.condition, seen);
    const ExprId desired = lower_awaited(n.desired, seen);
    const Mode mode = mode_or_plain(n.mode);
    const Mode failure_mode =
        n.failure_mode.is_absent() ? default_failure_mode(mode) : mode_named(n.failure_mode.text);
    emit(AwaitExchange{seen, address, condition, desired, mode, failure_mode, n.is_assumed}, at);
    show_fault(condition, at);
    show_fault(desired, at);
    if (seen != target) emit(Assign{target, register_value(seen, at)}, at);
    return true;
  }
  // An expression in which bare places are the value that an await reads into `seen`.
  ExprId lower_awaited(ast::ExprId id, RegisterId seen) {
    awaited_register_ = seen;
    const ExprId result = lower_value(id);
    awaited_register_ = RegisterId::none();
    return result;
  }
  // An await lets a value pass on which what it evaluates faults: this is where it does.
  void show_fault(ExprId id, SourceRange at) {
    if (may_fault(id)) saved(id, at);
  }
  bool mentions(ast::ExprId root, RegisterId reg) const {
    bool found = false;
    ast::for_each_expression(ast_, root, [&](ast::ExprId id) {
      const Resolution& name = program_[id];
      found =
          found || (name.kind == NameKind::Register && scopes_.back().registers[name.index] == reg);
    });
    return found;
  }
  // The first place below an expression that is read.
  ast::ExprId awaited_place(ast::ExprId id) const {
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
  bool emit_allocate(const ast::AllocateStruct& /*n*/, ast::ExprId id, RegisterId target,
                     SourceRange at) {
    const std::uint32_t index = program_[id].index;
    const auto size = static_cast<Value>(program_.structs[index].fields.size());
    emit(Allocate{target, constant(size, at), static_cast<std::int32_t>(index)}, at);
    return true;
  }
  bool emit_allocate(const ast::AllocateCells& n, ast::ExprId /*id*/, RegisterId target,
                     SourceRange at) {
    emit(Allocate{target, lower_value(n.size), -1}, at);
    return true;
  }

  bool emit_spawn(const ast::Spawn& n, ast::ExprId id, RegisterId target, SourceRange at) {
    std::vector<std::uint32_t>& routines = context_.routines;
    const std::uint32_t function = program_[id].index;
    auto routine = std::ranges::find(routines, function);
    if (routine == routines.end()) routine = routines.insert(routine, function);
    const auto index = static_cast<std::uint32_t>(routine - routines.begin());
    emit(Spawn{target, index, lower_in_order(n.arguments)}, at);
    return true;
  }
  bool emit_join(const ast::Join& n, RegisterId target, SourceRange at) {
    emit(Join{target, lower_value(n.thread)}, at);
    return true;
  }

  // ---- Calls

  // The body of a function, with registers of its own. `result` may be none.
  void inline_call(std::uint32_t index, std::span<const ExprId> arguments, RegisterId result,
                   SourceRange at) {
    const FunctionInfo& function = program_.functions[index];
    count(at);
    if (has_failed_) return;
    Scope scope{.registers = {}, .result = result, .end = builder_.make_target()};
    for (std::size_t i = 0; i < function.registers.size(); ++i) {
      const RegisterId reg =
          builder_.named_register(function.name + "." + function.registers[i], false);
      scope.registers.push_back(reg);
      emit(Assign{reg, i < arguments.size() ? arguments[i] : constant(0, at)}, at);
    }
    const Target end = scope.end;
    scopes_.push_back(std::move(scope));
    lower_statement(function.body);
    if (!result.is_none() && !ends_with_return(function.body)) {
      emit(Assign{result, constant(0, at)}, at);
    }
    scopes_.pop_back();
    builder_.place(end);
  }
  bool ends_with_return(ast::StmtId block) const {
    const auto* body = std::get_if<ast::Block>(&ast_[block].node);
    return body != nullptr && !body->statements.empty() &&
           std::holds_alternative<ast::Return>(ast_[body->statements.back()].node);
  }

  // ---- Statements

  void lower_statement(ast::StmtId id) {
    if (id.is_none() || !enter(ast_[id].range)) return;
    ++depth_;
    const std::size_t mark = builder_.temporaries_mark();
    const SourceRange at = ast_[id].range;
    if (const auto loop = loop_word(id)) {
      start_loop(id, *loop);
    } else {
      std::visit([&](const auto& n) { lower_node(n, at); }, ast_[id].node);
    }
    builder_.release_temporaries(mark);
    --depth_;
  }

  void lower_node(const ast::Block& n, SourceRange /*at*/) {
    for (const ast::StmtId id : n.statements) lower_statement(id);
  }
  void lower_node(const ast::Assign& n, SourceRange at) {
    const RegisterId target = scopes_.back().registers[program_[n.target].index];
    lower_value_into(target, n.value, at);
  }
  void lower_node(const ast::Store& n, SourceRange at) {
    const ExprId address = lower_address_before(n.place, std::span(&n.value, 1));
    const ExprId value = lower_value(n.value);
    emit(Store{address, value, mode_of(n.mode, n.place)}, at);
  }
  void lower_node(const ast::Evaluate& n, SourceRange at) {
    const auto* call = std::get_if<ast::Call>(&ast_[n.expression].node);
    if (call == nullptr) return lower_value_into(builder_.temporary(), n.expression, at);
    const std::vector<ExprId> arguments = lower_in_order(call->arguments);
    if (program_[n.expression].kind == NameKind::Intrinsic) {
      // Where nobody uses it, it may still be an error.
      emit(Assign{builder_.temporary(), intrinsic_value(n.expression, arguments, at)}, at);
      return;
    }
    inline_call(program_[n.expression].index, arguments, RegisterId::none(), at);
  }
  void lower_node(const ast::Fence& n, SourceRange at) {
    emit(FenceInstruction{n.mode.is_absent() ? Mode::Sc : mode_named(n.mode.text)}, at);
  }
  void lower_node(const ast::Lock& n, SourceRange at) {
    const ExprId address = lower_address(n.place);
    const RegisterId seen = builder_.temporary();
    const ExprId is_free =
        folding_.binary(Operator::Equal, register_value(seen, at), constant(0, at), at);
    emit(AwaitExchange{seen, address, is_free, constant(1, at), Mode::Acq,
                       default_failure_mode(Mode::Acq)},
         at);
  }
  void lower_node(const ast::Unlock& /*n*/, SourceRange /*at*/) {
    DROVER_UNREACHABLE("desugaring makes a store of it");
  }
  void lower_node(const ast::Assume& n, SourceRange at) {
    emit(Assume{lower_value(n.condition)}, at);
  }
  void lower_node(const ast::Assert& n, SourceRange at) {
    const std::string text = on_one_line(context_.source.text(n.text));
    emit(Assert{lower_value(n.condition), n.message.value_or("assertion failed: " + text)}, at);
  }
  void lower_node(const ast::Error& /*n*/, SourceRange at) { emit(Fail{"error reached"}, at); }
  void lower_node(const ast::Stop& /*n*/, SourceRange at) { emit(BlockInstruction{}, at); }
  void lower_node(const ast::Free& n, SourceRange at) {
    emit(Deallocate{lower_value(n.pointer)}, at);
  }

  void lower_node(const ast::MarkedCall& n, SourceRange at) {
    const bool is_main = n.mark == ast::CallMark::Main;
    const Target end = builder_.make_target();
    if (const auto* cas = std::get_if<ast::CompareAndSwap>(&ast_[n.call].node)) {
      const CasOperands operands = lower_cas_operands(*cas);
      mark(is_main, "cas" + mode_suffix(*cas),
           {operands.address, operands.expected, operands.desired}, end, at);
      emit_cas(*cas, operands, builder_.temporary(), at);
    } else {
      const auto& call = std::get<ast::Call>(ast_[n.call].node);
      const std::vector<ExprId> arguments = lower_in_order(call.arguments);
      mark(is_main, call.function.text, arguments, end, at);
      inline_call(program_[n.call].index, arguments, RegisterId::none(), at);
    }
    builder_.place(end);
  }
  void mark(bool is_main, const std::string& function, const std::vector<ExprId>& arguments,
            Target end, SourceRange at) {
    count(at);
    if (has_failed_) return;
    builder_.call_marker(
        {.is_main = is_main, .function = function, .arguments = arguments, .end = 0}, end, at);
  }

  void lower_node(const ast::If& n, SourceRange at) {
    const Target then = builder_.make_target();
    const Target otherwise = builder_.make_target();
    const Target end = builder_.make_target();
    lower_condition(n.condition, then, n.otherwise.is_none() ? end : otherwise);
    builder_.place(then);
    lower_statement(n.then);
    if (!n.otherwise.is_none()) {
      jump(end, at);
      builder_.place(otherwise);
      lower_statement(n.otherwise);
    }
    builder_.place(end);
  }
  void lower_node(const ast::Labelled& n, SourceRange /*at*/) {
    if (loop_word(n.body)) {
      next_label_ = n.label.text;
      lower_statement(n.body);
      return;
    }
    const Target exit = builder_.make_target();
    enclosing_.push_back({.label = n.label.text, .exit = exit, .next = exit, .is_loop = false});
    lower_statement(n.body);
    enclosing_.pop_back();
    builder_.place(exit);
  }
  void lower_node(const ast::Break& n, SourceRange at) { jump(enclosing(n.label).exit, at); }
  void lower_node(const ast::Continue& n, SourceRange at) { jump(enclosing(n.label).next, at); }
  const Enclosing& enclosing(const ast::Identifier& label) const {
    const auto found = std::find_if(enclosing_.rbegin(), enclosing_.rend(), [&](const auto& each) {
      return label.is_absent() ? each.is_loop : each.label == label.text;
    });
    DROVER_CHECK(found != enclosing_.rend(), "the checker has seen what every jump is inside of");
    return *found;
  }
  void lower_node(const ast::Return& n, SourceRange at) {
    const RegisterId result = scopes_.back().result;
    const Target end = scopes_.back().end;
    if (!n.value.is_none() && !result.is_none()) {
      lower_value_into(result, n.value, at);
    } else if (!n.value.is_none()) {
      // The value is dropped, but not what computing it does, nor its faults.
      const ExprId value = lower_value(n.value);
      if (touches(n.value) || may_fault(value)) saved(value, at);
    } else if (!result.is_none()) {
      emit(Assign{result, constant(0, at)}, at);
    }
    jump(end, at);
  }

  // ---- Loops

  std::optional<const char*> loop_word(ast::StmtId id) const {
    const ast::StatementNode& node = ast_[id].node;
    if (std::holds_alternative<ast::While>(node)) return "while";
    if (std::holds_alternative<ast::DoWhile>(node)) return "do";
    if (std::holds_alternative<ast::For>(node)) return "for";
    return std::nullopt;
  }

  void start_loop(ast::StmtId id, const char* word) {
    const SourceRange at = ast_[id].range;
    const auto [place, is_new] =
        context_.loop_indices.try_emplace(id, static_cast<std::uint32_t>(context_.loops.size()));
    if (is_new) context_.loops.push_back({at, word});
    const std::uint32_t index = place->second;
    std::string label = std::exchange(next_label_, "");
    if (const auto* loop = std::get_if<ast::For>(&ast_[id].node)) lower_statement(loop->start);
    const RegisterId counter = builder_.temporary();
    emit(LoopStart{index, counter}, at);
    enclosing_.push_back({.label = std::move(label),
                          .exit = builder_.make_target(),
                          .next = builder_.make_target()});
    const Enclosing targets = enclosing_.back();
    const LoopIteration iteration{index, counter};
    std::visit(overloaded{
                   [&](const ast::While& n) { lower_while(n, targets, iteration, at); },
                   [&](const ast::DoWhile& n) { lower_do(n, targets, iteration, at); },
                   [&](const ast::For& n) { lower_for(n, targets, iteration, at); },
                   [](const auto& /*no loop*/) {},
               },
               ast_[id].node);
    builder_.place(targets.exit);
    enclosing_.pop_back();
  }
  void lower_while(const ast::While& n, const Enclosing& loop, const LoopIteration& iteration,
                   SourceRange at) {
    const Target body = builder_.make_target();
    builder_.place(loop.next);
    lower_condition(n.condition, body, loop.exit);
    builder_.place(body);
    emit(iteration, at);
    lower_statement(n.body);
    jump(loop.next, at);
  }
  void lower_do(const ast::DoWhile& n, const Enclosing& loop, const LoopIteration& iteration,
                SourceRange at) {
    const Target head = builder_.make_target();
    builder_.place(head);
    emit(iteration, at);
    lower_statement(n.body);
    builder_.place(loop.next);
    lower_condition(n.condition, head, loop.exit);
  }
  void lower_for(const ast::For& n, const Enclosing& loop, const LoopIteration& iteration,
                 SourceRange at) {
    const Target head = builder_.make_target();
    const Target body = builder_.make_target();
    builder_.place(head);
    if (!n.condition.is_none()) lower_condition(n.condition, body, loop.exit);
    builder_.place(body);
    emit(iteration, at);
    lower_statement(n.body);
    builder_.place(loop.next);
    lower_statement(n.step);
    jump(head, at);
  }
  void lower_node(const ast::While& /*n*/, SourceRange /*at*/) {}
  void lower_node(const ast::DoWhile& /*n*/, SourceRange /*at*/) {}
  void lower_node(const ast::For& /*n*/, SourceRange /*at*/) {}

  LoweringContext& context_;
  const CheckedProgram& program_;
  const Ast& ast_;
  const ThreadInfo& thread_;
  ThreadBuilder builder_;
  FoldingExpressions folding_;
  std::vector<Scope> scopes_;
  std::vector<Enclosing> enclosing_;
  std::string next_label_;       // of the loop that comes next
  RegisterId awaited_register_;  // inside the condition of an await
  std::size_t depth_ = 0;
  bool has_failed_ = false;
};

}  // namespace

std::optional<Thread> lower_thread(LoweringContext& context, const ThreadInfo& thread) {
  return ThreadLowering(context, thread).run();
}

std::optional<Thread> lower_routine(LoweringContext& context, std::uint32_t function) {
  const FunctionInfo& info = context.program.functions[function];
  const ThreadInfo thread{.name = info.name,
                          .role = BodyRole::Worker,
                          .family_value = {},
                          .registers = info.registers,
                          .body = info.body,
                          .range = info.range};
  return ThreadLowering(context, thread).run(&info);
}

}  // namespace drover::lowering
