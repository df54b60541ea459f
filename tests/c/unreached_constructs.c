// expect: safe
// The functions that `main` does not reach use what is not supported.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
void unknown(int);
extern struct later *elsewhere;
struct later;
typedef float quad __attribute__((vector_size(16)));
typedef union { int *a; struct later *b; } either __attribute__((transparent_union));
asm(".globl nothing");
int renamed(void) asm("other_name");

static int with_assembly(int x) {
  int y;
  register int r asm("ecx") = x;
  __asm__ volatile("addl %1, %0" : "=r"(y), "+r"(r) : "r"(x) : "memory", "cc");
  asm goto("jmp %l0" : : : : out);
out:
  return y;
}
static double with_floats(double a, float b, long double c) {
  if (a < b) return c;
  for (int i = 0; i < a; i++) b *= 2.5f;
  return a * b + (int)c;
}
static unsigned long with_wide(unsigned long a) {
  unsigned __int128 product = (unsigned __int128)a * a;
  return product >> 64;
}
static float with_vectors(quad a) { return a[0] + (a * a)[1]; }
static int with_labels(int i) {
  static void *table[] = {&&one, &&two};
  goto *table[i];
one:
  return 1;
two:
  return 2;
}
static int with_unknowns(void) {
  unknown(1);
  undeclared(2, "x");
  __builtin_unheard_of(3);
  return elsewhere != 0;
}
static int old_style(a, b)
  char a;
  long *b;
{
  return a + *b;
}
static void callee(either argument) { *argument.a = 1; }
static double _Complex with_complex(double _Complex z) { return z * z; }
unused_and_implicit(x) { return x; }

int main(void) {
  if (0) unknown(4);
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += i;
  assert(sum == 3);
  return 0;
}
