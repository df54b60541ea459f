typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
static inline int abs(int number) { return number < 0 ? -number : number; }
static inline long labs(long number) { return number < 0 ? -number : number; }
static inline int atexit(void (*function)(void)) { return 0; }
struct buffer { unsigned n; int data[]; };
int main(void) {
  struct buffer *b = malloc(sizeof *b + 3 * sizeof(int));
  b->n = 3;
  for (unsigned i = 0; i < b->n; i++) b->data[i] = (int)i;
  __drover_assert(!!(b->data[2] == 2), "b->data[2] == 2");
  free(b);
  return 0;
}
