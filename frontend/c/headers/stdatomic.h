#ifndef __DROVER_STDATOMIC_H
#define __DROVER_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
typedef enum {
  memory_order_relaxed = 0,
  memory_order_consume = 1,
  memory_order_acquire = 2,
  memory_order_release = 3,
  memory_order_acq_rel = 4,
  memory_order_seq_cst = 5
} memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar, atomic_int8_t, atomic_int_least8_t, atomic_int_fast8_t;
typedef _Atomic(unsigned char) atomic_uchar, atomic_uint8_t, atomic_uint_least8_t,
    atomic_uint_fast8_t;
typedef _Atomic(short) atomic_short, atomic_int16_t, atomic_int_least16_t;
typedef _Atomic(unsigned short) atomic_ushort, atomic_uint16_t, atomic_uint_least16_t;
typedef _Atomic(int) atomic_int, atomic_int32_t, atomic_int_least32_t;
typedef _Atomic(unsigned int) atomic_uint, atomic_uint32_t, atomic_uint_least32_t;
typedef _Atomic(long) atomic_long, atomic_int64_t, atomic_int_least64_t, atomic_int_fast16_t,
    atomic_int_fast32_t, atomic_int_fast64_t, atomic_intptr_t, atomic_ptrdiff_t, atomic_intmax_t;
typedef _Atomic(unsigned long) atomic_ulong, atomic_uint64_t, atomic_uint_least64_t,
    atomic_uint_fast16_t, atomic_uint_fast32_t, atomic_uint_fast64_t, atomic_uintptr_t,
    atomic_size_t, atomic_uintmax_t;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(wchar_t) atomic_wchar_t;
typedef struct {
  _Atomic(unsigned char) __value;
} atomic_flag;
#define ATOMIC_FLAG_INIT \
  { 0 }
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define atomic_is_lock_free(object) ((void)(object), 1)
#define kill_dependency(value) (value)
#endif
