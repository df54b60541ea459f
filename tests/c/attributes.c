// expect: safe
// Attributes that change nothing, in all their places.
#include <assert.h>
#include <stdlib.h>

#define unlikely(c) __builtin_expect(c, 0)
struct __attribute__((unused, designated_init)) s {
  int a __attribute__((unused));
  __attribute__((deprecated("no"))) int b;
} __attribute__((may_alias));
enum e { A __attribute__((unused)), B __attribute__((deprecated)) = 4 } __attribute__((unused));
typedef int number __attribute__((unused));
static int __attribute__((noinline)) f(int x __attribute__((unused))) { return x; }
static inline __attribute__((always_inline, pure, nonnull(1))) int g(int *p) { return *p; }
__attribute__((format(printf, 1, 2))) extern int show(const char *format, ...);
extern __attribute__((noreturn)) void stop(void);
__attribute__((weak)) int shared __attribute__((section("data"), visibility("hidden"))) = 3;
static void *__attribute__((malloc, alloc_size(1))) get(size_t n) { return malloc(n); }
static int (*__attribute__((unused)) pointer)(int) = f;
_Noreturn static void ends(void) { abort(); }
__attribute__((constructor, used)) static void nothing(void) {}
int *__attribute__((unused)) q, *__attribute__((unused)) r;

int main(void) {
  __attribute__((unused)) int a = 1, b __attribute__((unused)) = 2, __attribute__((unused)) c = 3;
  register int n = 0;
  switch (a) {
    case 1:
      n++;
      __attribute__((fallthrough));
    case 2: n++; break;
    default: ends();
  }
  if (unlikely(n == 7)) goto out;
  [[maybe_unused]] int d = B;
  char *memory = get(4);
  free(memory);
  number m = g(&shared) + f(n) + pointer(d);
  assert(m == 9);
out:
  __attribute__((unused));
  return sizeof(int __attribute__((unused))) == 4 ? 0 : 1;
}
