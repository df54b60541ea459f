#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/rmw_operator.h"

// Functions that the checker knows: those of <stdatomic.h>, the compiler's own, what <pthread.h>
// and <threads.h> cannot say in C, the heap, and the checkers' own.
namespace drover::c {

enum class Builtin : std::uint8_t {
  None,
  AtomicLoad,       // pointer
  AtomicStore,      // pointer, value
  AtomicInit,       // pointer, value; non-atomic
  AtomicExchange,   // pointer, value
  AtomicUpdate,     // pointer, operand
  CompareExchange,  // pointer, place of the expected value, desired value
  CompareAndSwap,   // pointer, expected value, desired value
  Fence,
  LoadInto,        // pointer, place of the result: __atomic_load
  StoreFrom,       // pointer, place of the value: __atomic_store
  ExchangeInto,    // pointer, place of the value, place of the result: __atomic_exchange
  FlagTestAndSet,  // pointer
  FlagClear,       // pointer
  Lock,            // pointer, expected value, desired value: waits until it is the expected one
  WaitUntil,       // pointer, value: reads once it is the value, acquire
  WaitWhile,       // pointer, value: reads once it is another one, acquire
  Claim,           // pointer, desired value: waits until it is not 1
  LockShared,      // pointer: waits until it is a number, not an owner, and adds 1
  Take,            // pointer: waits until it is not 0, and subtracts 1
  LockOr,          // pointer, desired value, value: waits until it is 0 or the value
  LockKind,        // pointer, owner: waits until it is less than 3, or the owner's, plus 1 or 2
  AtomicBegin,     // of a section that no other section comes between
  AtomicEnd,
  Create,      // place of the handle, function, argument
  Join,        // handle, place of the result (may be null)
  ExitThread,  // value
  Self,
  Identity,         // a number above all that count: this thread's, and 2 more
  Allocate,         // size
  AllocateZeroed,   // count, size
  AllocateAligned,  // alignment, size
  AllocateForever,  // size: nobody frees it
  Reallocate,       // pointer, size
  Free,             // pointer
  Copy,             // memcpy, memmove: to, from, size
  Fill,             // memset: to, byte, size
  Compare,          // memcmp: a, b, size
  Length,           // strlen
  Assert,           // condition, text
  Misuse,           // text: a library function was used wrongly
  BadMemory,        // text: one was given an object that is not there any more, or not yet
  BadThread,        // text: one was given a thread with which that cannot be done any more
  Abort,
  Exit,              // status
  Assume,            // condition
  Nondeterministic,  // (low, high)
  WakesSpuriously,   // whether a wait ends without being woken: each once per thread
  Hold,              // pointer: this thread holds it, once more
  Release,           // pointer: whether it did; it does not, once less
  Ignore,            // evaluates its arguments, and gives 0
  Print,             // as Ignore, after a look at the format; gives how much it prints
  PrintOne,          // gives its argument, as an unsigned char
  Expect,            // gives its first argument
  IsLockFree,        // size, place: whether the sizes that are supported have this one
  IsConstant,        // whether its argument is known now
  IsMentioned,       // a function's name: whether the program mentions it
  Unreachable,
  Yield,
  Refused  // known, and not supported
};

// What kind of thing a builtin does.
enum class BuiltinFamily : std::uint8_t {
  Access,  // an atomic access, or the initialisation of an atomic
  Fence,
  Wait,     // accesses that come once a value is there
  Section,  // ends of a section that no other section comes between
  Thread,
  Allocation,  // memory that nobody has accessed
  Memory,      // the same with accesses, none of them atomic
  Other
};
[[nodiscard]] BuiltinFamily family_of(Builtin builtin);

enum class MemoryOrder : std::uint8_t { Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };

// Why a number is no order for an access, or for the failure of a compare-exchange [C11 7.17.7]:
// empty if it is one. And what to write instead.
[[nodiscard]] std::string_view misfit_of(Builtin builtin, std::int64_t order, bool is_failure);
// A failed compare-exchange is a load: what is left of its order without release.
[[nodiscard]] MemoryOrder of_failed(MemoryOrder order);
[[nodiscard]] std::string_view hint_for(Builtin builtin, bool is_failure);

// What an AtomicUpdate that takes the greater or the lesser of two values compares.
enum class Extreme : std::uint8_t { None, Maximum, Minimum, UnsignedMaximum, UnsignedMinimum };

// What a use of a builtin is besides its arguments.
struct BuiltinUse {
  Builtin builtin = Builtin::None;
  MemoryOrder order = MemoryOrder::SeqCst;
  MemoryOrder failure_order = MemoryOrder::SeqCst;
  RmwOperator op = RmwOperator::Add;
  bool is_nand = false;        // AtomicUpdate: ~(old & operand)
  bool gives_new = false;      // AtomicUpdate: the new value instead of the old one
  bool gives_success = false;  // CompareAndSwap: whether it succeeded instead of the old value
  bool is_weak = false;
  bool is_full_barrier = false;  // what is before it and what is behind it stay there
  bool runs_handlers = false;    // Exit: those of atexit
  bool is_room = false;  // Fence: one that may be put in, an instruction even if it is relaxed
  Extreme extreme = Extreme::None;
};

// A row of the table of builtins.
struct BuiltinInfo {
  std::string name;
  BuiltinUse use;
  std::uint8_t arguments = 0;  // besides memory orders
  std::uint8_t orders = 0;     // memory orders after them
  std::string_view hint = {};  // Refused: the way around
};

// What stands for a function of our headers that it does not mention: the front end and the
// lowering look for it.
struct Implication {
  std::string_view used;
  std::string_view needed;
};
inline constexpr std::array<Implication, 5> Implications{
    {{"pthread_key_create", "__drover_run_destructors"},
     {"atexit", "__drover_run_exit_functions"},
     {"pthread_attr_setdetachstate", "__drover_note_created"},
     {"strlen", "__drover_strlen"},
     {"__builtin_strlen", "__drover_strlen"}}};

// Nothing known by this name: null.
[[nodiscard]] const BuiltinInfo* find_builtin(std::string_view name);

}  // namespace drover::c
