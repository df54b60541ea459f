#ifndef __DROVER_GENMC_H
#define __DROVER_GENMC_H
/* The functions of the checker GenMC. GenMC trusts its annotations; Drover ignores them and runs
   the annotated code, unless DROVER_TRUST_HELPING is defined. */
typedef unsigned long __VERIFIER_thread_t;
#define __VERIFIER_helped_CAS(cas) \
  do {                             \
    cas;                           \
  } while (0)
/* With this macro a helper waits until the helped thread has done it, as under GenMC. */
#ifdef DROVER_TRUST_HELPING
#define __VERIFIER_helping_CAS(cas) __VERIFIER_assume(0)
#else
#define __VERIFIER_helping_CAS(cas) \
  do {                              \
    cas;                            \
  } while (0)
#endif
#define __VERIFIER_final_CAS(cas) (cas)
#define __VERIFIER_confirming_CAS(cas) (cas)
#define __VERIFIER_speculative_read(read) (read)
#define __VERIFIER_confirming_read(read) (read)
#define __VERIFIER_local_write(write) (write)
#define __VERIFIER_final_write(write) (write)
#define __VERIFIER_optional(statement) \
  do {                                 \
    statement;                         \
  } while (0)
/* Hazard pointers: protecting a pointer reads it. Retired memory stays allocated, so an unprotected
   use of it is not detected. */
typedef struct {
  int __unused;
} __VERIFIER_hp_t;
static __VERIFIER_hp_t __drover_hazard;
#define __VERIFIER_hp_alloc() (&__drover_hazard)
#define __VERIFIER_hp_protect(hazard, place) ((void)(hazard), __atomic_load_n(place, 2))
#define __VERIFIER_hp_clear(hazard) ((void)(hazard))
#define __VERIFIER_hp_free(hazard) ((void)(hazard))
/* A lock for specifications, whose calls run in one step: it does nothing, so that it promises
   nothing. */
#include <stdbool.h>
typedef struct {
  int __unused;
} __VERIFIER_plock_t;
#define __VERIFIER_plock_lock(lock) ((void)(lock))
#define __VERIFIER_plock_unlock(lock) ((void)(lock))
static inline void __drover_retire(void* pointer) {}
#define __VERIFIER_hp_retire(pointer) __drover_retire((void*)(pointer))
#endif
