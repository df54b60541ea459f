#ifndef __DROVER_STDLIB_H
#define __DROVER_STDLIB_H
#include <__drover/errno_variable.h>
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
/* The environment is empty. */
static inline char* getenv(const char* name) { return NULL; }
/* What the addresses of these functions are. */
static inline void* __drover_called_malloc(size_t size) { return malloc(size); }
static inline void* __drover_called_calloc(size_t count, size_t size) {
  return calloc(count, size);
}
static inline void __drover_called_free(void* block) { free(block); }
static inline void* __drover_called_realloc(void* block, size_t size) {
  if (block == NULL) return malloc(size);
  if (size != 0)
    __drover_refuse("`realloc` of memory whose type is not known here is",
                    "call it directly, with a pointer to a type");
  free(block);
  return NULL;
}
static inline int abs(int number) { return number < 0 ? -number : number; }
static inline long labs(long number) { return number < 0 ? -number : number; }
static inline long long llabs(long long number) { return number < 0 ? -number : number; }
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
static inline div_t div(int number, int by) { return (div_t){number / by, number % by}; }
static inline ldiv_t ldiv(long number, long by) { return (ldiv_t){number / by, number % by}; }
static inline lldiv_t lldiv(long long number, long long by) {
  return (lldiv_t){number / by, number % by};
}
static inline void* bsearch(const void* wanted, const void* block, size_t count, size_t size,
                            int (*compare)(const void*, const void*)) {
  size_t begin = 0, end = count;
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    const void* at = (const char*)block + middle * size;
    int order = compare(wanted, at);
    if (order == 0) return (void*)at;
    if (order < 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return NULL;
}
static inline unsigned long __drover_number(const char* text, char** end, int base,
                                            int* is_negative, int* is_too_large) {
  unsigned long value = 0;
  const char* at = text;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') *is_negative = *at++ == '-';
  int is_hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
  if (is_hex && (base == 0 || base == 16)) {
    base = 16;
    at += 2;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  const char* digits = at;
  for (;; at++) {
    int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10
                                           : 99;
    if (digit >= base) break;
    if (value > (-1ul - (unsigned long)digit) / (unsigned long)base) *is_too_large = 1;
    value = value * (unsigned long)base + (unsigned long)digit;
  }
  if (end) *end = (char*)(at == digits ? text : at);
  return value;
}
static inline long strtol(const char* text, char** end, int base) {
  int is_negative = 0, is_too_large = 0;
  unsigned long value = __drover_number(text, end, base, &is_negative, &is_too_large);
  unsigned long most = (-1ul >> 1) + (unsigned long)is_negative;
  if (is_too_large || value > most) {
    errno = 34; /* ERANGE */
    return (long)most;
  }
  return (long)(is_negative ? -value : value);
}
static inline unsigned long strtoul(const char* text, char** end, int base) {
  int is_negative = 0, is_too_large = 0;
  unsigned long value = __drover_number(text, end, base, &is_negative, &is_too_large);
  if (is_too_large) {
    errno = 34; /* ERANGE */
    return -1ul;
  }
  return is_negative ? -value : value;
}
static inline int atoi(const char* text) { return (int)strtol(text, NULL, 10); }
static inline long atol(const char* text) { return strtol(text, NULL, 10); }
static inline int posix_memalign(void** place, size_t alignment, size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return 22; /* EINVAL */
  *place = malloc(size);
  return 0;
}
static inline size_t __drover_product(size_t a, size_t b) {
  if (a != 0 && b > (size_t)-1 / a) __drover_bad_memory("the size of the block is too large");
  return a * b;
}
#define reallocarray(block, count, size) realloc(block, __drover_product(count, size))
static inline double atof(const char* text) { return (double)*text; }
static inline void* memalign(size_t alignment, size_t size) { return malloc(size); }

/* Functions that run at the end of the program, the last first. */
#define __DROVER_EXIT_FUNCTIONS 32
static _Atomic(unsigned) __drover_exit_count;
static _Atomic(unsigned long) __drover_exit_functions[__DROVER_EXIT_FUNCTIONS];
static inline int atexit(void (*function)(void)) {
  unsigned at = __atomic_fetch_add(&__drover_exit_count, 1, 4);
  if (at >= __DROVER_EXIT_FUNCTIONS) return 1;
  __atomic_store_n(&__drover_exit_functions[at], (unsigned long)function, 3);
  return 0;
}
static inline void __drover_run_exit_functions(void) {
  while (1) {
    unsigned count = __atomic_load_n(&__drover_exit_count, 2);
    if (count == 0) break;
    __atomic_store_n(&__drover_exit_count, count - 1, 3);
    if (count > __DROVER_EXIT_FUNCTIONS) continue;
    void (*function)(void) =
        (void (*)(void))__atomic_load_n(&__drover_exit_functions[count - 1], 2);
    if (function != NULL) function();
  }
}
#endif
