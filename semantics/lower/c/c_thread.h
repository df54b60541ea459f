#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/c/unit.h"
#include "semantics/lower/c/c_context.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/lower/folding_expressions.h"
#include "semantics/program/program.h"
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
    SourceRange called_at;
    std::optional<ExprId> arguments;  // the address of the arguments behind the parameters
    std::uint32_t call = 0;           // as in SourceRange
    SourceRange last_action = {};     // an access or call, outside of Drover's headers
    std::uint32_t actions = 0;        // number of places with one
    std::map<std::string, Target> labels;
    std::map<c::StatementId, Target> cases;
    std::vector<Enclosing> enclosing;
    std::vector<RegisterId> allocated;  // freed at the end
    // The last block of each `alloca`; 0: none yet. (A loop may have made others, which stay.)
    std::vector<RegisterId> blocks;
    std::vector<Live> live;  // actions for variables when their scopes are left
  };
  // The bits of a bit-field in its unit, and the type of its value.
  struct BitRange {
    Value begin = 0;
    Value width = 0;
    c::TypeId type;
  };
  // An lvalue.
  struct Place {
    std::optional<RegisterId> reg = {};
    ExprId address = {};  // if not a register
    c::TypeId type;       // of the cell
    std::optional<BitRange> bits = {};
    bool may_be_opaque = false;  // its bytes may be those of an opaque number
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
  // `at`: the place of the call; none for the function of a thread.
  Frame& add_frame(std::uint32_t function, SourceRange at = {});
  // Notes an access or a call of the function that runs.
  void note_action(SourceRange at);
  void enter_function(std::uint32_t function, std::span<const ExprId> arguments);
  void leave_function();
  void bind_parameter(std::uint32_t variable, ExprId value);
  ExprId inline_call(std::uint32_t function, std::span<const ExprId> arguments, c::TypeId type,
                     std::optional<ExprId> record_place);
  // Marks a call of an operation.
  void mark_begin(const c::Function& called, std::span<const ExprId> arguments);
  void mark_end(const c::Function& called, RegisterId result);
  ExprId lower_call(c::NodeId id, std::optional<ExprId> record_place);
  // For each function that fits and that the value `called`, which is in `pointer`, may be the
  // address of: emits a comparison with it, and the code that `act` lowers for it. A pointer to
  // none of them fails with `message`.
  void for_each_callee(c::NodeId called, ExprId pointer,
                       const std::function<bool(const c::Function&)>& fits,
                       const std::function<void(std::uint32_t)>& act, std::string message);
  ExprId call_through(const c::Node& node, ExprId pointer, std::span<const ExprId> arguments,
                      std::optional<ExprId> record_place);
  // Allocates the arguments behind the parameters, if the function reads them.
  void pass_arguments(const c::Node& call, std::uint32_t function, std::span<const ExprId> values);
  void cut_recursion(std::uint32_t function);
  void call_all(const std::vector<std::uint32_t>& functions, std::uint32_t main);
  [[nodiscard]] std::vector<ExprId> main_arguments(const c::Function& main);
  void allocate_thread_locals();
  void free_thread_locals();
  void end_routine();
  void end_main(std::uint32_t main);
  // True if a function of Drover's headers runs, or one that it calls.
  [[nodiscard]] bool is_in_header() const;
  [[nodiscard]] bool is_running(std::string_view function) const;
  // Inlines a function of Drover's headers, if the program uses it.
  void call_helper(std::string_view name, std::span<const ExprId> arguments);
  std::vector<ExprId> lower_arguments(Nodes nodes, std::uint32_t function);

  // ---- Scopes
  void allocate(std::uint32_t variable);
  void allocate_computed(std::uint32_t variable);  // an array of variable length
  // Returns the size of Frame::live outside.
  std::size_t enter_scope(std::uint32_t scope);
  void leave_scope(std::size_t outside);
  // Emits the actions for leaving scopes; the scopes stay open for the code that follows.
  void unwind(std::size_t outside);
  // Emits the actions for a jump to a place with other live variables.
  void change_live(const std::vector<Live>& there);

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
  ExprId lower_load(const c::Node& node);
  // Lowers a value that is then converted to `type`: memory that it allocates is for objects of the
  // target of `type`.
  ExprId lower_for(c::NodeId id, c::TypeId type);
  void lower_unused(c::NodeId id);
  void lower_condition(c::NodeId id, Target if_true, Target if_false);
  std::vector<ExprId> lower_in_order(Nodes nodes);
  // Notes two parts of an expression that C leaves unordered: their accesses are accesses_[begin] …
  // accesses_[middle - 1], and the later ones.
  void note_open_order(SourceRange whole, std::size_t begin, std::size_t middle);
  ExprId lower_choice(c::NodeId id, const c::Node& node);
  ExprId lower_record_assign(const c::Node& node);
  ExprId lower_assign(const c::Node& node);
  ExprId lower_compound(const c::Node& node);
  ExprId lower_step(const c::Node& node);
  ExprId lower_update(const c::BuiltinUse& use, const Place& place, RmwOperator op, ExprId operand,
                      const Ordered& order);
  // Sets the cell to `desired` of its value; returns the old value. Both are C values.
  ExprId lower_change(const Place& place, const std::function<ExprId(ExprId)>& desired,
                      const Ordered& order);
  ExprId lower_statement_expression(const c::Node& node);
  // Returns the value of something that may be unwritten, with a check that reports this message.
  ExprId checked(ExprId value, std::string message);
  ExprId read_register(const c::Node& reader, const c::Node& variable, ExprId value);
  ExprId result_of(const c::Node& call, ExprId value, bool may_be_missing);
  Place lower_place(c::NodeId id);
  ExprId lower_address(c::NodeId lvalue);
  ExprId element_offset(const c::Node& node, bool is_address);
  [[nodiscard]] bool ends_pointed_struct(c::NodeId array) const;
  void copy_record(ExprId to, c::NodeId from, c::TypeId type);
  void copy_scalars(ExprId to, ExprId from, c::TypeId type);

  // ---- Arithmetic
  // The second operand is an expression or a number.
  ExprId sum(ExprId a, auto b) { return folding_.binary(Operator::Add, a, b); }
  ExprId difference(ExprId a, auto b) { return folding_.binary(Operator::Subtract, a, b); }
  ExprId is_equal(ExprId a, auto b) { return folding_.binary(Operator::Equal, a, b); }
  ExprId is_less(ExprId a, auto b) { return folding_.binary(Operator::Less, a, b); }
  ExprId both(ExprId a, ExprId b) { return folding_.binary(Operator::And, a, b); }
  ExprId convert(ExprId value, c::TypeId from, c::TypeId to);
  ExprId wrap(ExprId value, c::TypeId to);
  ExprId wrap_signed(ExprId value, unsigned bits);
  ExprId arithmetic(Operator op, ExprId left, ExprId right, c::TypeId type);
  ExprId comparison(Operator op, ExprId left, ExprId right, c::TypeId type);
  ExprId quotient(Operator op, ExprId left, ExprId right, c::TypeId type);
  ExprId shift(Operator op, ExprId left, ExprId right, c::TypeId type);
  ExprId scaled(ExprId value, Value scale);
  ExprId truth(ExprId value);
  ExprId sign_flipped(ExprId value);
  // Compares as unsigned numbers of 64 bits.
  ExprId is_below(ExprId a, ExprId b);
  // Shifts zeros into 64 bits.
  ExprId shifted_down(ExprId value, Value distance);
  ExprId set_bits(ExprId value);
  ExprId reversed_bytes(ExprId value, std::uint32_t bytes);
  ExprId bit_function(const c::Node& call);
  ExprId rotated(const c::Node& call);
  // The exact result of an operation on integers: 128 bits in two's complement.
  struct Wide {
    ExprId high, low;
  };
  Wide wide(ExprId value, c::TypeId type);
  Wide exact(c::Builtin operation, Wide a, Wide b);
  ExprId lower_overflow(const c::Node& call);

  // ---- Builtins
  ExprId lower_builtin(const c::Node& node);
  ExprId lower_choice_of_number(const c::Node& call);
  ExprId lower_other_call(const c::Node& call);
  ExprId lower_atomic(const c::Node& node);
  ExprId lower_ordered_access(const c::Node& node);
  ExprId lower_between_places(const c::Node& node);
  ExprId lower_compare_exchange(const c::Node& node);
  void lower_spurious_failure(const Place& cell, ExprId expected, const Ordered& order,
                              RegisterId old, RegisterId success, Target done);
  ExprId lower_spurious_wakeup();
  ExprId chosen_once();
  void note_held(ExprId address);
  ExprId note_released(ExprId address);  // whether it was held
  ExprId lower_wait(const c::Node& node);
  void lower_section(bool begins);
  ExprId extreme(c::Extreme which, ExprId a, ExprId b, c::TypeId type);
  ExprId lower_thread_call(const c::Node& node);
  ExprId lower_create(const c::Node& node);
  RegisterId handle_register();
  ExprId lower_memory_call(const c::Node& node);

  // ---- Texts in memory
  // The arguments of a format: values, or the address of those behind the parameters.
  struct TextArguments {
    std::vector<ExprId> values = {};
    std::vector<c::TypeId> types = {};
    std::optional<ExprId> list = {};
  };
  ExprId lower_text(const c::Node& call);
  std::optional<ExprId> write_text(const c::Node& call, ExprId to, ExprId size,
                                   const std::string& text, const TextArguments& arguments);
  [[nodiscard]] std::optional<std::string> text_at(ExprId address) const;
  // malloc, calloc, aligned_alloc
  ExprId lower_allocation(const c::Node& node, std::optional<c::TypeId> type);
  ExprId lower_transfer(const c::Node& node);  // memcpy, memmove, memset
  ExprId allocated_block(ExprId size, bool is_zeroed, std::optional<c::TypeId> type);
  void lower_free(ExprId address);
  ExprId lower_reallocation(const c::Node& node, std::optional<c::TypeId> type);
  void lower_unsupported(const std::string& what, const std::string& hint);
  void lower_unsupported(const std::string& what);
  void lower_refusal(std::uint32_t refusal);
  void refuse_if_reached(DiagnosticKind kind, const std::string& text, const std::string& hint);
  [[nodiscard]] std::vector<DiagnosticNote> calls_here() const;
  // Reports the copy of a union with partly overlapping members.
  void refuse_overlap(c::TypeId type);
  // Check that a block is not larger than an object can be; that memcpy's blocks do not overlap.
  void check_size(ExprId size);
  void check_apart(const c::Node& call, ExprId to, ExprId from, ExprId size);
  void report_unsupported(const Thread& thread);
  ExprId lower_memory_comparison(const c::Node& node);
  ExprId lower_first(ExprId a, ExprId b, c::TypeId scalar);
  ExprId repeated_byte(ExprId byte, c::TypeId scalar);
  void over_block(const c::Node& node, ExprId size, std::optional<ExprId> is_backward,
                  const std::function<void(ExprId, c::TypeId)>& act);
  // Returns the place that a pointer argument names: `&x` of a register is that register.
  Place out_place(c::NodeId pointer);
  Place pointed_place(c::NodeId pointer);
  ExprId given_at(c::NodeId pointer, const Place& place);

  // ---- Accesses
  ExprId load(const Place& place, const Ordered& order);
  void store(const Place& place, ExprId value, const Ordered& order);
  // Stores the first value of a variable.
  void store_initial(const Place& place, ExprId value);
  // Load, store or copy a scalar, which may be unwritten.
  RegisterId load_cell(ExprId address, c::TypeId type);
  void store_cell(ExprId address, RegisterId value, c::TypeId type);
  void copy_cell(ExprId to, ExprId from, c::TypeId type);
  void store_bits(const Place& place, ExprId value);
  void refuse_undefined(const c::Global& global);
  ExprId narrowed(ExprId value, const BitRange& bits);
  ExprId checked_number(ExprId value);  // reports the bytes of an opaque number
  // Conversions between a value of a type and its cell: a cell with signed and unsigned accesses
  // holds a signed value.
  [[nodiscard]] bool is_held_with_sign(c::TypeId type) const;
  ExprId to_cell(ExprId value, c::TypeId type);
  ExprId from_cell(ExprId value, c::TypeId type);
  // Returns the order of a call, or of its failure.
  Ordered order_of(const c::Node& call, bool is_failure);
  void emit_ordered(const Ordered& order, const std::function<void(Mode)>& access);
  ExprId access_address(const Place& place);
  [[nodiscard]] AccessSite site_of(const Place& place, Mode mode) const;
  // The access to a cell: a value as the cell holds it.
  Load load_of(RegisterId target, const Place& place, Mode mode);
  Store store_of(const Place& place, ExprId value, Mode mode);
  [[nodiscard]] Mode mode_of(c::TypeId type) const;

  // ---- Helpers
  // Emits what `act` lowers, for the case that a condition holds, or does not hold.
  void when(ExprId condition, const std::function<void()>& act);
  void unless(ExprId condition, const std::function<void()>& act);
  void if_else(c::NodeId condition, const std::function<void()>& then,
               const std::function<void()>& otherwise);
  // Emits an instruction with its result in a temporary.
  template <typename Instruction>
  ExprId in_temporary(Instruction instruction) {
    const RegisterId target = builder_.temporary();
    instruction.target = target;
    emit(std::move(instruction));
    return value_of(target);
  }
  ExprId constant(Value value) { return folding_.constant(value); }
  ExprId value_of(RegisterId reg) { return folding_.register_value(reg); }
  [[nodiscard]] std::optional<Value> known(ExprId id) const { return folding_.known(id); }
  // Saves the value in a temporary, unless it is constant.
  ExprId saved(ExprId value);
  // As saved, at the place of `of`.
  ExprId saved_at(c::NodeId of, ExprId value);
  void emit(InstructionBody body);
  void jump(Target target);
  void branch(ExprId condition, Target if_true, Target if_false);
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
  std::vector<SourceRange> accesses_;  // the places of all accesses emitted so far
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
  std::optional<ExprId> passed_arguments_;  // Frame::arguments of the next call
  c::TypeId allocated_type_;                // the target type of a converted malloc
  bool has_allocated_type_ = false;
};

[[nodiscard]] Mode mode_of_order(c::MemoryOrder order);

// True if an access of this size at a known address is to one cell.
using IsCell = std::function<bool(Value address, std::uint32_t size)>;

// Simplifies a whole thread, since lowering looks at one piece of C at a time: propagates known
// values (a constant argument of an inlined function), and removes decided branches, unreachable
// code, copies that are used once, and jumps to jumps. Memory accesses, faults and their places,
// and loops stay the same, except that a load both before a loop and at its end,
//
//   r := x; while (r != 0) { r := x; }
//
// becomes one load at the loop's start. Passes can then see that the loop waits. Pairs of such
// loads (the first is removed, the second stays) go to `merged`, which may be null.
void tidy(Thread& thread, const IsCell& is_cell, MergedLoads* merged);

// Makes registers of local variables whose addresses the thread only uses to access them, as it
// does in called functions that are inlined: Lemma 50 (docs/proofs.md).
void move_private_memory_to_registers(Thread& thread, std::span<const StructLayout> layouts);

}  // namespace drover::lowering
