#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semantics/lower/c/c_context.h"
#include "semantics/lower/folding_expressions.h"
#include "semantics/program/thread_builder.h"

// Private to lowering.
namespace drover::lowering {

// Lowers statements to instructions, and inlines calls. Operands are evaluated from left to right,
// an assigned value before its place, as Clang does. Each memory access is an instruction with its
// result in a temporary; other expressions are evaluated where they are used. They are evaluated in
// order if an operand to the right changes a register, or accesses memory while they may fault.
//
// Registers hold the mathematical values; for unsigned 64-bit types, the bits.
//
// A short-lived worker. Its functions are in c_*.cpp, by what they lower.
class CThreadLowering {
 public:
  CThreadLowering(CContext& context, std::string name, SourceRange place);

  // Lowers `main`, or the function of a spawned thread.
  std::optional<Thread> run(std::uint32_t function, bool is_routine);

 private:
  using Target = ThreadBuilder::Target;
  using Nodes = std::span<const c::NodeId>;

  // The storage of a variable of a function.
  struct Slot {
    RegisterId reg;               // its value, or its address
    std::optional<ExprId> value;  // its value, which never changes
    bool is_in_memory = false;
  };
  // The loop or switch that a `break` or a `continue` leaves.
  struct Enclosing {
    Target exit;
    std::optional<Target> next;  // nothing: a switch
    std::size_t live = 0;        // size of Frame::live outside of it
  };
  // A function being inlined.
  struct Frame {
    std::uint32_t function = 0;
    std::vector<Slot> slots;
    RegisterId result;                   // none: unused
    std::optional<ExprId> result_place;  // for a record
    Target end;
    std::optional<SourceRange> place;  // place of the call, for functions of Drover's headers
    std::map<std::string, Target> labels;
    std::map<c::StatementId, Target> cases;
    std::vector<Enclosing> enclosing;
    std::vector<RegisterId> allocated;  // freed at the end
    std::vector<Live> live;             // actions for variables when their scopes are left
  };
  // An lvalue.
  struct Place {
    std::optional<RegisterId> reg;
    ExprId address;  // if not a register
    c::TypeId type;
  };

  // The order of an access: a mode, or an expression that is evaluated at run time.
  struct Ordered {
    Mode mode = Mode::Na;
    std::optional<ExprId> order = {};
    c::Builtin builtin = c::Builtin::None;  // the builtin with this order
    bool is_failure = false;                // the failure order of a compare-exchange

    Ordered(Mode known) : mode(known) {}  // NOLINT(google-explicit-constructor)
    Ordered(ExprId value, c::Builtin of, bool of_failure)
        : order(value), builtin(of), is_failure(of_failure) {}
  };

  // ---- Functions
  void enter_function(std::uint32_t function, std::span<const ExprId> arguments, SourceRange at);
  void leave_function(SourceRange at);
  void bind_parameter(std::uint32_t variable, ExprId value, SourceRange at);
  ExprId inline_call(std::uint32_t function, std::span<const ExprId> arguments, c::TypeId type,
                     std::optional<ExprId> record_place, SourceRange at);
  ExprId lower_call(c::NodeId id, std::optional<ExprId> record_place);
  ExprId call_through(const c::Node& node, ExprId pointer, std::span<const ExprId> arguments,
                      std::optional<ExprId> record_place);
  void cut_recursion(std::uint32_t function, SourceRange at);
  void call_all(const std::vector<std::uint32_t>& functions, std::uint32_t main, SourceRange at);
  [[nodiscard]] std::vector<ExprId> main_arguments(const c::Function& main, SourceRange at);
  void allocate_thread_locals(SourceRange at);
  void free_thread_locals(SourceRange at);
  void end_routine(SourceRange at);
  void end_main(std::uint32_t main, SourceRange at);
  // Inlines a function of Drover's headers, if the program uses it.
  void call_helper(std::string_view name, std::span<const ExprId> arguments, SourceRange at);
  std::vector<ExprId> lower_arguments(Nodes nodes, std::uint32_t function);

  // ---- Scopes
  void allocate(std::uint32_t variable, SourceRange at);
  // Returns the size of Frame::live outside.
  std::size_t enter_scope(std::uint32_t scope, SourceRange at);
  void leave_scope(std::size_t outside, SourceRange at);
  // Emits the actions for leaving scopes; the scopes stay open for the code that follows.
  void unwind(std::size_t outside, SourceRange at);
  // Emits the actions for a jump to a place with other live variables.
  void change_live(const std::vector<Live>& there, SourceRange at);

  // ---- Statements
  void lower(c::StatementId id);
  void lower_block(const c::Statement& statement);
  void lower_if(const c::Statement& statement);
  void lower_loop(c::StatementId id, const c::Statement& statement);
  void lower_switch(const c::Statement& statement);
  void collect_cases(c::StatementId id, std::vector<c::StatementId>& out) const;
  void lower_label(c::StatementId id, const c::Statement& statement);
  void lower_return(const c::Statement& statement);
  void declare(const c::Statement& statement);
  void initialise(const c::Statement& statement);
  void note_cleanup(const c::Statement& statement);
  Target label(const std::string& name);

  // ---- Expressions
  ExprId lower_value(c::NodeId id);
  ExprId lower_node(c::NodeId id, const c::Node& node, SourceRange at);
  ExprId lower_load(const c::Node& node, SourceRange at);
  // Lowers a value that becomes one of `type`: an allocation in it is for the target of `type`.
  ExprId lower_for(c::NodeId id, c::TypeId type);
  void lower_unused(c::NodeId id);
  void lower_condition(c::NodeId id, Target if_true, Target if_false);
  std::vector<ExprId> lower_in_order(Nodes nodes);
  ExprId lower_choice(c::NodeId id, const c::Node& node, SourceRange at);
  ExprId lower_assign(const c::Node& node, SourceRange at);
  ExprId lower_compound(const c::Node& node, SourceRange at);
  ExprId lower_step(const c::Node& node, SourceRange at);
  ExprId lower_update(const c::BuiltinUse& use, const Place& place, RmwOperator op, ExprId operand,
                      const Ordered& order, SourceRange at);
  // Sets the cell to `desired` of its value; returns the old value. Both are C values.
  ExprId lower_change(const Place& place, const std::function<ExprId(ExprId)>& desired,
                      const Ordered& order, SourceRange at);
  ExprId lower_statement_expression(const c::Node& node);
  // Returns the value of something that may be unwritten, with a check that reports this message.
  ExprId checked(ExprId value, std::string message, SourceRange at);
  ExprId read_register(const c::Node& reader, const c::Node& variable, ExprId value,
                       SourceRange at);
  ExprId result_of(const c::Node& call, ExprId value, bool may_be_missing, SourceRange at);
  Place lower_place(c::NodeId id);
  ExprId lower_address(c::NodeId lvalue);
  ExprId element_offset(const c::Node& node, SourceRange at, bool is_address);
  [[nodiscard]] bool ends_pointed_struct(c::NodeId array) const;
  void copy_record(ExprId to, c::NodeId from, c::TypeId type, SourceRange at);
  void copy_scalars(ExprId to, ExprId from, c::TypeId type, SourceRange at);

  // ---- Arithmetic
  ExprId convert(ExprId value, c::TypeId from, c::TypeId to, SourceRange at);
  ExprId wrap(ExprId value, c::TypeId to, SourceRange at);
  ExprId wrap_signed(ExprId value, unsigned bits, SourceRange at);
  ExprId arithmetic(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type,
                    SourceRange at);
  ExprId comparison(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type,
                    SourceRange at);
  ExprId quotient(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type, SourceRange at);
  ExprId shift(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type, SourceRange at);
  ExprId scaled(ExprId value, Value scale, SourceRange at);
  ExprId truth(ExprId value, SourceRange at);

  // ---- Builtins
  ExprId lower_builtin(c::NodeId id, const c::Node& node, SourceRange at);
  ExprId lower_other_call(const c::Node& call, SourceRange at);
  ExprId lower_atomic(const c::Node& node, SourceRange at);
  ExprId lower_ordered_access(const c::Node& node, SourceRange at);
  ExprId lower_between_places(const c::Node& node, SourceRange at);
  ExprId lower_compare_exchange(const c::Node& node, SourceRange at);
  void lower_spurious_failure(const Place& cell, ExprId expected, const Ordered& order,
                              RegisterId old, RegisterId success, Target done, SourceRange at);
  ExprId lower_spurious_wakeup(SourceRange at);
  void note_held(ExprId address, SourceRange at);
  ExprId note_released(ExprId address, SourceRange at);  // whether it was held
  ExprId lower_wait(const c::Node& node, SourceRange at);
  void lower_section(bool begins, SourceRange at);
  ExprId extreme(c::Extreme which, ExprId a, ExprId b, c::TypeId type, SourceRange at);
  ExprId lower_thread_call(const c::Node& node, SourceRange at);
  ExprId lower_create(const c::Node& node, SourceRange at);
  RegisterId handle_register();
  ExprId lower_memory_call(c::NodeId id, const c::Node& node, SourceRange at);
  // malloc, calloc, aligned_alloc
  ExprId lower_allocation(const c::Node& node, std::optional<c::TypeId> type, SourceRange at);
  ExprId lower_transfer(const c::Node& node, SourceRange at);  // memcpy, memmove, memset
  ExprId allocated_block(ExprId size, bool is_zeroed, std::optional<c::TypeId> type,
                         SourceRange at);
  void lower_free(ExprId address, SourceRange at);
  ExprId lower_reallocation(const c::Node& node, std::optional<c::TypeId> type, SourceRange at);
  void lower_unsupported(const std::string& what, SourceRange at);
  // Reports the copy of a union with partly overlapping members.
  void refuse_overlap(c::TypeId type, SourceRange at);
  // Check that a block is not larger than an object can be; that memcpy's blocks do not overlap.
  void check_size(ExprId size, SourceRange at);
  void check_apart(const c::Node& call, ExprId to, ExprId from, ExprId size, SourceRange at);
  void report_unsupported(const Thread& thread);
  ExprId lower_memory_comparison(const c::Node& node, SourceRange at);
  ExprId lower_first(ExprId a, ExprId b, c::TypeId scalar, SourceRange at);
  ExprId repeated_byte(ExprId byte, c::TypeId scalar, SourceRange at);
  void over_block(const c::Node& node, ExprId size, SourceRange at,
                  std::optional<ExprId> is_backward,
                  const std::function<void(ExprId, c::TypeId)>& act);
  // Returns the place that a pointer argument names: `&x` of a register is that register.
  Place out_place(c::NodeId pointer);
  Place pointed_place(c::NodeId pointer);
  ExprId given_at(c::NodeId pointer, const Place& place, SourceRange at);

  // ---- Accesses
  ExprId load(const Place& place, const Ordered& order, SourceRange at);
  void store(const Place& place, ExprId value, const Ordered& order, SourceRange at);
  // Stores the first value of a variable.
  void store_initial(const Place& place, ExprId value, SourceRange at);
  // Copies a scalar, which may be unwritten.
  void copy_cell(ExprId to, ExprId from, c::TypeId type, SourceRange at);
  // Conversions between a value of a type and its cell: a cell with signed and unsigned accesses
  // holds a signed value.
  [[nodiscard]] bool is_held_with_sign(c::TypeId type) const;
  ExprId to_cell(ExprId value, c::TypeId type, SourceRange at);
  ExprId from_cell(ExprId value, c::TypeId type, SourceRange at);
  // Returns the order of a call, or of its failure.
  Ordered order_of(const c::Node& call, bool is_failure, SourceRange at);
  void emit_ordered(const Ordered& order, const std::function<void(Mode)>& access, SourceRange at);
  ExprId access_address(const Place& place, SourceRange at);
  [[nodiscard]] Mode mode_of(c::TypeId type) const;

  // ---- Helpers
  ExprId constant(Value value, SourceRange at) { return folding_.constant(value, at); }
  ExprId value_of(RegisterId reg, SourceRange at) { return folding_.register_value(reg, at); }
  [[nodiscard]] std::optional<Value> known(ExprId id);
  // Saves the value in a temporary, unless it is constant.
  ExprId saved(ExprId value, SourceRange at);
  void emit(InstructionBody body, SourceRange at);
  void jump(Target target, SourceRange at);
  void branch(ExprId condition, Target if_true, Target if_false, SourceRange at);
  [[nodiscard]] SourceRange shown(SourceRange at) const;
  [[nodiscard]] const c::TypeTable& types() const { return context_.unit.types; }
  [[nodiscard]] const c::Node& node(c::NodeId id) const { return context_.unit[id]; }
  [[nodiscard]] Frame& frame() { return frames_.back(); }
  [[nodiscard]] const c::Function& function() const {
    return context_.unit.functions[frames_.back().function];
  }

  CContext& context_;
  ThreadBuilder builder_;
  FoldingExpressions folding_;
  std::vector<Frame> frames_;
  bool is_main_ = false;
  bool waits_plainly_ = false;  // in a loop where spurious wakeups have no effect
  bool ends_thread_ = false;    // the thread calls pthread_exit
  RegisterId thread_result_;
  std::optional<Target> thread_end_;  // after pthread_exit, or the thread's function
  std::optional<Target> exit_;        // after `exit`, or main
  std::optional<Target> finish_;
  RegisterId handle_;
  std::vector<RegisterId> held_;
  RegisterId holds_more_;
  RegisterId thread_locals_;
  c::TypeId allocated_type_;  // the target type of a converted malloc
  bool has_allocated_type_ = false;
};

[[nodiscard]] Mode mode_of_order(c::MemoryOrder order);

}  // namespace drover::lowering
