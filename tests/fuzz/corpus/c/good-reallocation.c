typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
static inline int abs(int number) { return number < 0 ? -number : number; }
static inline long labs(long number) { return number < 0 ? -number : number; }
static inline int atexit(void (*function)(void)) { return 0; }
int main(void) {
  int *a = realloc(((void*)0), 2 * sizeof *a);
  a[0] = 1;
  a[1] = 2;
  a = realloc(a, 4 * sizeof *a);
  a[3] = 4;
  __drover_assert(!!(a[0] == 1 && a[1] == 2 && a[3] == 4), "a[0] == 1 && a[1] == 2 && a[3] == 4");
  a = realloc(a, sizeof *a);
  __drover_assert(!!(a[0] == 1), "a[0] == 1");
  free(a);
  return 0;
}
