#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/rmw_operator.h"

// Functions that Drover implements: <stdatomic.h>, the compiler's own, the parts of <pthread.h> and
// <threads.h> that C cannot express, the heap, and functions of checkers.
namespace drover::c {

// The builtins of a family follow each other: family_of relies on that.
enum class Builtin : std::uint8_t {
  None,
  AtomicLoad,       // pointer
  AtomicStore,      // pointer, value
  AtomicInit,       // pointer, value; non-atomic
  AtomicExchange,   // pointer, value
  AtomicUpdate,     // pointer, operand
  CompareExchange,  // pointer, place of the expected value, desired value
  CompareAndSwap,   // pointer, expected value, desired value
  LoadInto,         // pointer, place of the result: __atomic_load
  StoreFrom,        // pointer, place of the value: __atomic_store
  ExchangeInto,     // pointer, place of the value, place of the result: __atomic_exchange
  FlagTestAndSet,   // pointer
  FlagClear,        // pointer
  Fence,
  Lock,         // pointer, expected, desired: waits for the expected value
  WaitUntil,    // pointer, value: waits until it reads the value, acquire
  WaitWhile,    // pointer, value: waits until it reads another value, acquire
  Claim,        // pointer, desired value: waits until the cell is not 1
  LockShared,   // pointer: waits until the cell is a count, not an owner, and adds 1
  Take,         // pointer: waits until the cell is not 0, and subtracts 1
  LockOr,       // pointer, desired value, value: waits until the cell is 0 or the value
  LockKind,     // pointer, owner: waits until the cell is below 3, or owner plus 1 or 2
  AtomicBegin,  // begin of a section that no other section interleaves with
  AtomicEnd,
  Create,      // place of the handle, function, argument
  Join,        // handle, place of the result (may be null)
  ExitThread,  // value
  Self,
  ThreadNumber,        // of this thread
  Identity,            // a number above all counts; it and its neighbours are this thread's
  Allocate,            // size
  AllocateZeroed,      // count, size
  AllocateAligned,     // alignment, size
  AllocateForever,     // size: never freed
  AllocateInFunction,  // size: freed when the function returns
  Reallocate,          // pointer, size
  Free,                // pointer
  Copy,                // memcpy, memmove: to, from, size
  Fill,                // memset: to, byte, size
  Compare,             // memcmp: a, b, size
  Length,              // strlen
  Assert,              // condition, text
  Misuse,              // text: a library function was used wrongly
  BadMemory,           // text: the object of a library call is destroyed or not initialised
  BadThread,           // text: the thread of a library call no longer allows it
  Abort,
  Exit,              // status
  Assume,            // condition
  Nondeterministic,  // (low, high)
  AnyNumber,         // a choice of a number of its type, from a given range
  Time,              // always the same, or a choice as AnyNumber
  Refuse,            // text, hint: what is unsupported if it can be reached
  Note,              // text: a warning
  SystemCall,        // number, arguments
  WakesSpuriously,   // true if a wait ends without a signal: once per wait and thread
  TimesOut,          // true if the time of a wait is over: once per wait and thread
  Sleep,             // evaluates its arguments and returns 0; cancellation may end the thread
  Hold,              // pointer: this thread holds it once more
  Release,           // pointer: this thread holds it once less; true if it held it
  Ignore,            // evaluates its arguments and returns 0
  Print,             // as Ignore, but checks the format; returns the printed length
  PrintOne,          // returns its argument as an unsigned char
  Format,            // snprintf and the like: writes a text to memory, returns its length
  OfBits,            // number: BuiltinUse::bits
  RotateLeft,        // number, distance
  RotateRight,
  AddOverflows,  // a, b, place of the result or a number of its type: true if it does not fit
  SubtractOverflows,
  MultiplyOverflows,
  ObjectSize,         // pointer, kind: unknown
  OpaquePointer,      // a pointer to nothing
  Expect,             // returns its first argument
  IsLockFree,         // size, pointer: true if the size is supported
  IsConstant,         // true if its argument is a constant
  IsMentioned,        // a function's name: true if the program mentions it
  VariableArguments,  // the address of the arguments behind the parameters: va_start
  Unreachable,
  Yield,
  OperationBegin,  // name, arguments: a call of an operation of an object begins
  OperationEnd,    // name, result
  Refused          // known but not supported
};

// The category of a builtin.
enum class BuiltinFamily : std::uint8_t {
  Access,  // an atomic access, or the initialisation of an atomic
  Fence,
  Wait,     // accesses that wait for a value
  Section,  // ends of a section that no other section interleaves with
  Thread,
  Allocation,  // fresh memory
  Memory,      // memory functions with accesses, none of them atomic
  Other
};
[[nodiscard]] BuiltinFamily family_of(Builtin builtin);

enum class MemoryOrder : std::uint8_t { Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };

// Returns why a number is not an order for an access, or for the failure of a compare-exchange [C11
// 7.17.7]; empty if it is one. hint_for says what to write instead.
[[nodiscard]] std::string_view misfit_of(Builtin builtin, std::int64_t order, bool is_failure);
// Returns the order of a failed compare-exchange, which is a load: the order without release.
[[nodiscard]] MemoryOrder of_failed(MemoryOrder order);
[[nodiscard]] std::string_view hint_for(Builtin builtin, bool is_failure);

// The comparison of an AtomicUpdate that takes the maximum or minimum of two values.
enum class Extreme : std::uint8_t { None, Maximum, Minimum, UnsignedMaximum, UnsignedMinimum };

// A function of the bits of one number.
enum class BitFunction : std::uint8_t {
  LeadingZeros,   // not of 0
  TrailingZeros,  // not of 0
  FirstSet,       // the number of the lowest set bit, counted from 1; 0: none
  SetBits,
  Parity,
  RedundantSigns,  // bits below the sign bit that are equal to it
  ReversedBytes
};
// The result for a number with this many bits; nothing if it is undefined.
[[nodiscard]] std::optional<std::int64_t> applied(BitFunction function, std::int64_t value,
                                                  unsigned bits);

// The properties of a builtin's use besides its arguments.
struct BuiltinUse {
  Builtin builtin = Builtin::None;
  MemoryOrder order = MemoryOrder::SeqCst;
  MemoryOrder failure_order = MemoryOrder::SeqCst;
  RmwOperator op = RmwOperator::Add;
  bool is_nand = false;        // AtomicUpdate: ~(old & operand)
  bool gives_new = false;      // AtomicUpdate: returns the new value instead of the old
  bool gives_success = false;  // CompareAndSwap: returns success instead of the old value
  bool is_weak = false;
  bool is_full_barrier = false;  // orders all earlier with all later accesses
  bool runs_handlers = false;    // Exit: runs the handlers of atexit
  bool is_room = false;          // Fence: a possible fence; an instruction even if relaxed
  bool replaces_body = false;    // also where the program defines the function
  Extreme extreme = Extreme::None;
  BitFunction bits = BitFunction::SetBits;  // OfBits
};

// A row of the table of builtins.
struct BuiltinInfo {
  std::string name;
  BuiltinUse use;
  // The types of the result and of the arguments: v void, b _Bool, i int, c char, u unsigned
  // char, k short, h unsigned short, w unsigned int, l long, s size_t, p void*, a a pointer to the
  // accessed value, t the type of that value, n any scalar, _ as given.
  std::string_view signature;
  std::uint8_t arguments = 0;  // memory orders not counted
  std::uint8_t orders = 0;     // memory orders after the arguments
  std::string_view hint = {};  // Refused: an alternative
};

// A function of our headers that a used function needs without mentioning it. The front end and the
// lowering look for it.
struct Implication {
  std::string_view used;
  std::string_view needed;
};
inline constexpr std::array<Implication, 18> Implications{
    {{"pthread_key_create", "__drover_run_destructors"},
     {"__drover_push_handler", "__drover_run_handlers"},
     {"pthread_cancel", "__drover_cancellation_point"},
     {"pthread_cancel", "__drover_join_point"},
     {"pthread_cancel", "__drover_note_end"},
     {"pthread_mutexattr_setrobust", "__drover_leave_robust"},
     {"snprintf", "__drover_put"},
     {"sprintf", "__drover_put"},
     {"asprintf", "__drover_put"},
     {"vsnprintf", "__drover_put"},
     {"vsprintf", "__drover_put"},
     {"vasprintf", "__drover_put"},
     {"atexit", "__drover_run_exit_functions"},
     {"pthread_attr_setdetachstate", "__drover_note_created"},
     {"strlen", "__drover_strlen"},
     {"__builtin_strlen", "__drover_strlen"},
     {"syscall", "__drover_futex"},
     {"syscall", "gettid"}}};

// The names of the functions of our headers whose addresses are those of builtins begin with this.
inline constexpr std::string_view CalledBuiltin = "__drover_called_";

// Null if there is no builtin of this name.
[[nodiscard]] const BuiltinInfo* find_builtin(std::string_view name);

}  // namespace drover::c
