#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "semantics/program/expression.h"
#include "semantics/program/mode.h"
#include "semantics/program/tag.h"
#include "semantics/program/thread_role.h"
#include "semantics/program/value.h"
#include "support/rmw_operator.h"
#include "support/source_range.h"
#include "support/strong_id.h"

namespace drover {

// How many bits of a value count where it is observed. Addresses stay as they are.
enum class ValueView : std::uint8_t {
  Whole,
  Signed8,
  Unsigned8,
  Signed16,
  Unsigned16,
  Signed32,
  Unsigned32,
  Unsigned64  // as Whole, but printed without a sign
};
[[nodiscard]] Value viewed(ValueView view, Value value);

// ---- Instructions -------------------------------------------------------------
// A thread's code is a vector of instructions; targets are indices into it. All
// expressions are over registers: memory is touched by its own instructions only.
//
// Equal instructions (of threads with the same expressions) do the same.
//
// An instruction lists its expressions in `operands`, an address first. Those over the value that
// it reads, which its target holds in them, are in `after_read`. operands.h walks through both.

enum class CasResult : std::uint8_t { Success, OldValue };
using InstructionIndex = std::uint32_t;

struct Assign {
  RegisterId target;
  ExprId value;
  // What decided that it is this value, where a machine picks one of several: a reader of the
  // target depends on it, but less than on the value (the pick dependencies of AArch64).
  std::optional<ExprId> picked_by = {};
  // Whether a reader of the target depends on the event before this instruction, too.
  bool is_from_event = false;

  bool operator==(const Assign&) const = default;
  static auto operands(auto& i) { return std::tie(i.value, i.picked_by); }
};
struct Load {
  RegisterId target;
  ExprId address;
  Mode mode = Mode::Plain;
  TagSet tags = {};
  // Of C, part of a copy: what was never written is copied as such, and is no error.
  bool may_read_nothing = false;

  bool operator==(const Load&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
};
struct Store {
  ExprId address;
  ExprId value;
  Mode mode = Mode::Plain;
  TagSet tags = {};
  std::optional<ExprId> picked_by = {};  // as of Assign: what decided that there is a store
  bool is_initial = false;               // of C: it gives a variable its first value

  bool operator==(const Store&) const = default;
  static auto operands(auto& i) { return std::tie(i.address, i.value, i.picked_by); }
};
// Whether models see a read and a write, or one event that is both.
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
  ValueView view = ValueView::Whole;     // how much of op(old, operand) the cell holds
  std::optional<ExprId> picked_by = {};  // as of Store

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
  // Where it succeeds, the result is taken from `expected`: what was read only picked it. Some
  // machines may do so (pick dependencies of AArch64).
  bool picks_result = false;

  bool operator==(const CompareAndSwap&) const = default;
  static auto operands(auto& i) { return std::tie(i.address, i.expected, i.desired); }
};
// Reads once `condition` holds with `target` as the value read; waits until then. Faults as
// AwaitExchange does.
struct Await {
  RegisterId target;
  ExprId address;
  ExprId condition;
  Mode mode = Mode::Plain;
  bool is_assumed = false;  // written as an assume: waiting forever is not a deadlock
  std::optional<std::uint32_t> spin_loop = {};  // as of Assume
  TagSet tags = {};

  bool operator==(const Await&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
  static auto after_read(auto& i) { return std::tie(i.condition); }
};
// Reads once `condition` holds with `target` as the value read, and in the same step writes
// `desired`, which may use it too: lock(m), xchgawait.
//
// Where `condition` or `desired` faults on the value read, nothing is written and the thread
// goes on: what comes next (see lowering) evaluates them again, and shows the fault.
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

  bool operator==(const AwaitExchange&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
  static auto after_read(auto& i) { return std::tie(i.condition, i.desired); }
};
struct FenceInstruction {
  Mode mode = Mode::Sc;
  TagSet tags = {};
  std::optional<ExprId> address = {};  // of the one location that it is about

  bool operator==(const FenceInstruction&) const = default;
  static auto operands(auto& i) { return std::tie(i.address); }
};
struct Jump {
  InstructionIndex target = 0;

  bool operator==(const Jump&) const = default;
};
// The instructions that depend on the condition of a branch.
enum class Flow : std::uint8_t {
  Onward,  // all that comes after it
  Scoped,  // all up to the ControlEnd that belongs to it
  Silent   // nothing: a machine decides without looking at what was read
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
  // Program::loops whose pure iterations it stops; none: it is in the source.
  std::optional<std::uint32_t> spin_loop = {};

  bool operator==(const Assume&) const = default;
  static auto operands(auto& i) { return std::tie(i.condition); }
};
struct Assert {
  ExprId condition;
  std::string message;  // what to say when it fails

  bool operator==(const Assert&) const = default;
  static auto operands(auto& i) { return std::tie(i.condition); }
};
struct Fail {
  std::string message;
  ErrorKind kind = ErrorKind::Assertion;

  bool operator==(const Fail&) const = default;
};
struct BlockInstruction {
  // Not a thread that is stuck: nothing does what it has done so far. Such executions do not count.
  bool is_dropped = false;

  bool operator==(const BlockInstruction&) const = default;
};
// target := address of `size` fresh cells, all 0.
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
// main f(…) or help f(…): stands before the instructions of the inlined body, which
// ends before `end`.
struct CallMarker {
  bool is_main = true;
  std::string function;
  std::vector<ExprId> arguments;
  InstructionIndex end = 0;

  bool operator==(const CallMarker&) const = default;
  static auto operands(auto& i) { return std::tie(i.arguments); }
};
// Before the first iteration of Program::loops[loop]: its counter becomes 0.
struct LoopStart {
  std::uint32_t loop = 0;
  RegisterId counter;

  // Which loop of the source it is makes no difference to what it does.
  bool operator==(const LoopStart& other) const { return counter == other.counter; }
};
// At the start of each iteration: counts it, and cuts the thread where the bound is passed.
struct LoopIteration {
  std::uint32_t loop = 0;
  RegisterId counter;

  bool operator==(const LoopIteration& other) const { return counter == other.counter; }
};
// The end of the last branch of Flow::Scoped that is open.
struct ControlEnd {
  bool operator==(const ControlEnd&) const = default;
};
// target := 0 … count - 1, any of them.
struct Choose {
  RegisterId target;
  std::uint32_t count = 2;

  bool operator==(const Choose&) const = default;
};
// target := a thread that runs Program::routines[routine] with these values as its parameters. The
// thread starts here: all that comes before happens before it.
struct Spawn {
  RegisterId target;
  std::uint32_t routine = 0;
  std::vector<ExprId> arguments;  // as many as the routine has parameters

  bool operator==(const Spawn&) const = default;
  static auto operands(auto& i) { return std::tie(i.arguments); }
};
// Waits until the thread that `thread` is has finished, all of which happens before what follows;
// target := the value of its Thread::result.
struct Join {
  RegisterId target;
  ExprId thread;

  bool operator==(const Join&) const = default;
  static auto operands(auto& i) { return std::tie(i.thread); }
};
// target := the thread that does this, as a value: what its spawn gave. Or, as an identity, an
// address that no other thread has (address::of_identity): who only keeps and compares it does not
// tell one thread from another.
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
                 Deallocate, CallMarker, LoopStart, LoopIteration, ControlEnd, Choose, Spawn, Join,
                 Self, Finish>;

struct Instruction {
  InstructionBody body;
  SourceRange source;
};

// ---- Programs -------------------------------------------------------------------

struct RegisterInfo {
  std::string name;         // empty for a temporary
  bool is_visible = false;  // a register of the thread's own text: conditions may name it
};

// The spawn that starts a thread.
struct SpawnOrigin {
  ThreadId parent;
  std::uint32_t serial = 0;   // of the spawn, among those of the parent; the first is 0
  std::uint32_t routine = 0;  // Program::routines

  auto operator<=>(const SpawnOrigin&) const = default;
};

struct Thread {
  std::string name;
  ThreadRole role = ThreadRole::Worker;
  std::uint32_t parameter_count = 0;       // the first registers: a spawn gives their values
  std::optional<RegisterId> result = {};   // whose last value a join gets; none: 0
  std::optional<SpawnOrigin> origin = {};  // none: it is there from the beginning
  std::vector<RegisterInfo> registers;
  ExpressionPool expressions;
  std::vector<Instruction> code;  // ends with Finish
  SourceRange source;
};

// A shared variable or array. Its address is address::of_object(index in Program::objects).
struct SharedObject {
  std::string name;
  bool is_array = false;
  bool is_non_atomic = false;
  std::vector<Value> initial;  // one value per cell
  bool is_observed = false;    // the condition of a litmus test speaks of it
  std::int32_t layout = -1;    // Program::structs: of C, one value per byte; -1: one per cell
  bool is_function = false;    // of C: its address is that of a function, and it has no cells
  bool is_read_only = false;   // of C: to write it is an error
  SourceRange source;
};

struct StructField {
  std::string name;
  bool is_non_atomic = false;
  std::uint32_t offset = 0;  // of layouts in bytes
  std::uint32_t size = 0;    // of layouts in bytes
};
struct StructLayout {
  std::string name;
  std::vector<StructField> fields;  // a field's offset is its index, unless there is a stride
  // Of C: cells are addressed by their first byte, and the fields come again every so many bytes;
  // 0: of the core language.
  std::uint32_t stride = 0;
  bool is_unwritten = false;  // cells have no value at first: to read one is an error
  std::uint32_t hidden = 0;   // the first bytes, which are not the program's
  bool is_open = false;       // which cells there are shows when they are accessed
  bool is_owned = false;      // somebody is to free it: memory from `malloc` and its kin
  bool is_read_only = false;  // of C: to write it is an error, but for Store::is_initial
};

struct LoopInfo {
  SourceRange source;
  std::string text;  // "while", "do", "for"
  // Of C, a call instead of a loop: a recursion that is followed to this depth, and cut there.
  std::uint32_t recursion_depth = 0;
  bool is_limited_by_code = false;  // deeper, there would be too much of it
};

// A register of a thread, or a cell of a shared object, that conditions mention.
struct Observable {
  std::string name;  // as in reports: "reader:r", "x", "a[1]"
  bool is_register = false;
  ThreadId thread;    // registers
  RegisterId reg;     // registers
  Value address = 0;  // cells
  ValueView view = ValueView::Whole;
};

enum class ConditionKind : std::uint8_t { Exists, Forbid, Forall };

struct Condition {
  ConditionKind kind = ConditionKind::Exists;
  ExprId expression;  // in Program::condition_expressions, over Observed nodes
  std::string text;   // as written
  SourceRange source;
  bool is_required = false;  // `require exists`: not to be reached is a violation
};

// What the standard lets a C program do, and this one does less often or never. Only what its text
// has a use for.
enum class Assumption : std::uint8_t {
  NeverFailsSpuriously,  // a weak compare-exchange
  FailsSpuriouslyOnce,   // each of them, in each thread
  NeverWakesSpuriously,  // who waits at a condition variable
  WakesSpuriouslyOnce,   // at each wait, in each thread
  AllocationsSucceed,    // malloc and its kin never give null
  ThreadsStart,          // creating a thread never fails
  ConsumeAcquires        // memory_order_consume
};

// Spawned threads that a program may have, unless it is told otherwise.
inline constexpr std::uint32_t DefaultMaxThreads = 64;

// A whole program. Threads are in order: the init block if there is one, the workers
// as declared, those that may be spawned (passes/spawned_threads.h), the final block if there is
// one.
struct Program {
  std::string file;
  std::string architecture;  // of a litmus test: its first word; empty: the core language, or C
  bool is_c = false;         // a C program
  std::vector<SharedObject> objects;
  std::vector<StructLayout> structs;
  std::vector<Thread> threads;
  std::vector<Thread> routines;  // what spawns run
  std::vector<LoopInfo> loops;
  std::vector<Assumption> assumptions;  // each once
  std::vector<Observable> observables;
  ExpressionPool condition_expressions;
  std::vector<Condition> conditions;
};

}  // namespace drover
