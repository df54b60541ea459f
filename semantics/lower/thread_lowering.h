#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "semantics/lower/folding_expressions.h"
#include "semantics/program/program.h"
#include "semantics/program/thread_builder.h"

// Private to lowering: the lowering of one thread, or of one spawned function.
namespace drover::lowering {

// State shared by the threads of a program during lowering. Holds references.
struct LoweringContext {
  const CheckedProgram& program;  // desugared
  const SourceBuffer& source;
  DiagnosticSink& sink;
  std::vector<LoopInfo>& loops;
  std::vector<StructLayout>& structs;
  std::map<ast::StmtId, std::uint32_t> loop_indices;  // one entry of `loops` per source loop
  std::vector<std::uint8_t> touches;  // by ExprId: true if evaluation needs instructions
  std::size_t max_size = 0;
  std::size_t size = 0;                      // number of instructions so far, and inlined calls
  std::vector<std::uint32_t> routines = {};  // spawned functions, in order of mention
  std::optional<std::int32_t> unwritten_layout = {};

  // Returns the layout of cells without an initial value; creates it on first use.
  std::int32_t unwritten_cells();
};

// Lowers one thread. Nothing, and a diagnostic, if a limit is exceeded.
[[nodiscard]] std::optional<Thread> lower_thread(LoweringContext& context,
                                                 const ThreadInfo& thread);

// Lowers a function as the code of a spawned thread.
[[nodiscard]] std::optional<Thread> lower_routine(LoweringContext& context, std::uint32_t function);

// Returns the mode of that name; the checker has rejected all other names.
[[nodiscard]] Mode mode_named(std::string_view name);

// A worker: holds references. Statements, calls and loops are in thread_lowering.cpp, values and
// conditions in lower_values.cpp, places and accesses to memory in lower_accesses.cpp.
class ThreadLowering {
 public:
  ThreadLowering(LoweringContext& context, const ThreadInfo& thread);

  // Lowers the thread; or a function, as the code of a spawned thread.
  std::optional<Thread> run(const FunctionInfo* routine = nullptr);

 private:
  using Target = ThreadBuilder::Target;

  // The registers of the thread, or of an inlined call.
  struct Scope {
    std::vector<RegisterId> registers;
    RegisterId result;  // none: the returned value is unused
    Target end;
  };
  // The target of a break: a loop, or a labelled block.
  struct Enclosing {
    std::string label;
    Target exit, next;
    bool is_loop = true;
  };

  // Returns the range of the closing brace.
  SourceRange end_of(const SourceRange& range) const;

  // ---- Limits

  void fail(DiagnosticKind kind, std::initializer_list<std::string> arguments);
  void count();
  // Enters one nesting level; false if it is too deep.
  bool enter();

  void emit(InstructionBody body);
  void jump(Target target);
  void branch(ExprId condition, Target if_true, Target if_false);

  // ---- Pure expressions

  ExprId constant(Value value) { return folding_.constant(value); }
  ExprId register_value(RegisterId reg) { return folding_.register_value(reg); }
  bool may_fault(ExprId id) const { return folding_.may_fault(id); }

  // Evaluates now, into a temporary.
  ExprId saved(ExprId id);
  // As saved, at the place of `of`.
  ExprId saved_at(ast::ExprId of, ExprId id);

  // ---- Values

  bool touches(ast::ExprId id) const { return context_.touches[id.value] != 0; }

  // Emits instructions for memory accesses, and returns an expression for the result.
  ExprId lower_value(ast::ExprId id);

  // As lower_value, with the result in `target`.
  void lower_value_into(RegisterId target, ast::ExprId id);

  // Emits an instruction with its result in a temporary.
  template <typename Instruction>
  ExprId result_of(Instruction instruction) {
    const RegisterId target = builder_.temporary();
    instruction.target = target;
    emit(std::move(instruction));
    return register_value(target);
  }
  ExprId lower_name(ast::ExprId id);
  // A bare place remains only in the condition of an await, where it is the value read.
  ExprId awaited();
  ExprId lower_binary(const ast::Binary& n, ast::ExprId id);
  ExprId lower_conditional(const ast::Conditional& n);
  ExprId lower_call(const ast::Call& n, ast::ExprId id);
  ExprId intrinsic_value(ast::ExprId id, std::span<const ExprId> arguments);
  void emit_barrier();

  // Returns the value of one of two expressions, by branches. An absent one is 1 or 0: for `&&` and
  // `||` whose right side accesses memory.
  ExprId value_by_branches(ast::ExprId condition, ast::ExprId if_true = {},
                           ast::ExprId if_false = {});

  // Jumps to one of the two targets. Short-circuit operators become branches only if necessary.
  void lower_condition(ast::ExprId id, Target if_true, Target if_false);

  // ---- Several operands, from left to right

  std::pair<ExprId, ExprId> lower_pair(ast::ExprId left, ast::ExprId right);
  bool any_touches(std::span<const ast::ExprId> ids) const;
  std::vector<ExprId> lower_in_order(std::span<const ast::ExprId> ids);
  // Returns the address of a place that is used after `operands` have been evaluated.
  ExprId lower_address_before(ast::ExprId place, std::span<const ast::ExprId> operands);

  // ---- Places

  ExprId lower_address(ast::ExprId place);

  ExprId element_address(const ast::Index& n);

  // An access without a mode to a known non-atomic cell is `na`. Through a pointer, this is known
  // only at run time, and left to the automaton.
  Mode mode_of(const ast::ModeName& mode, ast::ExprId place) const;
  static Mode mode_or_plain(const ast::ModeName& mode);
  // The tag of the scope, if there is one.
  static TagSet scope_of(const ast::ModeName& mode);

  // ---- Instructions with a result

  void emit_load(const ast::Load& n, RegisterId target);
  void emit_rmw(const ast::ReadModifyWrite& n, RegisterId target);
  struct CasOperands {
    ExprId address, expected, desired;
  };
  CasOperands lower_cas_operands(const ast::CompareAndSwap& n);
  void emit_cas(const ast::CompareAndSwap& n, const CasOperands& operands, RegisterId target);
  // The suffix that distinguishes annotated compare-and-swaps by mode.
  static std::string mode_suffix(const ast::CompareAndSwap& n);
  void emit_await(const ast::Await& n, RegisterId target);
  void emit_await(const ast::AwaitExchange& n, RegisterId target);
  // Lowers an expression in which bare places are the value that an await reads into `seen`.
  ExprId lower_awaited(ast::ExprId id, RegisterId seen);
  // An await passes if its expressions fault on the value: this reports the fault.
  void show_fault(ExprId id);
  bool mentions(ast::ExprId root, RegisterId reg) const;
  // Returns the first place that an expression reads.
  ast::ExprId awaited_place(ast::ExprId id) const;
  void emit_spawn(const ast::Spawn& n, ast::ExprId id, RegisterId target);

  // ---- Calls

  // Inlines the body of a function, with its own registers. `result` may be none.
  void inline_call(std::uint32_t index, std::span<const ExprId> arguments, RegisterId result);
  bool ends_with_return(ast::StmtId block) const;
  // The begin and the end of a call of an operation.
  void mark_begin(const FunctionInfo& function, const Scope& scope);
  void mark_end(const FunctionInfo& function, RegisterId result);

  // ---- Statements

  void lower_statement(ast::StmtId id);

  void lower_node(const ast::Block& n);
  void lower_node(const ast::Assign& n);
  void lower_node(const ast::Store& n);
  void lower_node(const ast::Evaluate& n);
  void lower_node(const ast::Fence& n);
  void lower_node(const ast::Lock& n);
  void lower_node(const ast::Unlock& /*n*/);
  void lower_node(const ast::Assume& n);
  void lower_node(const ast::Assert& n);
  void lower_node(const ast::Error& /*n*/) { emit(Fail{"error reached"}); }
  void lower_node(const ast::Stop& /*n*/) { emit(BlockInstruction{}); }
  void lower_node(const ast::Free& n);

  void lower_node(const ast::MarkedCall& n);
  void mark(bool is_main, const std::string& function, const std::vector<ExprId>& arguments,
            Target end);

  void lower_node(const ast::If& n);
  void lower_node(const ast::Labelled& n);
  void lower_node(const ast::Break& n) { jump(enclosing(n.label).exit); }
  void lower_node(const ast::Continue& n) { jump(enclosing(n.label).next); }
  const Enclosing& enclosing(const ast::Identifier& label) const;
  void lower_node(const ast::Return& n);

  // ---- Loops

  struct Loop {
    enum class Form : std::uint8_t { While, DoWhile, For };
    Form form = Form::While;
    ast::StmtId start = {};
    ast::ExprId condition = {};
    ast::StmtId body = {};
    ast::StmtId step = {};
  };
  std::optional<Loop> loop_of(ast::StmtId id) const;
  void lower_loop(ast::StmtId id, const Loop& loop);
  void lower_node(const ast::While& /*n*/) {}
  void lower_node(const ast::DoWhile& /*n*/) {}
  void lower_node(const ast::For& /*n*/) {}

  LoweringContext& context_;
  const CheckedProgram& program_;
  const Ast& ast_;
  const ThreadInfo& thread_;
  ThreadBuilder builder_;
  FoldingExpressions folding_;
  std::vector<Scope> scopes_;
  std::vector<Enclosing> enclosing_;
  std::string next_label_;       // label of the next loop
  RegisterId awaited_register_;  // inside the condition of an await
  std::size_t depth_ = 0;
  bool has_failed_ = false;
};

}  // namespace drover::lowering
