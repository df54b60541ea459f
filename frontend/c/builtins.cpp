#include "frontend/c/builtins.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>

#include "support/format.h"
#include "support/text.h"

namespace drover::c {

namespace {

namespace table {

using enum Builtin;
using MemoryOrder::Acquire;

// Functions of the same meaning; blanks separate their names.
struct Row {
  std::string_view names;
  BuiltinUse use;
  std::string_view signature;
  std::uint8_t orders;
};
const auto Rows = std::to_array<Row>({
    {"atomic_load", {AtomicLoad}, "ta", 0},
    {"atomic_load_explicit __atomic_load_n", {AtomicLoad}, "ta", 1},
    {"atomic_store", {AtomicStore}, "vat", 0},
    {"atomic_store_explicit __atomic_store_n", {AtomicStore}, "vat", 1},
    {"atomic_exchange", {AtomicExchange}, "tat", 0},
    {"atomic_exchange_explicit __atomic_exchange_n", {AtomicExchange}, "tat", 1},
    {"__sync_lock_test_and_set", {.builtin = AtomicExchange, .order = Acquire}, "tat", 0},
    {"atomic_init", {AtomicInit}, "vat", 0},
    {"atomic_compare_exchange_strong", {CompareExchange}, "ba__", 0},
    {"atomic_compare_exchange_strong_explicit", {CompareExchange}, "ba__", 2},
    {"atomic_compare_exchange_weak", {.builtin = CompareExchange, .is_weak = true}, "ba__", 0},
    {"atomic_compare_exchange_weak_explicit",
     {.builtin = CompareExchange, .is_weak = true},
     "ba__",
     2},
    {"__atomic_compare_exchange_n __atomic_compare_exchange", {CompareExchange}, "ba___", 2},
    {"__sync_val_compare_and_swap",
     {.builtin = CompareAndSwap, .is_full_barrier = true},
     "tatt",
     0},
    {"__sync_bool_compare_and_swap",
     {.builtin = CompareAndSwap, .gives_success = true, .is_full_barrier = true},
     "batt",
     0},
    {"__atomic_load", {LoadInto}, "va_", 1},
    {"__atomic_store", {StoreFrom}, "va_", 1},
    {"__atomic_exchange", {ExchangeInto}, "va__", 1},
    {"atomic_thread_fence __atomic_thread_fence", {Fence}, "v", 1},
    {"__sync_synchronize", {Fence}, "v", 0},
    {"atomic_flag_test_and_set", {FlagTestAndSet}, "ba", 0},
    {"atomic_flag_test_and_set_explicit __atomic_test_and_set", {FlagTestAndSet}, "ba", 1},
    {"atomic_flag_clear", {FlagClear}, "va", 0},
    {"atomic_flag_clear_explicit __atomic_clear", {FlagClear}, "va", 1},
    {"__sync_lock_release", {.builtin = FlagClear, .order = MemoryOrder::Release}, "va", 0},
    {"__drover_lock", {.builtin = Lock, .order = Acquire}, "tatt", 0},
    {"__drover_lock_or", {.builtin = LockOr, .order = Acquire}, "tatt", 0},
    {"__drover_lock_kind", {.builtin = LockKind, .order = Acquire}, "tat", 0},
    {"__drover_lock_shared", {.builtin = LockShared, .order = Acquire}, "ta", 0},
    {"__drover_wait_until", {.builtin = WaitUntil, .order = Acquire}, "tat", 0},
    {"__drover_wait_while", {.builtin = WaitWhile, .order = Acquire}, "tat", 0},
    {"__drover_claim", {.builtin = Claim, .order = Acquire}, "tat", 0},
    {"__drover_take", {.builtin = Take, .order = Acquire}, "ta", 0},
    {"__drover_self", {Identity}, "s", 0},
    {"__drover_hold", {Hold}, "i_", 0},
    {"__drover_release", {Builtin::Release}, "i_", 0},
    {"__drover_wakes_spuriously", {WakesSpuriously}, "i", 0},
    {"__VERIFIER_atomic_begin", {AtomicBegin}, "v", 0},
    {"__VERIFIER_atomic_end", {AtomicEnd}, "v", 0},
    {"pthread_create", {Create}, "i____", 0},
    {"thrd_create __VERIFIER_spawn_symmetric", {Create}, "i___", 0},
    {"__VERIFIER_spawn", {Create}, "i__", 0},
    {"pthread_join thrd_join", {Join}, "is_", 0},
    {"__VERIFIER_join", {Join}, "ps", 0},
    {"pthread_exit thrd_exit", {ExitThread}, "vp", 0},
    {"pthread_self thrd_current", {Self}, "s", 0},
    {"sched_yield pthread_yield thrd_yield __builtin_ia32_pause", {Yield}, "i", 0},
    {"malloc", {Allocate}, "ps", 0},
    {"__drover_allocate_forever", {AllocateForever}, "ps", 0},
    {"calloc", {AllocateZeroed}, "pss", 0},
    {"aligned_alloc", {AllocateAligned}, "pss", 0},
    {"realloc", {Reallocate}, "p_s", 0},
    {"free", {Free}, "vp", 0},
    {"memcpy memmove __builtin_memcpy __builtin_memmove", {Copy}, "p__s", 0},
    {"memset __builtin_memset", {Fill}, "p_us", 0},
    {"memcmp __builtin_memcmp", {Compare}, "i__s", 0},
    {"strlen __builtin_strlen", {Length}, "s_", 0},
    {"__drover_assert", {Assert}, "v__", 0},
    {"__VERIFIER_assert", {Assert}, "v_", 0},
    {"__VERIFIER_assume", {Assume}, "vn", 0},
    {"assume_abort_if_not", {.builtin = Assume, .replaces_body = true}, "vn", 0},
    {"__drover_misuse", {Misuse}, "v_", 0},
    {"__drover_bad_memory", {BadMemory}, "v_", 0},
    {"__drover_bad_thread", {BadThread}, "v_", 0},
    {"abort __VERIFIER_error __builtin_trap __builtin_abort", {Abort}, "v", 0},
    {"reach_error", {.builtin = Abort, .replaces_body = true}, "v", 0},
    {"exit", {.builtin = Exit, .runs_handlers = true}, "v_", 0},
    {"_Exit quick_exit", {Exit}, "v_", 0},
    {"__builtin_unreachable", {Unreachable}, "v", 0},
    {"__drover_nondet", {Nondeterministic}, "i__", 0},
    {"__VERIFIER_nondet_bool", {Nondeterministic}, "i", 0},
    {"printf puts", {Print}, "i_", 0},
    {"fprintf fputs", {Print}, "i__", 0},
    {"putchar", {PrintOne}, "i_", 0},
    {"__builtin_expect", {Expect}, "i__", 0},
    {"__atomic_is_lock_free __atomic_always_lock_free", {IsLockFree}, "i__", 0},
    {"__builtin_constant_p", {IsConstant}, "i_", 0},
    {"__drover_is_mentioned", {IsMentioned}, "i_", 0},
    {"__VERIFIER_loop_begin __VERIFIER_spin_start", {Ignore}, "i", 0},
    {"atomic_signal_fence __atomic_signal_fence __drover_ignore __VERIFIER_spin_end "
     "__VERIFIER_loop_bound fflush perror usleep sleep __builtin_prefetch srand",
     {Ignore},
     "i_",
     0},
    {"nanosleep", {Ignore}, "i__", 0},
});

// Update functions: a name is `begin`, the name of an operation, and `end`.
struct UpdateForm {
  std::string_view begin, end;
  std::uint8_t orders;
  bool gives_new, is_full_barrier;
  std::string_view operations;
};
constexpr std::array UpdateForms{
    UpdateForm{"atomic_fetch_", "", 0, false, false, "add sub or xor and"},
    UpdateForm{"atomic_fetch_", "_explicit", 1, false, false, "add sub or xor and"},
    UpdateForm{"__atomic_fetch_", "", 1, false, false, "add sub or xor and nand max min"},
    UpdateForm{"__atomic_", "_fetch", 1, true, false, "add sub or xor and nand max min"},
    UpdateForm{"__sync_fetch_and_", "", 0, false, true,
               "add sub or xor and nand max min umax umin"},
    UpdateForm{"__sync_", "_and_fetch", 0, true, true, "add sub or xor and nand"}};

BuiltinUse use_of_operation(std::string_view name) {
  BuiltinUse use{.builtin = AtomicUpdate};
  if (name == "sub") use.op = RmwOperator::Subtract;
  if (name == "or") use.op = RmwOperator::Or;
  if (name == "xor") use.op = RmwOperator::Xor;
  if (name == "and" || name == "nand") use.op = RmwOperator::And;
  use.is_nand = name == "nand";
  if (name == "max") use.extreme = Extreme::Maximum;
  if (name == "min") use.extreme = Extreme::Minimum;
  if (name == "umax") use.extreme = Extreme::UnsignedMaximum;
  if (name == "umin") use.extreme = Extreme::UnsignedMinimum;
  return use;
}

// Known but unsupported functions, and an alternative.
struct Refusal {
  std::string_view names;
  std::string_view hint;
};
constexpr std::array Refusals{
    Refusal{"__VERIFIER_nondet_int __VERIFIER_nondet_uint __VERIFIER_nondet_char "
            "__VERIFIER_nondet_uchar __VERIFIER_nondet_short __VERIFIER_nondet_ushort "
            "__VERIFIER_nondet_long __VERIFIER_nondet_ulong __VERIFIER_nondet_longlong "
            "__VERIFIER_nondet_ulonglong __VERIFIER_nondet_unsigned __VERIFIER_nondet_size_t "
            "__VERIFIER_nondet_pointer __VERIFIER_nondet_u8 __VERIFIER_nondet_u16 "
            "__VERIFIER_nondet_u32 __VERIFIER_nondet_u64",
            "its values have no bound: write `__drover_nondet(low, high)`, or give a bound with "
            "`#define`"},
    Refusal{"rand random", "its values have no bound: write `__drover_nondet(low, high)`"},
    Refusal{"sprintf snprintf", "what it writes could not be read as memory: leave it out"},
    Refusal{"setjmp longjmp", "jumps out of functions are not supported"},
    Refusal{"alloca __builtin_alloca", "allocate with `malloc`, or declare an array"},
    Refusal{"scanf", "a checked program has no input"},
    Refusal{"getenv", "a checked program has no environment"},
    Refusal{"time clock", "a checked program has no clock"},
    Refusal{"fork", "processes are not supported: create threads"},
    Refusal{"signal pthread_kill", "signals are not supported"},
    Refusal{"pthread_cancel", "cancellation is not supported: let the thread look at a flag"},
    Refusal{"pthread_cond_timedwait cnd_timedwait",
            "a checked program has no clock: wait without a time, or do not wait at all"},
    Refusal{"pthread_mutex_timedlock mtx_timedlock",
            "a checked program has no clock: lock without a time, or try to"},
    Refusal{"pthread_mutexattr_setrobust",
            "no thread ends while others run on that wait for its locks: leave it out"},
    Refusal{"pthread_rwlockattr_setkind_np",
            "neither readers nor writers have priority: leave it out"},
    Refusal{"at_quick_exit", "`quick_exit` only ends the program: write `atexit` and `exit`"}};

using BuiltinTable = std::map<std::string, BuiltinInfo, std::less<>>;

BuiltinTable make_table() {
  BuiltinTable all;
  const auto put = [&](const std::string& name, const BuiltinUse& use, std::string_view signature,
                       std::uint8_t orders, std::string_view hint = {}) {
    const auto arguments = static_cast<std::uint8_t>(signature.size() - 1);
    all.emplace(name, BuiltinInfo{name, use, signature, arguments, orders, hint});
  };
  for (const Row& row : Rows) {
    for (const std::string& name : words_of(row.names)) {
      put(name, row.use, row.signature, row.orders);
    }
  }
  for (const UpdateForm& form : UpdateForms) {
    for (const std::string& operation : words_of(form.operations)) {
      BuiltinUse use = use_of_operation(operation);
      use.gives_new = form.gives_new;
      use.is_full_barrier = form.is_full_barrier;
      put(format("{}{}{}", form.begin, operation, form.end), use, "ta_", form.orders);
    }
  }
  for (const Refusal& refusal : Refusals) {
    for (const std::string& name : words_of(refusal.names)) {
      put(name, {Refused}, "i", 0, refusal.hint);
    }
  }
  return all;
}

}  // namespace table

}  // namespace

BuiltinFamily family_of(Builtin builtin) {
  struct Begin {
    Builtin builtin;
    BuiltinFamily family;
  };
  constexpr std::array Begins{Begin{Builtin::None, BuiltinFamily::Other},
                              Begin{Builtin::AtomicLoad, BuiltinFamily::Access},
                              Begin{Builtin::Fence, BuiltinFamily::Fence},
                              Begin{Builtin::Lock, BuiltinFamily::Wait},
                              Begin{Builtin::AtomicBegin, BuiltinFamily::Section},
                              Begin{Builtin::Create, BuiltinFamily::Thread},
                              Begin{Builtin::Allocate, BuiltinFamily::Allocation},
                              Begin{Builtin::Reallocate, BuiltinFamily::Memory},
                              Begin{Builtin::Assert, BuiltinFamily::Other}};
  return std::prev(std::ranges::upper_bound(Begins, builtin, {}, &Begin::builtin))->family;
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
  static const table::BuiltinTable known_names = table::make_table();
  // Clang's names for the generic functions, in its headers.
  constexpr std::string_view Clang = "__c11_atomic_";
  std::string known(name);
  if (name.starts_with(Clang)) {
    known = "atomic_" + std::string(name.substr(Clang.size()));
    if (known_names.contains(known + "_explicit")) known += "_explicit";
  }
  const auto found = known_names.find(known);
  return found == known_names.end() ? nullptr : &found->second;
}

}  // namespace drover::c
