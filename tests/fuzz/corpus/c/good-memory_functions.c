typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
static inline int abs(int number) { return number < 0 ? -number : number; }
static inline long labs(long number) { return number < 0 ? -number : number; }
static inline int atexit(void (*function)(void)) { return 0; }
static inline size_t __drover_strlen(const char* text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}
static inline size_t strnlen(const char* text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0) length++;
  return length;
}
static inline int strncmp(const char* left, const char* right, size_t most) {
  for (size_t i = 0; i < most; i++) {
    unsigned char a = (unsigned char)left[i], b = (unsigned char)right[i];
    if (a != b) return a < b ? -1 : 1;
    if (a == 0) break;
  }
  return 0;
}
static inline int strcmp(const char* left, const char* right) {
  size_t i = 0;
  while (left[i] != 0 && left[i] == right[i]) i++;
  unsigned char a = (unsigned char)left[i], b = (unsigned char)right[i];
  return a == b ? 0 : a < b ? -1 : 1;
}
static inline char* strcpy(char* to, const char* from) {
  size_t i = 0;
  do to[i] = from[i];
  while (from[i++] != 0);
  return to;
}
static inline char* strncpy(char* to, const char* from, size_t most) {
  size_t i = 0;
  for (; i < most && from[i] != 0; i++) to[i] = from[i];
  for (; i < most; i++) to[i] = 0;
  return to;
}
static inline char* strcat(char* to, const char* from) {
  strcpy(to + __drover_strlen(to), from);
  return to;
}
static inline char* strchr(const char* text, int wanted) {
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted) return (char*)&text[i];
    if (text[i] == 0) return (char*)0;
  }
}
struct s { int a; char b; long c[2]; };
int main(void) {
  int x[4] = {1, 2, 3, 4}, y[4];
  memcpy(y, x, sizeof y);
  __drover_assert(!!(memcmp(x, y, sizeof x) == 0), "memcmp(x, y, sizeof x) == 0");
  memmove(x + 1, x, 3 * sizeof *x);
  __drover_assert(!!(x[0] == 1 && x[1] == 1 && x[3] == 3), "x[0] == 1 && x[1] == 1 && x[3] == 3");
  memset(y, 0xff, sizeof y);
  __drover_assert(!!(y[2] == -1), "y[2] == -1");
  memset(y, 1, 2 * sizeof(int));
  __drover_assert(!!(y[1] == 0x01010101 && y[2] == -1), "y[1] == 0x01010101 && y[2] == -1");
  struct s s, t = {1, 2, {3, 4}};
  memset(&s, 0, sizeof s);
  __drover_assert(!!(s.c[1] == 0), "s.c[1] == 0");
  s = t;
  size_t n = 2;
  memcpy(y, x, n * sizeof(int));
  __drover_assert(!!(y[0] == 1 && y[1] == 1 && y[2] == -1), "y[0] == 1 && y[1] == 1 && y[2] == -1");
  char text[8] = "abc";
  __drover_assert(!!(strlen("hello") == 5 && strlen(text) == 3 && strcmp(text, "abd") < 0), "strlen(\"hello\") == 5 && strlen(text) == 3 && strcmp(text, \"abd\") < 0");
  strcpy(text, "xy");
  __drover_assert(!!(text[0] == 'x' && text[2] == 0 && strchr(text, 'y') == text + 1), "text[0] == 'x' && text[2] == 0 && strchr(text, 'y') == text + 1");
  unsigned char lo[2] = {1, 200}, hi[2] = {1, 100};
  __drover_assert(!!(memcmp(lo, hi, 2) > 0), "memcmp(lo, hi, 2) > 0");
  int *heap = malloc(3 * sizeof *heap);
  memset(heap, 0, 3 * sizeof *heap);
  __drover_assert(!!(heap[2] == 0), "heap[2] == 0");
  free(heap);
  return 0;
}
