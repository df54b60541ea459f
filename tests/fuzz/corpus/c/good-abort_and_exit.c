typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
static inline int abs(int number) { return number < 0 ? -number : number; }
static inline long labs(long number) { return number < 0 ? -number : number; }
static inline int atexit(void (*function)(void)) { return 0; }
int main(void) {
  if (sizeof(int) == 4) abort();
  exit(0);
}
