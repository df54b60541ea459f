#include "frontend/c/builtins.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace drover::c {

namespace {

const auto BuiltinTable = std::to_array<BuiltinInfo>({
    {"atomic_load", {.builtin = Builtin::AtomicLoad}, 1, 0},
    {"atomic_load_explicit", {.builtin = Builtin::AtomicLoad}, 1, 1},
    {"atomic_store", {.builtin = Builtin::AtomicStore}, 2, 0},
    {"atomic_store_explicit", {.builtin = Builtin::AtomicStore}, 2, 1},
    {"atomic_exchange", {.builtin = Builtin::AtomicExchange}, 2, 0},
    {"atomic_exchange_explicit", {.builtin = Builtin::AtomicExchange}, 2, 1},
    {"atomic_init", {.builtin = Builtin::AtomicInit}, 2, 0},
    {"atomic_fetch_add", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Add}, 2, 0},
    {"atomic_fetch_add_explicit", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Add}, 2, 1},
    {"atomic_fetch_sub", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Subtract}, 2, 0},
    {"atomic_fetch_sub_explicit",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Subtract},
     2,
     1},
    {"atomic_fetch_or", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Or}, 2, 0},
    {"atomic_fetch_or_explicit", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Or}, 2, 1},
    {"atomic_fetch_xor", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Xor}, 2, 0},
    {"atomic_fetch_xor_explicit", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Xor}, 2, 1},
    {"atomic_fetch_and", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And}, 2, 0},
    {"atomic_fetch_and_explicit", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And}, 2, 1},
    {"atomic_compare_exchange_strong", {.builtin = Builtin::CompareExchange}, 3, 0},
    {"atomic_compare_exchange_strong_explicit", {.builtin = Builtin::CompareExchange}, 3, 2},
    {"atomic_compare_exchange_weak", {.builtin = Builtin::CompareExchange, .is_weak = true}, 3, 0},
    {"atomic_compare_exchange_weak_explicit",
     {.builtin = Builtin::CompareExchange, .is_weak = true},
     3,
     2},
    {"atomic_thread_fence", {.builtin = Builtin::Fence}, 0, 1},
    {"atomic_signal_fence", {.builtin = Builtin::Ignore}, 1, 0},
    {"atomic_flag_test_and_set", {.builtin = Builtin::FlagTestAndSet}, 1, 0},
    {"atomic_flag_test_and_set_explicit", {.builtin = Builtin::FlagTestAndSet}, 1, 1},
    {"atomic_flag_clear", {.builtin = Builtin::FlagClear}, 1, 0},
    {"atomic_flag_clear_explicit", {.builtin = Builtin::FlagClear}, 1, 1},
    {"__atomic_load_n", {.builtin = Builtin::AtomicLoad}, 1, 1},
    {"__atomic_store_n", {.builtin = Builtin::AtomicStore}, 2, 1},
    {"__atomic_exchange_n", {.builtin = Builtin::AtomicExchange}, 2, 1},
    {"__atomic_load", {.builtin = Builtin::LoadInto}, 2, 1},
    {"__atomic_store", {.builtin = Builtin::StoreFrom}, 2, 1},
    {"__atomic_exchange", {.builtin = Builtin::ExchangeInto}, 3, 1},
    {"__atomic_compare_exchange_n", {.builtin = Builtin::CompareExchange}, 4, 2},
    {"__atomic_compare_exchange", {.builtin = Builtin::CompareExchange}, 4, 2},
    {"__atomic_thread_fence", {.builtin = Builtin::Fence}, 0, 1},
    {"__atomic_signal_fence", {.builtin = Builtin::Ignore}, 1, 0},
    {"__atomic_test_and_set", {.builtin = Builtin::FlagTestAndSet}, 1, 1},
    {"__atomic_clear", {.builtin = Builtin::FlagClear}, 1, 1},
    {"__sync_synchronize", {.builtin = Builtin::Fence}, 0, 0},
    {"__atomic_fetch_add", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Add}, 2, 1},
    {"__sync_fetch_and_add",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Add, .is_full_barrier = true},
     2,
     0},
    {"__atomic_add_fetch",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Add, .gives_new = true},
     2,
     1},
    {"__sync_add_and_fetch",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::Add,
      .gives_new = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_fetch_sub", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Subtract}, 2, 1},
    {"__sync_fetch_and_sub",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Subtract, .is_full_barrier = true},
     2,
     0},
    {"__atomic_sub_fetch",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Subtract, .gives_new = true},
     2,
     1},
    {"__sync_sub_and_fetch",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::Subtract,
      .gives_new = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_fetch_or", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Or}, 2, 1},
    {"__sync_fetch_and_or",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Or, .is_full_barrier = true},
     2,
     0},
    {"__atomic_or_fetch",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Or, .gives_new = true},
     2,
     1},
    {"__sync_or_and_fetch",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::Or,
      .gives_new = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_fetch_xor", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Xor}, 2, 1},
    {"__sync_fetch_and_xor",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Xor, .is_full_barrier = true},
     2,
     0},
    {"__atomic_xor_fetch",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::Xor, .gives_new = true},
     2,
     1},
    {"__sync_xor_and_fetch",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::Xor,
      .gives_new = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_fetch_and", {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And}, 2, 1},
    {"__sync_fetch_and_and",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And, .is_full_barrier = true},
     2,
     0},
    {"__atomic_and_fetch",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And, .gives_new = true},
     2,
     1},
    {"__sync_and_and_fetch",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::And,
      .gives_new = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_fetch_nand",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And, .is_nand = true},
     2,
     1},
    {"__sync_fetch_and_nand",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::And,
      .is_nand = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_nand_fetch",
     {.builtin = Builtin::AtomicUpdate, .op = RmwOperator::And, .is_nand = true, .gives_new = true},
     2,
     1},
    {"__sync_nand_and_fetch",
     {.builtin = Builtin::AtomicUpdate,
      .op = RmwOperator::And,
      .is_nand = true,
      .gives_new = true,
      .is_full_barrier = true},
     2,
     0},
    {"__atomic_fetch_max", {.builtin = Builtin::AtomicUpdate, .extreme = Extreme::Maximum}, 2, 1},
    {"__sync_fetch_and_max",
     {.builtin = Builtin::AtomicUpdate, .is_full_barrier = true, .extreme = Extreme::Maximum},
     2,
     0},
    {"__atomic_max_fetch",
     {.builtin = Builtin::AtomicUpdate, .gives_new = true, .extreme = Extreme::Maximum},
     2,
     1},
    {"__sync_fetch_and_umax",
     {.builtin = Builtin::AtomicUpdate,
      .is_full_barrier = true,
      .extreme = Extreme::UnsignedMaximum},
     2,
     0},
    {"__atomic_fetch_min", {.builtin = Builtin::AtomicUpdate, .extreme = Extreme::Minimum}, 2, 1},
    {"__sync_fetch_and_min",
     {.builtin = Builtin::AtomicUpdate, .is_full_barrier = true, .extreme = Extreme::Minimum},
     2,
     0},
    {"__atomic_min_fetch",
     {.builtin = Builtin::AtomicUpdate, .gives_new = true, .extreme = Extreme::Minimum},
     2,
     1},
    {"__sync_fetch_and_umin",
     {.builtin = Builtin::AtomicUpdate,
      .is_full_barrier = true,
      .extreme = Extreme::UnsignedMinimum},
     2,
     0},
    {"__sync_bool_compare_and_swap",
     {.builtin = Builtin::CompareAndSwap, .gives_success = true, .is_full_barrier = true},
     3,
     0},
    {"__sync_val_compare_and_swap",
     {.builtin = Builtin::CompareAndSwap, .is_full_barrier = true},
     3,
     0},
    {"__sync_lock_test_and_set",
     {.builtin = Builtin::AtomicExchange, .order = MemoryOrder::Acquire},
     2,
     0},
    {"__sync_lock_release", {.builtin = Builtin::FlagClear, .order = MemoryOrder::Release}, 1, 0},
    {"__drover_lock", {.builtin = Builtin::Lock, .order = MemoryOrder::Acquire}, 3, 0},
    {"__drover_wait_until", {.builtin = Builtin::WaitUntil, .order = MemoryOrder::Acquire}, 2, 0},
    {"__drover_wait_while", {.builtin = Builtin::WaitWhile, .order = MemoryOrder::Acquire}, 2, 0},
    {"__drover_claim", {.builtin = Builtin::Claim, .order = MemoryOrder::Acquire}, 2, 0},
    {"__drover_lock_shared", {.builtin = Builtin::LockShared, .order = MemoryOrder::Acquire}, 1, 0},
    {"__drover_take", {.builtin = Builtin::Take, .order = MemoryOrder::Acquire}, 1, 0},
    {"__drover_lock_or", {.builtin = Builtin::LockOr, .order = MemoryOrder::Acquire}, 3, 0},
    {"__drover_lock_kind", {.builtin = Builtin::LockKind, .order = MemoryOrder::Acquire}, 2, 0},
    {"__drover_self", {.builtin = Builtin::Identity}, 0, 0},
    {"__drover_hold", {.builtin = Builtin::Hold}, 1, 0},
    {"__drover_release", {.builtin = Builtin::Release}, 1, 0},
    {"__drover_wakes_spuriously", {.builtin = Builtin::WakesSpuriously}, 0, 0},
    {"__drover_allocate_forever", {.builtin = Builtin::AllocateForever}, 1, 0},
    {"pthread_create", {.builtin = Builtin::Create}, 4, 0},
    {"thrd_create", {.builtin = Builtin::Create}, 3, 0},
    {"pthread_join", {.builtin = Builtin::Join}, 2, 0},
    {"thrd_join", {.builtin = Builtin::Join}, 2, 0},
    {"pthread_exit", {.builtin = Builtin::ExitThread}, 1, 0},
    {"thrd_exit", {.builtin = Builtin::ExitThread}, 1, 0},
    {"pthread_self", {.builtin = Builtin::Self}, 0, 0},
    {"thrd_current", {.builtin = Builtin::Self}, 0, 0},
    {"__VERIFIER_spawn", {.builtin = Builtin::Create}, 2, 0},
    {"__VERIFIER_spawn_symmetric", {.builtin = Builtin::Create}, 3, 0},
    {"__VERIFIER_join", {.builtin = Builtin::Join}, 1, 0},
    {"malloc", {.builtin = Builtin::Allocate}, 1, 0},
    {"calloc", {.builtin = Builtin::AllocateZeroed}, 2, 0},
    {"aligned_alloc", {.builtin = Builtin::AllocateAligned}, 2, 0},
    {"realloc", {.builtin = Builtin::Reallocate}, 2, 0},
    {"free", {.builtin = Builtin::Free}, 1, 0},
    {"memcpy", {.builtin = Builtin::Copy}, 3, 0},
    {"memmove", {.builtin = Builtin::Copy}, 3, 0},
    {"memset", {.builtin = Builtin::Fill}, 3, 0},
    {"memcmp", {.builtin = Builtin::Compare}, 3, 0},
    {"strlen", {.builtin = Builtin::Length}, 1, 0},
    {"__builtin_memcpy", {.builtin = Builtin::Copy}, 3, 0},
    {"__builtin_memmove", {.builtin = Builtin::Copy}, 3, 0},
    {"__builtin_memset", {.builtin = Builtin::Fill}, 3, 0},
    {"__builtin_memcmp", {.builtin = Builtin::Compare}, 3, 0},
    {"__builtin_strlen", {.builtin = Builtin::Length}, 1, 0},
    {"__drover_assert", {.builtin = Builtin::Assert}, 2, 0},
    {"__drover_misuse", {.builtin = Builtin::Misuse}, 1, 0},
    {"__drover_bad_memory", {.builtin = Builtin::BadMemory}, 1, 0},
    {"__drover_bad_thread", {.builtin = Builtin::BadThread}, 1, 0},
    {"abort", {.builtin = Builtin::Abort}, 0, 0},
    {"__VERIFIER_error", {.builtin = Builtin::Abort}, 0, 0},
    {"reach_error", {.builtin = Builtin::Abort}, 0, 0},
    {"exit", {.builtin = Builtin::Exit, .runs_handlers = true}, 1, 0},
    {"_Exit", {.builtin = Builtin::Exit}, 1, 0},
    {"quick_exit", {.builtin = Builtin::Exit}, 1, 0},
    {"__builtin_trap", {.builtin = Builtin::Abort}, 0, 0},
    {"__builtin_abort", {.builtin = Builtin::Abort}, 0, 0},
    {"__VERIFIER_assume", {.builtin = Builtin::Assume}, 1, 0},
    {"__VERIFIER_assert", {.builtin = Builtin::Assert}, 1, 0},
    {"__drover_nondet", {.builtin = Builtin::Nondeterministic}, 2, 0},
    {"__VERIFIER_nondet_int",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_uint",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_char",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_uchar",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_short",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_ushort",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_long",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_ulong",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_longlong",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_ulonglong",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_unsigned",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_size_t",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_pointer",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_u8",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_u16",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_u32",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_u64",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
     "`#define`"},
    {"__VERIFIER_nondet_bool", {.builtin = Builtin::Nondeterministic}, 0, 0},
    {"__drover_ignore", {.builtin = Builtin::Ignore}, 1, 0},
    {"__VERIFIER_loop_begin", {.builtin = Builtin::Ignore}, 0, 0},
    {"__VERIFIER_spin_start", {.builtin = Builtin::Ignore}, 0, 0},
    {"__VERIFIER_spin_end", {.builtin = Builtin::Ignore}, 1, 0},
    {"__VERIFIER_loop_bound", {.builtin = Builtin::Ignore}, 1, 0},
    {"printf", {.builtin = Builtin::Print}, 1, 0},
    {"fprintf", {.builtin = Builtin::Print}, 2, 0},
    {"puts", {.builtin = Builtin::Print}, 1, 0},
    {"putchar", {.builtin = Builtin::PrintOne}, 1, 0},
    {"fputs", {.builtin = Builtin::Print}, 2, 0},
    {"fflush", {.builtin = Builtin::Ignore}, 1, 0},
    {"perror", {.builtin = Builtin::Ignore}, 1, 0},
    {"snprintf",
     {.builtin = Builtin::Refused},
     0,
     0,
     "what it writes could not be read as memory: leave it out"},
    {"sprintf",
     {.builtin = Builtin::Refused},
     0,
     0,
     "what it writes could not be read as memory: leave it out"},
    {"__builtin_expect", {.builtin = Builtin::Expect}, 2, 0},
    {"__atomic_is_lock_free", {.builtin = Builtin::IsLockFree}, 2, 0},
    {"__atomic_always_lock_free", {.builtin = Builtin::IsLockFree}, 2, 0},
    {"__builtin_constant_p", {.builtin = Builtin::IsConstant}, 1, 0},
    {"__drover_is_mentioned", {.builtin = Builtin::IsMentioned}, 1, 0},
    {"__builtin_unreachable", {.builtin = Builtin::Unreachable}, 0, 0},
    {"sched_yield", {.builtin = Builtin::Yield}, 0, 0},
    {"pthread_yield", {.builtin = Builtin::Yield}, 0, 0},
    {"thrd_yield", {.builtin = Builtin::Yield}, 0, 0},
    {"__builtin_ia32_pause", {.builtin = Builtin::Yield}, 0, 0},
    {"usleep", {.builtin = Builtin::Ignore}, 1, 0},
    {"sleep", {.builtin = Builtin::Ignore}, 1, 0},
    {"nanosleep", {.builtin = Builtin::Ignore}, 2, 0},
    {"__builtin_prefetch", {.builtin = Builtin::Ignore}, 1, 0},
    {"srand", {.builtin = Builtin::Ignore}, 1, 0},
    {"rand",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`"},
    {"random",
     {.builtin = Builtin::Refused},
     0,
     0,
     "its values have no bound: write `__drover_nondet(low, high)`"},
    {"setjmp", {.builtin = Builtin::Refused}, 0, 0, "jumps out of functions are not supported"},
    {"longjmp", {.builtin = Builtin::Refused}, 0, 0, "jumps out of functions are not supported"},
    {"alloca", {.builtin = Builtin::Refused}, 0, 0, "allocate with `malloc`, or declare an array"},
    {"__builtin_alloca",
     {.builtin = Builtin::Refused},
     0,
     0,
     "allocate with `malloc`, or declare an array"},
    {"scanf", {.builtin = Builtin::Refused}, 0, 0, "a checked program has no input"},
    {"getenv", {.builtin = Builtin::Refused}, 0, 0, "a checked program has no environment"},
    {"fork", {.builtin = Builtin::Refused}, 0, 0, "processes are not supported: create threads"},
    {"signal", {.builtin = Builtin::Refused}, 0, 0, "signals are not supported"},
    {"pthread_cancel",
     {.builtin = Builtin::Refused},
     0,
     0,
     "cancellation is not supported: let the thread look at a flag"},
    {"pthread_cond_timedwait",
     {.builtin = Builtin::Refused},
     0,
     0,
     "a checked program has no clock: wait without a time, or do not wait at all"},
    {"cnd_timedwait",
     {.builtin = Builtin::Refused},
     0,
     0,
     "a checked program has no clock: wait without a time, or do not wait at all"},
    {"pthread_mutex_timedlock",
     {.builtin = Builtin::Refused},
     0,
     0,
     "a checked program has no clock: lock without a time, or try to"},
    {"pthread_mutexattr_setrobust",
     {.builtin = Builtin::Refused},
     0,
     0,
     "no thread ends while others run on that wait for its locks: leave it out"},
    {"pthread_rwlockattr_setkind_np",
     {.builtin = Builtin::Refused},
     0,
     0,
     "neither readers nor writers have priority: leave it out"},
    {"at_quick_exit",
     {.builtin = Builtin::Refused},
     0,
     0,
     "`quick_exit` only ends the program: write `atexit` and `exit`"},
    {"pthread_kill", {.builtin = Builtin::Refused}, 0, 0, "signals are not supported"},
    {"__VERIFIER_atomic_begin", {.builtin = Builtin::AtomicBegin}, 0, 0},
    {"__VERIFIER_atomic_end", {.builtin = Builtin::AtomicEnd}, 0, 0},
    {"time", {.builtin = Builtin::Refused}, 0, 0, "a checked program has no clock"},
    {"clock", {.builtin = Builtin::Refused}, 0, 0, "a checked program has no clock"},
});

}  // namespace

BuiltinFamily family_of(Builtin builtin) {
  switch (builtin) {
    case Builtin::AtomicLoad:
    case Builtin::AtomicStore:
    case Builtin::AtomicInit:
    case Builtin::AtomicExchange:
    case Builtin::AtomicUpdate:
    case Builtin::CompareExchange:
    case Builtin::CompareAndSwap:
    case Builtin::LoadInto:
    case Builtin::StoreFrom:
    case Builtin::ExchangeInto:
    case Builtin::FlagTestAndSet:
    case Builtin::FlagClear: return BuiltinFamily::Access;
    case Builtin::Fence: return BuiltinFamily::Fence;
    case Builtin::Lock:
    case Builtin::WaitUntil:
    case Builtin::WaitWhile:
    case Builtin::Claim:
    case Builtin::LockShared:
    case Builtin::Take:
    case Builtin::LockOr:
    case Builtin::LockKind: return BuiltinFamily::Wait;
    case Builtin::AtomicBegin:
    case Builtin::AtomicEnd: return BuiltinFamily::Section;
    case Builtin::Create:
    case Builtin::Join:
    case Builtin::ExitThread:
    case Builtin::Self:
    case Builtin::Identity: return BuiltinFamily::Thread;
    case Builtin::Allocate:
    case Builtin::AllocateZeroed:
    case Builtin::AllocateAligned:
    case Builtin::AllocateForever: return BuiltinFamily::Allocation;
    case Builtin::Reallocate:
    case Builtin::Free:
    case Builtin::Copy:
    case Builtin::Fill:
    case Builtin::Compare:
    case Builtin::Length: return BuiltinFamily::Memory;
    default: return BuiltinFamily::Other;
  }
}

std::string_view misfit_of(Builtin builtin, std::int64_t value, bool is_failure) {
  constexpr auto Last = static_cast<std::int64_t>(MemoryOrder::SeqCst);
  if (value < 0 || value > Last) return "this number is not a memory order";
  const auto order = static_cast<MemoryOrder>(value);
  const bool releases = order == MemoryOrder::Release || order == MemoryOrder::AcqRel;
  const bool acquires = order == MemoryOrder::Consume || order == MemoryOrder::Acquire ||
                        order == MemoryOrder::AcqRel;
  if (is_failure) return "";
  switch (builtin) {
    case Builtin::AtomicLoad:
    case Builtin::LoadInto: return releases ? "a load cannot release: not an order for it" : "";
    case Builtin::AtomicStore:
    case Builtin::StoreFrom:
    case Builtin::FlagClear: return acquires ? "a store cannot acquire: not an order for it" : "";
    default: return "";
  }
}

MemoryOrder of_failed(MemoryOrder order) {
  if (order == MemoryOrder::Release) return MemoryOrder::Relaxed;
  return order == MemoryOrder::AcqRel ? MemoryOrder::Acquire : order;
}

std::string_view hint_for(Builtin builtin, bool is_failure) {
  if (is_failure) return "memory_order_relaxed to memory_order_seq_cst are 0 to 5";
  switch (builtin) {
    case Builtin::AtomicLoad:
    case Builtin::LoadInto: return "use memory_order_acquire, relaxed or seq_cst";
    case Builtin::AtomicStore:
    case Builtin::StoreFrom:
    case Builtin::FlagClear: return "use memory_order_release, relaxed or seq_cst";
    default: return "memory_order_relaxed to memory_order_seq_cst are 0 to 5";
  }
}

const BuiltinInfo* find_builtin(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const BuiltinInfo*> out;
    for (const BuiltinInfo& info : BuiltinTable) out.emplace(info.name, &info);
    return out;
  }();
  // Clang's own names for the generic functions, in its headers.
  constexpr std::string_view Clang = "__c11_atomic_";
  std::string known(name);
  if (name.starts_with(Clang)) {
    known = "atomic_" + std::string(name.substr(Clang.size()));
    if (index.contains(known + "_explicit")) known += "_explicit";
  }
  const auto found = index.find(known);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace drover::c
