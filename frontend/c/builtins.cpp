#include "frontend/c/builtins.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <map>
#include <string>

#include "support/format.h"
#include "support/text.h"

namespace drover::c {

namespace {

namespace table {

using enum Builtin;
using enum BitFunction;
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
    {"__sync_synchronize __builtin_ia32_mfence", {Fence}, "v", 0},
    {"__builtin_ia32_lfence", {.builtin = Fence, .order = Acquire}, "v", 0},
    {"__builtin_ia32_sfence", {.builtin = Fence, .order = MemoryOrder::Release}, "v", 0},
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
    {"__drover_times_out", {TimesOut}, "i", 0},
    {"__VERIFIER_atomic_begin", {AtomicBegin}, "v", 0},
    {"__VERIFIER_atomic_end", {AtomicEnd}, "v", 0},
    {"__VERIFIER_method_begin", {OperationBegin}, "v_n", 0},
    {"__VERIFIER_method_end", {OperationEnd}, "v_n", 0},
    {"pthread_create", {Create}, "i____", 0},
    {"thrd_create __VERIFIER_spawn_symmetric", {Create}, "i___", 0},
    {"__VERIFIER_spawn", {Create}, "i__", 0},
    {"pthread_join thrd_join", {Join}, "is_", 0},
    {"__VERIFIER_join", {Join}, "ps", 0},
    {"pthread_exit thrd_exit", {ExitThread}, "vp", 0},
    {"pthread_self thrd_current", {Self}, "s", 0},
    {"__VERIFIER_tid", {ThreadNumber}, "i", 0},
    {"sched_yield pthread_yield thrd_yield __builtin_ia32_pause", {Yield}, "i", 0},
    {"malloc", {Allocate}, "ps", 0},
    {"__drover_allocate_forever", {AllocateForever}, "ps", 0},
    {"calloc", {AllocateZeroed}, "pss", 0},
    {"aligned_alloc", {AllocateAligned}, "pss", 0},
    {"realloc", {Reallocate}, "p_s", 0},
    {"free", {Free}, "vp", 0},
    {"memcpy memmove __builtin_memcpy __builtin_memmove", {Copy}, "p__s", 0},
    {"memcpy_s", {Copy}, "i_s_s", 0},
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
    {"_Exit quick_exit _exit", {Exit}, "v_", 0},
    {"err errx", {.builtin = Exit, .runs_handlers = true}, "v__", 0},
    {"__builtin_unreachable", {Unreachable}, "v", 0},
    {"__drover_nondet", {Nondeterministic}, "i__", 0},
    {"__VERIFIER_nondet_bool", {Nondeterministic}, "i", 0},
    {"__VERIFIER_nondet_int rand sched_getcpu", {AnyNumber}, "i", 0},
    {"__VERIFIER_nondet_char", {AnyNumber}, "c", 0},
    {"__VERIFIER_nondet_uchar __VERIFIER_nondet_u8", {AnyNumber}, "u", 0},
    {"__VERIFIER_nondet_short", {AnyNumber}, "k", 0},
    {"__VERIFIER_nondet_ushort __VERIFIER_nondet_u16", {AnyNumber}, "h", 0},
    {"__VERIFIER_nondet_uint __VERIFIER_nondet_unsigned __VERIFIER_nondet_u32",
     {AnyNumber},
     "w",
     0},
    {"__VERIFIER_nondet_long __VERIFIER_nondet_longlong random lrand48", {AnyNumber}, "l", 0},
    {"__VERIFIER_nondet_ulong __VERIFIER_nondet_ulonglong __VERIFIER_nondet_size_t "
     "__VERIFIER_nondet_u64",
     {AnyNumber},
     "s",
     0},
    {"rand_r", {AnyNumber}, "i_", 0},
    {"__drover_time", {Time}, "l", 0},
    {"__drover_refuse", {Refuse}, "v__", 0},
    {"__drover_note", {Note}, "v_", 0},
    {"syscall", {SystemCall}, "l_", 0},
    {"printf puts", {Print}, "i_", 0},
    {"fprintf fputs dprintf vprintf", {Print}, "i__", 0},
    {"vfprintf vdprintf", {Print}, "i___", 0},
    {"putchar", {PrintOne}, "i_", 0},
    {"snprintf", {Format}, "ips_", 0},
    {"sprintf", {Format}, "ip_", 0},
    {"asprintf", {Format}, "i__", 0},
    {"vsnprintf", {Format}, "ips__", 0},
    {"vsprintf", {Format}, "ip__", 0},
    {"vasprintf", {Format}, "i___", 0},
    {"__builtin_expect __builtin_expect_with_probability", {Expect}, "i__", 0},
    {"__builtin_assume_aligned", {Expect}, "pp_", 0},
    {"__builtin_object_size __builtin_dynamic_object_size", {ObjectSize}, "s__", 0},
    {"__builtin_return_address __builtin_frame_address", {OpaquePointer}, "p_", 0},
    {"alloca __builtin_alloca", {AllocateInFunction}, "ps", 0},
    {"__builtin_clz", {.builtin = OfBits, .bits = LeadingZeros}, "iw", 0},
    {"__builtin_clzl __builtin_clzll", {.builtin = OfBits, .bits = LeadingZeros}, "is", 0},
    {"__builtin_ctz", {.builtin = OfBits, .bits = TrailingZeros}, "iw", 0},
    {"__builtin_ctzl __builtin_ctzll", {.builtin = OfBits, .bits = TrailingZeros}, "is", 0},
    {"__builtin_ffs ffs", {.builtin = OfBits, .bits = FirstSet}, "ii", 0},
    {"__builtin_ffsl __builtin_ffsll ffsl ffsll", {.builtin = OfBits, .bits = FirstSet}, "il", 0},
    {"__builtin_popcount", {.builtin = OfBits, .bits = SetBits}, "iw", 0},
    {"__builtin_popcountl __builtin_popcountll", {.builtin = OfBits, .bits = SetBits}, "is", 0},
    {"__builtin_parity", {.builtin = OfBits, .bits = Parity}, "iw", 0},
    {"__builtin_parityl __builtin_parityll", {.builtin = OfBits, .bits = Parity}, "is", 0},
    {"__builtin_clrsb", {.builtin = OfBits, .bits = RedundantSigns}, "ii", 0},
    {"__builtin_clrsbl __builtin_clrsbll", {.builtin = OfBits, .bits = RedundantSigns}, "il", 0},
    {"__builtin_bswap16", {.builtin = OfBits, .bits = ReversedBytes}, "hh", 0},
    {"__builtin_bswap32", {.builtin = OfBits, .bits = ReversedBytes}, "ww", 0},
    {"__builtin_bswap64", {.builtin = OfBits, .bits = ReversedBytes}, "ss", 0},
    {"__builtin_rotateleft8", {RotateLeft}, "uuu", 0},
    {"__builtin_rotateleft16", {RotateLeft}, "hhh", 0},
    {"__builtin_rotateleft32", {RotateLeft}, "www", 0},
    {"__builtin_rotateleft64", {RotateLeft}, "sss", 0},
    {"__builtin_rotateright8", {RotateRight}, "uuu", 0},
    {"__builtin_rotateright16", {RotateRight}, "hhh", 0},
    {"__builtin_rotateright32", {RotateRight}, "www", 0},
    {"__builtin_rotateright64", {RotateRight}, "sss", 0},
    {"__builtin_add_overflow __builtin_add_overflow_p", {AddOverflows}, "b___", 0},
    {"__builtin_sadd_overflow", {AddOverflows}, "bii_", 0},
    {"__builtin_saddl_overflow __builtin_saddll_overflow", {AddOverflows}, "bll_", 0},
    {"__builtin_uadd_overflow", {AddOverflows}, "bww_", 0},
    {"__builtin_uaddl_overflow __builtin_uaddll_overflow", {AddOverflows}, "bss_", 0},
    {"__builtin_sub_overflow __builtin_sub_overflow_p", {SubtractOverflows}, "b___", 0},
    {"__builtin_ssub_overflow", {SubtractOverflows}, "bii_", 0},
    {"__builtin_ssubl_overflow __builtin_ssubll_overflow", {SubtractOverflows}, "bll_", 0},
    {"__builtin_usub_overflow", {SubtractOverflows}, "bww_", 0},
    {"__builtin_usubl_overflow __builtin_usubll_overflow", {SubtractOverflows}, "bss_", 0},
    {"__builtin_mul_overflow __builtin_mul_overflow_p", {MultiplyOverflows}, "b___", 0},
    {"__builtin_smul_overflow", {MultiplyOverflows}, "bii_", 0},
    {"__builtin_smull_overflow __builtin_smulll_overflow", {MultiplyOverflows}, "bll_", 0},
    {"__builtin_umul_overflow", {MultiplyOverflows}, "bww_", 0},
    {"__builtin_umull_overflow __builtin_umulll_overflow", {MultiplyOverflows}, "bss_", 0},
    {"__atomic_is_lock_free __atomic_always_lock_free", {IsLockFree}, "i__", 0},
    {"__builtin_constant_p", {IsConstant}, "i_", 0},
    {"__builtin_va_start", {VariableArguments}, "v__", 0},
    {"__builtin_va_end", {Ignore}, "v_", 0},
    {"__drover_is_mentioned", {IsMentioned}, "i_", 0},
    {"__VERIFIER_loop_begin __VERIFIER_spin_start", {Ignore}, "i", 0},
    {"atomic_signal_fence __atomic_signal_fence __drover_ignore __VERIFIER_spin_end "
     "__VERIFIER_loop_bound fflush perror __builtin_prefetch srand "
     "srandom srand48 warn warnx",
     {Ignore},
     "i_",
     0},
    {"madvise", {Ignore}, "i__", 0},
    {"sleep usleep", {Sleep}, "i_", 0},
    {"nanosleep", {Sleep}, "i__", 0},
    {"clock_nanosleep", {Sleep}, "i____", 0},
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
    Refusal{"__VERIFIER_nondet_pointer",
            "write `__VERIFIER_nondet_bool() ? &x : NULL`, with the objects that it may point to"},
    Refusal{"fclose fread freopen fseek ftell", "a checked program has no files: leave it out"},
    Refusal{"setjmp longjmp sigsetjmp siglongjmp", "jumps out of functions are not supported"},
    Refusal{"scanf sscanf fscanf getchar fgets", "a checked program has no input"},
    Refusal{"localtime localtime_r gmtime asctime ctime strftime",
            "a checked program has no clock, and prints nothing: leave it out"},
    Refusal{"raise kill pthread_kill sigwait sigsuspend pause",
            "no signal is sent to a checked program: call the handler, or let a thread wait"},
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

std::optional<std::int64_t> applied(BitFunction function, std::int64_t value, unsigned bits) {
  const std::uint64_t all = bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
  const std::uint64_t set = static_cast<std::uint64_t>(value) & all;
  const auto zeros = [&](std::uint64_t of) {
    return std::countl_zero(of) - (64 - static_cast<int>(bits));
  };
  switch (function) {
    case BitFunction::LeadingZeros: return set == 0 ? std::nullopt : std::optional(zeros(set));
    case BitFunction::TrailingZeros:
      return set == 0 ? std::nullopt : std::optional(std::countr_zero(set));
    case BitFunction::FirstSet: return set == 0 ? 0 : std::countr_zero(set) + 1;
    case BitFunction::SetBits: return std::popcount(set);
    case BitFunction::Parity: return std::popcount(set) % 2;
    case BitFunction::RedundantSigns: return zeros((value < 0 ? ~set : set) & all) - 1;
    case BitFunction::ReversedBytes: {
      std::uint64_t reversed = 0;
      for (unsigned at = 0; at < bits; at += 8) reversed = reversed << 8 | (set >> at & 0xff);
      return static_cast<std::int64_t>(reversed);
    }
  }
  return std::nullopt;
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
