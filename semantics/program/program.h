#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "semantics/program/access_part.h"
#include "semantics/program/code_places.h"
#include "semantics/program/expression.h"
#include "semantics/program/mode.h"
#include "semantics/program/tag.h"
#include "semantics/program/thread_role.h"
#include "semantics/program/topology.h"
#include "semantics/program/value.h"
#include "support/object_kind.h"
#include "support/rmw_operator.h"
#include "support/source_range.h"
#include "support/strong_id.h"

namespace drover {

// The bits of a value that are observed. Addresses are unchanged. The number is that of the bits,
// negative if they have no sign.
enum class ValueView : std::int8_t {
  Whole = 0,
  Signed8 = 8,
  Unsigned8 = -8,
  Signed16 = 16,
  Unsigned16 = -16,
  Signed32 = 32,
  Unsigned32 = -32,
  Unsigned64 = -64  // like Whole, but printed without a sign
};
// `bits`: 8, 16, 32 or 64.
constexpr ValueView view_of(unsigned bits, bool is_unsigned) {
  if (is_unsigned) return static_cast<ValueView>(-static_cast<int>(bits));
  return bits == 64 ? ValueView::Whole : static_cast<ValueView>(bits);
}
constexpr bool is_unsigned(ValueView view) { return static_cast<int>(view) < 0; }
[[nodiscard]] Value viewed(ValueView view, Value value);

// ---- Instructions -------------------------------------------------------------
// A thread's code is a vector of instructions; targets are indices into it. All expressions are
// over registers: only access instructions touch memory.
//
// Equal instructions (of threads with the same expressions) have the same effect.
//
// `bytes` is the size of an access of a machine's instruction; 0: the access is to one cell.
//
// An instruction lists its expressions in `operands`, an address first. Expressions over the value
// that it reads, which its target holds in them, are in `after_read`. operands.h visits both.

enum class CasResult : std::uint8_t { Success, OldValue };
using InstructionIndex = std::uint32_t;

struct Assign {
  RegisterId target;
  ExprId value;
  // The expression that selected this value, if a machine picks one of several: readers of the
  // target depend on it, but less than on the value (the pick dependencies of AArch64).
  std::optional<ExprId> picked_by = {};
  // Readers of the target also depend on so many events directly before this instruction.
  std::uint8_t from_events = 0;

  bool operator==(const Assign&) const = default;
  static auto operands(auto& i) { return std::tie(i.value, i.picked_by); }
};
// For C: the code of an access, which is the same when passes have moved it. Number 0: an access
// that cannot be cut (passes/cut_cells.h).
struct AccessSite {
  std::uint32_t number = 0;
  std::uint32_t begin = 0;  // the first byte of a part in its access
  bool is_part = false;
  bool is_atomic = false;
  bool has_sign = false;  // the cell holds a number with a sign

  // Does not affect the behaviour.
  bool operator==(const AccessSite& /*other*/) const { return true; }
};
struct Load {
  RegisterId target;
  ExprId address;
  Mode mode = Mode::Plain;
  TagSet tags = {};
  // For C, part of a copy: an unwritten value is copied without an error.
  bool may_read_nothing = false;
  std::uint8_t bytes = 0;
  AccessPart part = {};
  std::uint16_t alias = 0;  // Label::alias
  AccessSite site = {};

  bool operator==(const Load&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
};
struct Store {
  ExprId address;
  ExprId value;
  Mode mode = Mode::Plain;
  TagSet tags = {};
  std::optional<ExprId> picked_by = {};  // as in Assign: decides whether there is a store
  bool is_initial = false;               // for C: gives a variable its first value
  std::uint8_t bytes = 0;
  AccessPart part = {};
  std::uint16_t alias = 0;  // Label::alias
  AccessSite site = {};

  bool operator==(const Store&) const = default;
  static auto operands(auto& i) { return std::tie(i.address, i.value, i.picked_by); }
};
// Two: models see a read and a write. Fused: one event that is both.
enum class Halves : std::uint8_t { Two, Fused };

// target := old value; the cell becomes `op(old, operand)`, or `desired`, an expression over the
// old value (which `target` holds in it). Always succeeds.
struct ReadModifyWrite {
  RegisterId target;
  RmwOperator op = RmwOperator::Exchange;
  ExprId address;
  ExprId operand;
  Mode mode = Mode::Plain;
  TagSet read_tags = {};
  TagSet write_tags = {};
  Halves halves = Halves::Two;
  std::optional<ExprId> desired = {};
  ValueView view = ValueView::Whole;     // the bits of op(old, operand) that the cell holds
  std::optional<ExprId> picked_by = {};  // as in Store
  std::uint8_t bytes = 0;
  std::uint16_t alias = 0;  // Label::alias
  AccessSite site = {};

  bool operator==(const ReadModifyWrite&) const = default;
  static auto operands(auto& i) { return std::tie(i.address, i.operand, i.picked_by); }
  static auto after_read(auto& i) { return std::tie(i.desired); }
};
struct CompareAndSwap {
  RegisterId target;
  CasResult result = CasResult::Success;
  ExprId address;
  ExprId expected;
  ExprId desired;
  Mode mode = Mode::Plain;
  Mode failure_mode = Mode::Plain;
  TagSet read_tags = {};
  TagSet write_tags = {};
  TagSet failure_tags = {};
  // On success the result is taken from `expected`: the value read only selected it. Some machines
  // may do so (pick dependencies of AArch64).
  bool picks_result = false;
  std::uint8_t bytes = 0;
  AccessSite site = {};

  bool operator==(const CompareAndSwap&) const = default;
  static auto operands(auto& i) { return std::tie(i.address, i.expected, i.desired); }
};
// Waits until `condition` holds with `target` as the value read. Faults like AwaitExchange.
struct Await {
  RegisterId target;
  ExprId address;
  ExprId condition;
  Mode mode = Mode::Plain;
  bool is_assumed = false;  // written as an assume: waiting forever is not a deadlock
  std::optional<std::uint32_t> spin_loop = {};  // as in Assume
  TagSet tags = {};
  AccessSite site = {};

  bool operator==(const Await&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
  static auto after_read(auto& i) { return std::tie(i.condition); }
};
// Waits until `condition` holds with `target` as the value read, and in the same step writes
// `desired`, which may use the value too: lock(m), xchgawait.
//
// If `condition` or `desired` faults on the value read, nothing is written and the thread
// continues: the next instruction (see lowering) evaluates them again, and reports the fault.
struct AwaitExchange {
  RegisterId target;
  ExprId address;
  ExprId condition;
  ExprId desired;
  Mode mode = Mode::Plain;
  Mode failure_mode = Mode::Plain;
  bool is_assumed = false;
  std::optional<std::uint32_t> spin_loop = {};
  TagSet read_tags = {};
  TagSet write_tags = {};
  AccessSite site = {};

  bool operator==(const AwaitExchange&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
  static auto after_read(auto& i) { return std::tie(i.condition, i.desired); }
};
struct FenceInstruction {
  Mode mode = Mode::Sc;
  TagSet tags = {};
  std::optional<ExprId> address = {};  // of its one location, if any

  bool operator==(const FenceInstruction&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
};
struct Jump {
  InstructionIndex target = 0;

  bool operator==(const Jump&) const = default;
};
// The instructions that depend on the condition of a branch.
enum class Flow : std::uint8_t {
  Onward,  // all later instructions
  Scoped,  // all up to the matching ControlEnd
  Silent   // none: the machine decides without the read values
};
struct Branch {
  ExprId condition;
  InstructionIndex if_true = 0;
  InstructionIndex if_false = 0;
  Flow flow = Flow::Onward;

  bool operator==(const Branch&) const = default;
  static auto operands(auto& i) { return std::tie(i.condition); }
};
struct Assume {
  ExprId condition;
  // The loop in Program::loops whose pure iterations it stops; none: an assume of the source.
  std::optional<std::uint32_t> spin_loop = {};
  // The iteration does not depend on what it reads: no write ends the loop.
  bool is_endless = false;

  bool operator==(const Assume&) const = default;
  static auto operands(auto& i) { return std::tie(i.condition); }
};
struct Assert {
  ExprId condition;
  std::string message;  // shown on failure

  bool operator==(const Assert&) const = default;
  static auto operands(auto& i) { return std::tie(i.condition); }
};
struct Fail {
  std::string message;
  ErrorKind kind = ErrorKind::Assertion;

  bool operator==(const Fail&) const = default;
};
struct BlockInstruction {
  // The execution does not count, rather than being stuck: its behaviour so far is impossible.
  bool is_dropped = false;

  bool operator==(const BlockInstruction&) const = default;
};
// target := address of `size` fresh cells, all 0, or without a value (StructLayout::is_unwritten).
struct Allocate {
  RegisterId target;
  ExprId size;
  std::int32_t struct_index = -1;  // Program::structs, or -1

  bool operator==(const Allocate&) const = default;
  static auto operands(auto& i) { return std::tie(i.size); }
};
struct Deallocate {
  ExprId address;

  bool operator==(const Deallocate&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
};
// main f(…) or help f(…): precedes the inlined body, which ends before `end`.
struct CallMarker {
  bool is_main = true;
  std::string function;
  std::vector<ExprId> arguments;
  InstructionIndex end = 0;

  bool operator==(const CallMarker&) const = default;
  static auto operands(auto& i) { return std::tie(i.arguments); }
};
// The begin or the end of a call of an operation of an object (Program::specified). Not an access.
struct OperationMark {
  bool is_begin = true;
  std::string operation;
  std::vector<ExprId> values;  // the arguments; at the end the result, if there is one

  bool operator==(const OperationMark&) const = default;
  static auto operands(auto& i) { return std::tie(i.values); }
};
// Before the first iteration of Program::loops[loop]: its counter becomes 0.
struct LoopStart {
  std::uint32_t loop = 0;
  RegisterId counter;

  // The source loop does not affect the behaviour.
  bool operator==(const LoopStart& other) const { return counter == other.counter; }
};
// At the start of each iteration: counts it, and cuts the thread beyond the bound.
struct LoopIteration {
  std::uint32_t loop = 0;
  RegisterId counter;

  bool operator==(const LoopIteration& other) const { return counter == other.counter; }
};
// Ends the innermost open branch of Flow::Scoped.
struct ControlEnd {
  bool operator==(const ControlEnd&) const = default;
};
enum class ChoiceOf : std::uint8_t {
  Number,
  Order,   // of accesses that the language leaves unordered: executions that differ only in it are
           // one
  Barrier  // BarrierWay: whether the thread passes the control barrier `barrier`
};
// target := any of 0 … count - 1.
struct Choose {
  RegisterId target;
  std::uint32_t count = 2;
  ChoiceOf what = ChoiceOf::Number;
  std::uint32_t barrier = 0;            // Barrier: index in Topology::barriers
  std::optional<ExprId> resource = {};  // Barrier: which of several barriers

  bool operator==(const Choose&) const = default;
  static auto operands(auto& i) { return std::tie(i.resource); }
};
// target := a new thread that runs Program::routines[routine] with these arguments. The thread
// starts here: everything before the spawn happens before it.
struct Spawn {
  RegisterId target;
  std::uint32_t routine = 0;
  std::vector<ExprId> arguments;  // one per parameter of the routine

  bool operator==(const Spawn&) const = default;
  static auto operands(auto& i) { return std::tie(i.arguments); }
};
// Waits until the thread `thread` has finished; all of its events happen before what follows.
// target := the value of its Thread::result.
struct Join {
  RegisterId target;
  ExprId thread;

  bool operator==(const Join&) const = default;
  static auto operands(auto& i) { return std::tie(i.thread); }
};
// target := the current thread as a value: the result of its spawn. Or, as an identity, an address
// that no other thread has (address::of_identity): code that only stores and compares it does not
// distinguish threads.
struct Self {
  RegisterId target;
  bool is_identity = false;

  bool operator==(const Self&) const = default;
};
struct Finish {
  bool operator==(const Finish&) const = default;
};

using InstructionBody =
    std::variant<Assign, Load, Store, ReadModifyWrite, CompareAndSwap, Await, AwaitExchange,
                 FenceInstruction, Jump, Branch, Assume, Assert, Fail, BlockInstruction, Allocate,
                 Deallocate, CallMarker, OperationMark, LoopStart, LoopIteration, ControlEnd,
                 Choose, Spawn, Join, Self, Finish>;

struct Instruction {
  InstructionBody body;
  SourceRange source;
};

// ---- Programs -------------------------------------------------------------------

struct RegisterInfo {
  std::string name;         // empty for a temporary
  bool is_visible = false;  // in the thread's own text: conditions may name it
};

// The spawn that starts a thread.
struct SpawnOrigin {
  ThreadId parent;
  std::uint32_t serial = 0;   // index among the parent's spawns, from 0
  std::uint32_t routine = 0;  // Program::routines

  auto operator<=>(const SpawnOrigin&) const = default;
};

struct Thread {
  std::string name;
  ThreadRole role = ThreadRole::Worker;
  std::uint32_t parameter_count = 0;       // the first registers: a spawn sets them
  std::optional<RegisterId> result = {};   // a join gets its last value; none: 0
  std::optional<SpawnOrigin> origin = {};  // none: exists from the beginning
  std::vector<RegisterInfo> registers;
  ExpressionPool expressions;
  std::vector<Instruction> code;  // ends with Finish
  SourceRange source;
};

// The bytes of a number that a variable of C begins with.
struct InitialBytes {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
  bool can_be_cut = false;
};

// A shared variable or array. Its address is address::of_object(index in Program::objects).
struct SharedObject {
  std::string name;
  bool is_array = false;
  bool is_non_atomic = false;
  std::vector<Value> initial;  // one value per cell
  bool is_observed = false;    // the conditions of a litmus test name it, or its locations
  TagSet initial_tags = {};    // of its initial writes
  // For tests of machines: the addresses from this cell on are locations, too, without an initial
  // value; 0: they are not.
  std::uint32_t open_from = 0;
  // For tests of machines, whose addresses count bytes: the size of an element; 0: each cell is
  // one.
  std::uint32_t element_bytes = 0;
  std::vector<std::uint32_t> cuts = {};  // likewise: where cells begin inside elements
  std::int32_t layout = -1;  // for C: Program::structs, one value per byte; -1: one per cell
  std::vector<InitialBytes> written = {};  // for C: of the values other than 0
  bool is_function = false;                // for C: the address of a function, without cells
  bool is_read_only = false;               // for C: writing it is an error
  SourceRange source;
};

struct StructField {
  std::string name;
  bool is_non_atomic = false;
  std::uint32_t offset = 0;  // for layouts in bytes
  std::uint32_t size = 0;    // for layouts in bytes

  // For C: an array behind the struct, `name[]`, with elements of this size from this offset on.
  // The fields after it are those of an element.
  [[nodiscard]] bool is_flexible_array() const { return name.ends_with("[]"); }
};
struct StructLayout {
  std::string name;
  std::vector<StructField> fields;  // without a stride, a field's offset is its index
  // For C: cells are addressed by their first byte, and the fields repeat every `stride` bytes; 0:
  // for the core language.
  std::uint32_t stride = 0;
  bool is_unwritten = false;  // cells have no initial value: reading one is an error
  std::uint32_t hidden = 0;   // number of first bytes that do not belong to the program
  bool is_open = false;       // the first access determines each cell
  bool is_owned = false;      // must be freed: memory from `malloc` and the like
  bool is_read_only = false;  // for C: writing it is an error, except by Store::is_initial
};

struct LoopInfo {
  SourceRange source;
  std::string text;  // "while", "do", "for"
  // For C, a recursive call instead of a loop: the depth at which it is cut.
  std::uint32_t recursion_depth = 0;
  bool is_limited_by_code = false;  // a deeper recursion would give too much code
};

// A cell that holds some bits of a value.
struct ObservedPart {
  Value address = 0;
  std::uint8_t shift = 0;  // the number of its lowest bit in the value
};

// A register of a thread, or a cell of a shared object, that conditions mention.
struct Observable {
  std::string name;  // as in reports: "reader:r", "x", "a[1]"
  bool is_register = false;
  ThreadId thread;    // registers
  RegisterId reg;     // registers
  Value address = 0;  // cells
  ValueView view = ValueView::Whole;
  std::vector<ObservedPart> parts = {};  // several cells instead of one
};

enum class ConditionKind : std::uint8_t { Exists, Forbid, Forall };

struct Condition {
  ConditionKind kind = ConditionKind::Exists;
  ExprId expression;  // in Program::condition_expressions, over Observed nodes
  std::string text;   // as written
  SourceRange source;
  bool is_required = false;  // `require exists`: an error if it is not reached
};

// Behaviours of C that the standard allows and this program has less often or never. Only those
// relevant to its text.
enum class Assumption : std::uint8_t {
  NeverFailsSpuriously,  // a weak compare-exchange
  FailsSpuriouslyOnce,   // each compare-exchange, once per thread
  NeverWakesSpuriously,  // a wait at a condition variable
  WakesSpuriouslyOnce,   // each wait, once per thread
  AllocationsSucceed,    // malloc and the like never return null
  ThreadsStart,          // creating a thread never fails
  ConsumeAcquires        // memory_order_consume
};

// Two parts of a C expression that the standard leaves unordered, and that both access memory. The
// code has the accesses of the first part first.
struct OpenOrder {
  SourceRange source;               // the whole expression
  std::vector<SourceRange> first;   // the accesses
  std::vector<SourceRange> second;  // in order, also those of functions that are called
};

// Default limit on the spawned threads of a program.
inline constexpr std::uint32_t DefaultMaxThreads = 64;

// A whole program. Threads are in order: the init block if any, the workers as declared, the
// threads that may be spawned (passes/spawned_threads.h), the final block if any.
struct Program {
  std::string file;
  std::string architecture;  // the first word of a litmus test; empty: the core language, or C
  bool is_c = false;         // a C program
  CodePlaces places;         // of C
  std::vector<SharedObject> objects;
  std::vector<StructLayout> structs;
  std::vector<Thread> threads;
  std::vector<Thread> routines;  // the code of spawned threads
  std::vector<LoopInfo> loops;
  std::vector<Assumption> assumptions;  // without duplicates
  std::vector<OpenOrder> open_orders;   // of C
  std::vector<Observable> observables;
  ExpressionPool condition_expressions;
  std::vector<Condition> conditions;
  std::shared_ptr<const Topology> topology = {};  // of machines with scopes; else null
  // Objects whose calls are marked, with their specifications.
  std::vector<SpecifiedObject> specified;
  // This program with the specifications in place of the operations, if some are code: each call is
  // to be run in one step.
  std::shared_ptr<const Program> sequential;
};

}  // namespace drover
