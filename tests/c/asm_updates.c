// expect: safe
// Single instructions of x86 and AArch64 that access a scalar.
#include <assert.h>
#include <stdbool.h>
static int word = 10;
static unsigned long wide = 40;
static unsigned char byte = 250;
static int xadd(int *at, int by) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*at) : : "memory", "cc");
  return by;
}
static int xchg(int *at, int to) {
  int old;
  __asm__ volatile("xchgl %0, %1" : "=r"(old), "+m"(*at) : "0"(to) : "memory");
  return old;
}
static int cas(int *at, int old, int to) {
  int found;
  __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(found), "+m"(*at) : "r"(to), "0"(old) : "memory");
  return found;
}
static bool cas_succeeds(unsigned long *at, unsigned long old, unsigned long to) {
  bool done;
  __asm__ volatile("lock cmpxchgq %3, %0; setz %1" : "+m"(*at), "=a"(done) : "a"(old), "q"(to) : "memory", "cc");
  return done;
}
static bool cas_flag(int *at, int *old, int to) {
  bool done;
  __asm__ volatile("lock; cmpxchgl %[to], %[at]" : "=@ccz"(done), [at] "+m"(*at), "+a"(*old) : [to] "r"(to) : "memory");
  return done;
}
static bool dec_is_zero(int *at) {
  unsigned char is_zero;
  __asm__ volatile("lock; decl %0; sete %1" : "+m"(*at), "=qm"(is_zero) : : "memory");
  return is_zero != 0;
}
static int load(int *at) {
  int found;
  __asm__ volatile("movl %1, %0" : "=r"(found) : "m"(*at));
  return found;
}
static unsigned load_acquire(int *at) {
  unsigned found;
  __asm__ volatile("ldar %w0, [%1]" : "=r"(found) : "r"(at) : "memory");
  return found;
}
int main(void) {
  assert(xadd(&word, 5) == 10 && word == 15);
  assert(xchg(&word, 7) == 15 && word == 7);
  assert(cas(&word, 6, 1) == 7 && word == 7 && cas(&word, 7, 1) == 7 && word == 1);
  assert(!cas_succeeds(&wide, 41, 1) && cas_succeeds(&wide, 40, 2) && wide == 2);
  int old = 3;
  assert(!cas_flag(&word, &old, 9) && old == 1 && cas_flag(&word, &old, 9) && old == 1 && word == 9);
  __asm__ volatile("lock; incl %0" : "=m"(word) : : "memory");
  __asm__ volatile("lock; addl %1, %0" : "=m"(word) : "ir"(20));
  __asm__ volatile("lock; subl $1, %0" : "+m"(word));
  assert(word == 29);
  __asm__ volatile("lock orb %b1, %0" : "+m"(byte) : "iq"(5));
  __asm__ volatile("lock; andb $0xf0, %0" : "+m"(byte));
  __asm__ volatile("lock; xorb $1, %0" : "+m"(byte));
  assert(byte == 0xf1);
  word = 2;
  assert(!dec_is_zero(&word) && dec_is_zero(&word) && load(&word) == 0);
  __asm__ volatile("movl %1, %0" : "=m"(word) : "ir"(4));
  assert(load_acquire(&word) == 4);
  __asm__ volatile("stlr %w1, %0" : "=Q"(word) : "r"(6));
  assert(load(&word) == 6);
  return 0;
}
