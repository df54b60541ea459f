// expect: safe
// Macros of headers that are not numbers.
#include <assert.h>
#include <genmc.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#define SAME(text, other) (sizeof text == sizeof other && memcmp(text, other, sizeof other) == 0)
struct pair { char first; long second; };
static thread_local int mine = 1;
static atomic_int x;
static int other(void *unused) { return mine++; }
static_assert(sizeof(int) == 4, "LP64");
int main(void) {
  thrd_t thread;
  int code = 9, expected = 0;
  bool truth = 2;
  FILE *nowhere = NULL;
  assert(truth == true && !truth == false && nowhere == 0 && offsetof(struct pair, second) == 8);
  mine = 5;
  thrd_create(&thread, other, NULL);
  thrd_join(thread, &code);
  assert(code == 1 && mine == 5);
  assert(abs(-3) == 3 && labs(-(1L << 40)) == 1L << 40 && abs(4) == 4);
  assert(INT8_C(5) == 5 && UINT8_C(6) == 6 && INT16_C(7) == 7 && UINT16_C(8) == 8 && INT32_C(9) == 9);
  assert(UINT32_C(5) == 5 && UINT32_C(5) - 6 > 0 && sizeof(INT64_C(5)) == 8 && INT64_C(5) == 5 && UINT64_C(5) == 5 && UINT64_C(5) - 6 > 0);
  assert(sizeof(INTMAX_C(5)) == 8 && INTMAX_C(5) == 5 && UINTMAX_C(5) == 5 && UINTMAX_C(5) - 6 > 0 && sizeof(UINT64_C(1)) == 8);
  assert(SAME(PRId8, "d") && SAME(PRIi8, "i") && SAME(PRIu8, "u") && SAME(PRIx8, "x"));
  assert(SAME(PRId16, "d") && SAME(PRIi16, "i") && SAME(PRIu16, "u") && SAME(PRIx16, "x"));
  assert(SAME(PRId32, "d") && SAME(PRIi32, "i") && SAME(PRIu32, "u") && SAME(PRIx32, "x"));
  assert(SAME(PRId64, "ld") && SAME(PRIi64, "li") && SAME(PRIu64, "lu") && SAME(PRIx64, "lx"));
  assert(SAME(PRIX64, "lX") && SAME(PRIdPTR, "ld") && SAME(PRIuPTR, "lu") && SAME(PRIxPTR, "lx"));
  assert(SAME(PRIo8, "o") && SAME(PRIdLEAST8, "d") && SAME(PRIuLEAST8, "u") && SAME(PRIxLEAST8, "x") && SAME(PRIX8, "X"));
  assert(SAME(PRIo16, "o") && SAME(PRIdLEAST16, "d") && SAME(PRIuLEAST16, "u") && SAME(PRIxLEAST16, "x") && SAME(PRIX16, "X"));
  assert(SAME(PRIo32, "o") && SAME(PRIdLEAST32, "d") && SAME(PRIuLEAST32, "u") && SAME(PRIxLEAST32, "x") && SAME(PRIX32, "X"));
  assert(SAME(PRIo64, "lo") && SAME(PRIdLEAST64, "ld") && SAME(PRIuLEAST64, "lu") && SAME(PRIxLEAST64, "lx"));
  assert(SAME(PRIdMAX, "ld") && SAME(PRIiMAX, "li") && SAME(PRIuMAX, "lu") && SAME(PRIxMAX, "lx"));
  __VERIFIER_helped_CAS(atomic_compare_exchange_strong(&x, &expected, 1));
  assert(x == 1);
  __VERIFIER_helping_CAS(atomic_fetch_add(&x, 1));
  assert(x == 2 && __VERIFIER_final_CAS(atomic_fetch_add(&x, 1)) == 2);
  assert(__VERIFIER_confirming_CAS(atomic_fetch_add(&x, 1)) == 3 && x == 4);
  assert(__VERIFIER_speculative_read(x) == 4 && __VERIFIER_confirming_read(x) == 4);
  assert((__VERIFIER_local_write(x = 5), x == 5) && (__VERIFIER_final_write(x = 6), x == 6));
  __VERIFIER_hp_t *hazard = __VERIFIER_hp_alloc();
  static _Atomic(int *) place;
  static int cell = 3;
  place = &cell;
  assert(*__VERIFIER_hp_protect(hazard, &place) == 3);
  __VERIFIER_hp_clear(hazard);
  __VERIFIER_hp_free(hazard);
  return 0;
}
