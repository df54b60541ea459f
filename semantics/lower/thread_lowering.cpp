// Lowers statements to instructions; functions are inlined at each call.

#include "semantics/lower/thread_lowering.h"

#include <algorithm>
#include <array>
#include <variant>

#include "semantics/lower/lower_ast.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover::lowering {

namespace {

// Limit on the nesting of statements, expressions and calls, over all inlined functions: lowering
// is recursive.
constexpr std::size_t MaxDepth = 3000;

ThreadRole role_of(BodyRole role) {
  switch (role) {
    case BodyRole::Init: return ThreadRole::Init;
    case BodyRole::Worker: return ThreadRole::Worker;
    case BodyRole::Final: return ThreadRole::Final;
  }
  DROVER_UNREACHABLE("all roles have a case");
}

// Replaces each run of blanks and line breaks by one blank.
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

}  // namespace

Mode mode_named(std::string_view name) {
  for (const Mode mode : {Mode::Na, Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc}) {
    if (name == mode_name(mode)) return mode;
  }
  DROVER_UNREACHABLE("the checker knows the same modes");
}

ThreadLowering::ThreadLowering(LoweringContext& context, const ThreadInfo& thread)
    : context_(context),
      program_(context.program),
      ast_(context.program.ast),
      thread_(thread),
      builder_(thread.name, role_of(thread.role), thread.range),
      folding_(builder_.expressions()) {}

void ThreadLowering::fail(DiagnosticKind kind, std::initializer_list<std::string> arguments) {
  if (!has_failed_) context_.sink.report(kind, folding_.at, arguments);
  has_failed_ = true;
}

void ThreadLowering::count() {
  if (++context_.size > context_.max_size) {
    fail(DiagnosticKind::ProgramTooLarge, {std::to_string(context_.max_size)});
  }
}

bool ThreadLowering::enter() {
  if (depth_ >= MaxDepth) fail(DiagnosticKind::CallsTooDeep, {});
  return !has_failed_;
}

void ThreadLowering::emit(InstructionBody body) {
  count();
  if (!has_failed_) builder_.emit(std::move(body), folding_.at);
}

void ThreadLowering::jump(Target target) {
  count();
  if (!has_failed_) builder_.jump(target, folding_.at);
}

void ThreadLowering::branch(ExprId condition, Target if_true, Target if_false) {
  count();
  if (!has_failed_) builder_.branch(condition, if_true, if_false, folding_.at);
}

ExprId ThreadLowering::saved_at(ast::ExprId of, ExprId id) {
  const Here here(folding_, ast_[of].range);
  return saved(id);
}

ExprId ThreadLowering::saved(ExprId id) {
  const RegisterId temporary = builder_.temporary();
  emit(Assign{temporary, id});
  return register_value(temporary);
}

std::optional<Thread> ThreadLowering::run(const FunctionInfo* routine) {
  Scope scope{.registers = {}, .result = {}, .end = builder_.make_target()};
  for (const std::string& name : thread_.registers) {
    scope.registers.push_back(builder_.named_register(name, true));
  }
  if (routine != nullptr && routine->returns_value) {
    scope.result = builder_.named_register(routine->name + ".result", false);
  }
  scopes_.push_back(scope);
  const bool is_operation = routine != nullptr && program_.is_operation(routine->name);
  if (is_operation) mark_begin(*routine, scope);
  lower_statement(thread_.body);
  builder_.place(scope.end);
  if (is_operation) mark_end(*routine, scope.result);
  if (has_failed_) return std::nullopt;
  Thread out = builder_.finish(end_of(ast_[thread_.body].range));
  if (routine == nullptr) return out;
  out.parameter_count = static_cast<std::uint32_t>(routine->parameter_count);
  if (!scope.result.is_none()) out.result = scope.result;
  return out;
}

SourceRange ThreadLowering::end_of(const SourceRange& range) const {
  return context_.source.range(range.end > range.begin ? range.end - 1 : range.end, range.end);
}

void ThreadLowering::inline_call(std::uint32_t index, std::span<const ExprId> arguments,
                                 RegisterId result) {
  const FunctionInfo& function = program_.functions[index];
  count();
  if (has_failed_) return;
  const bool is_operation = program_.is_operation(function.name);
  if (is_operation && result.is_none() && function.returns_value) {
    result = builder_.named_register(function.name + ".result", false);
  }
  Scope scope{.registers = {}, .result = result, .end = builder_.make_target()};
  for (std::size_t i = 0; i < function.registers.size(); ++i) {
    const RegisterId reg =
        builder_.named_register(function.name + "." + function.registers[i], false);
    scope.registers.push_back(reg);
    emit(Assign{reg, i < arguments.size() ? arguments[i] : constant(0)});
  }
  const Target end = scope.end;
  if (is_operation) mark_begin(function, scope);
  scopes_.push_back(std::move(scope));
  lower_statement(function.body);
  if (!result.is_none() && !ends_with_return(function.body)) {
    emit(Assign{result, constant(0)});
  }
  scopes_.pop_back();
  builder_.place(end);
  if (is_operation) mark_end(function, result);
}

void ThreadLowering::mark_begin(const FunctionInfo& function, const Scope& scope) {
  OperationMark begin{.is_begin = true, .operation = function.name, .values = {}};
  for (std::size_t i = 0; i < function.parameter_count; ++i) {
    begin.values.push_back(register_value(scope.registers[i]));
  }
  emit(std::move(begin));
}

void ThreadLowering::mark_end(const FunctionInfo& function, RegisterId result) {
  OperationMark end{.is_begin = false, .operation = function.name, .values = {}};
  if (function.returns_value) end.values.push_back(register_value(result));
  emit(std::move(end));
}

bool ThreadLowering::ends_with_return(ast::StmtId block) const {
  const auto* body = std::get_if<ast::Block>(&ast_[block].node);
  return body != nullptr && !body->statements.empty() &&
         std::holds_alternative<ast::Return>(ast_[body->statements.back()].node);
}

void ThreadLowering::lower_statement(ast::StmtId id) {
  if (id.is_none()) return;
  const Here here(folding_, ast_[id].range);
  if (!enter()) return;
  ++depth_;
  const std::size_t mark = builder_.temporaries_mark();
  if (const auto loop = loop_of(id)) {
    lower_loop(id, *loop);
  } else {
    std::visit([&](const auto& n) { lower_node(n); }, ast_[id].node);
  }
  builder_.release_temporaries(mark);
  --depth_;
}

void ThreadLowering::lower_node(const ast::Block& n) {
  for (const ast::StmtId id : n.statements) lower_statement(id);
}

void ThreadLowering::lower_node(const ast::Assign& n) {
  const RegisterId target = scopes_.back().registers[program_[n.target].index];
  lower_value_into(target, n.value);
}

void ThreadLowering::lower_node(const ast::Store& n) {
  const ExprId address = lower_address_before(n.place, std::span(&n.value, 1));
  const ExprId value = lower_value(n.value);
  emit(Store{address, value, mode_of(n.mode, n.place), scope_of(n.mode)});
}

void ThreadLowering::lower_node(const ast::Evaluate& n) {
  const auto* call = std::get_if<ast::Call>(&ast_[n.expression].node);
  if (call == nullptr) return lower_value_into(builder_.temporary(), n.expression);
  const std::vector<ExprId> arguments = lower_in_order(call->arguments);
  if (program_[n.expression].kind == NameKind::Intrinsic) {
    // An unused value may still be an error.
    emit(Assign{builder_.temporary(), intrinsic_value(n.expression, arguments)});
    return;
  }
  inline_call(program_[n.expression].index, arguments, RegisterId::none());
}

void ThreadLowering::lower_node(const ast::Fence& n) {
  emit(FenceInstruction{n.mode.is_absent() ? Mode::Sc : mode_named(n.mode.text), scope_of(n.mode)});
}

void ThreadLowering::lower_node(const ast::Lock& n) {
  const ExprId address = lower_address(n.place);
  const RegisterId seen = builder_.temporary();
  const ExprId is_free = folding_.binary(Operator::Equal, register_value(seen), constant(0));
  emit(AwaitExchange{seen, address, is_free, constant(1), Mode::Acq,
                     default_failure_mode(Mode::Acq)});
}

void ThreadLowering::lower_node(const ast::Unlock& /*n*/) {
  DROVER_UNREACHABLE("desugaring makes a store of it");
}

void ThreadLowering::lower_node(const ast::Assume& n) { emit(Assume{lower_value(n.condition)}); }

void ThreadLowering::lower_node(const ast::Assert& n) {
  const std::string text = on_one_line(context_.source.text(n.text));
  emit(Assert{lower_value(n.condition), n.message.value_or("assertion failed: " + text)});
}

void ThreadLowering::lower_node(const ast::Free& n) { emit(Deallocate{lower_value(n.pointer)}); }

void ThreadLowering::lower_node(const ast::MarkedCall& n) {
  const bool is_main = n.mark == ast::CallMark::Main;
  const Target end = builder_.make_target();
  if (const auto* cas = std::get_if<ast::CompareAndSwap>(&ast_[n.call].node)) {
    const CasOperands operands = lower_cas_operands(*cas);
    mark(is_main, "cas" + mode_suffix(*cas),
         {operands.address, operands.expected, operands.desired}, end);
    emit_cas(*cas, operands, builder_.temporary());
  } else {
    const auto& call = std::get<ast::Call>(ast_[n.call].node);
    const std::vector<ExprId> arguments = lower_in_order(call.arguments);
    mark(is_main, call.function.text, arguments, end);
    inline_call(program_[n.call].index, arguments, RegisterId::none());
  }
  builder_.place(end);
}

void ThreadLowering::mark(bool is_main, const std::string& function,
                          const std::vector<ExprId>& arguments, Target end) {
  count();
  if (has_failed_) return;
  builder_.call_marker({.is_main = is_main, .function = function, .arguments = arguments, .end = 0},
                       end, folding_.at);
}

void ThreadLowering::lower_node(const ast::If& n) {
  const Target then = builder_.make_target();
  const Target otherwise = builder_.make_target();
  const Target end = builder_.make_target();
  lower_condition(n.condition, then, n.otherwise.is_none() ? end : otherwise);
  builder_.place(then);
  lower_statement(n.then);
  if (!n.otherwise.is_none()) {
    jump(end);
    builder_.place(otherwise);
    lower_statement(n.otherwise);
  }
  builder_.place(end);
}

void ThreadLowering::lower_node(const ast::Labelled& n) {
  if (loop_of(n.body)) {
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

const ThreadLowering::Enclosing& ThreadLowering::enclosing(const ast::Identifier& label) const {
  const auto found = std::find_if(enclosing_.rbegin(), enclosing_.rend(), [&](const auto& each) {
    return label.is_absent() ? each.is_loop : each.label == label.text;
  });
  DROVER_CHECK(found != enclosing_.rend(), "the checker has seen what every jump is inside of");
  return *found;
}

void ThreadLowering::lower_node(const ast::Return& n) {
  const RegisterId result = scopes_.back().result;
  const Target end = scopes_.back().end;
  if (!n.value.is_none() && !result.is_none()) {
    lower_value_into(result, n.value);
  } else if (!n.value.is_none()) {
    // The value is dropped, but its side effects and faults are kept.
    const ExprId value = lower_value(n.value);
    if (touches(n.value) || may_fault(value)) saved(value);
  } else if (!result.is_none()) {
    emit(Assign{result, constant(0)});
  }
  jump(end);
}

std::optional<ThreadLowering::Loop> ThreadLowering::loop_of(ast::StmtId id) const {
  const ast::StatementNode& node = ast_[id].node;
  if (const auto* n = std::get_if<ast::While>(&node)) {
    return Loop{.form = Loop::Form::While, .condition = n->condition, .body = n->body};
  }
  if (const auto* n = std::get_if<ast::DoWhile>(&node)) {
    return Loop{.form = Loop::Form::DoWhile, .condition = n->condition, .body = n->body};
  }
  if (const auto* n = std::get_if<ast::For>(&node)) {
    return Loop{.form = Loop::Form::For,
                .start = n->start,
                .condition = n->condition,
                .body = n->body,
                .step = n->step};
  }
  return std::nullopt;
}

void ThreadLowering::lower_loop(ast::StmtId id, const Loop& loop) {
  const auto [place, is_new] =
      context_.loop_indices.try_emplace(id, static_cast<std::uint32_t>(context_.loops.size()));
  if (is_new) {
    constexpr std::array Words{"while", "do", "for"};
    context_.loops.push_back({folding_.at, Words[static_cast<std::size_t>(loop.form)]});
  }
  const std::uint32_t index = place->second;
  std::string label = std::exchange(next_label_, "");
  lower_statement(loop.start);
  const RegisterId counter = builder_.temporary();
  emit(LoopStart{index, counter});
  const Target exit = builder_.make_target();
  const Target next = builder_.make_target();
  const Target head = builder_.make_target();
  const Target body = builder_.make_target();
  enclosing_.push_back({.label = std::move(label), .exit = exit, .next = next});
  const bool is_next_first = loop.form == Loop::Form::While;
  const bool is_tested_last = loop.form == Loop::Form::DoWhile;
  if (is_next_first) builder_.place(next);
  builder_.place(head);
  const bool is_tested_first = !is_tested_last && !loop.condition.is_none();
  if (is_tested_first) lower_condition(loop.condition, body, exit);
  builder_.place(body);
  emit(LoopIteration{index, counter});
  lower_statement(loop.body);
  if (!is_next_first) builder_.place(next);
  if (is_tested_last) {
    lower_condition(loop.condition, head, exit);
  } else {
    lower_statement(loop.step);
    jump(head);
  }
  builder_.place(exit);
  enclosing_.pop_back();
}

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
