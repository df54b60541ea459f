// expect: refused asm
// expect: refused asm options: -DWHICH=1
// expect: refused asm options: -DWHICH=2
// expect: refused asm options: -DWHICH=3
// expect: refused asm options: -DWHICH=4
// expect: refused asm options: -DWHICH=5
// Assembly that is not understood: arithmetic of registers, results without a value, instructions
// that are not atomic, other registers.
int main(void) {
  int x = 1, y = 2;
#ifndef WHICH
  __asm__ volatile("addl $1, %0" : "+r"(x));
#elif WHICH == 1
  __asm__ volatile("" : "=r"(x));
#elif WHICH == 2
  __asm__ volatile("incl %0" : "+m"(x));
#elif WHICH == 3
  __asm__ volatile("cpuid" : "=a"(x) : : "ebx", "ecx", "edx");
#elif WHICH == 4
  __asm__ volatile("lock; cmpxchgl %1, %0" : "+m"(x) : "r"(y));
#elif WHICH == 5
  __asm__ volatile("1: ldxr %w0, [%1]\n cbnz %w0, 1b" : "=&r"(y) : "r"(&x) : "memory");
#endif
  return x;
}
