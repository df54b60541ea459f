#ifndef __DROVER_STDIO_H
#define __DROVER_STDIO_H
#include <__drover/no_files.h>
#include <stddef.h>
/* Output is not shown: only the arguments are evaluated. */
typedef struct __drover_file FILE;
#define stdin ((FILE*)0)
#define stdout ((FILE*)0)
#define stderr ((FILE*)0)
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
static inline FILE* fopen(const char* name, const char* mode) {
  __DROVER_NO_FILE("fopen", __DROVER_ENOENT, (FILE*)0);
}
static inline int fputc(int letter, FILE* file) { return (unsigned char)letter; }
static inline int putc(int letter, FILE* file) { return (unsigned char)letter; }
static inline size_t fwrite(const void* from, size_t size, size_t count, FILE* file) {
  return size == 0 ? 0 : count;
}
/* Writes what one conversion of snprintf prints to `to + at`, if it is below `to + size - 1`, and
   returns where the next one writes. `kind` is 0 at the end of the text, 1 for a character, 2 for a
   string; or the base of a number: 17 is 16 with upper-case letters, 20 is 10 with a sign. Bits of
   `flags` are "-0+ #". */
static inline size_t __drover_put_one(char* to, size_t size, size_t at, char letter) {
  if (at + 1 < size) to[at] = letter;
  return at + 1;
}
static inline size_t __drover_put(char* to, size_t size, size_t at, int kind, unsigned long value,
                                  int width, int precision, int flags) {
  unsigned long base = kind == 17 ? 16 : kind == 20 ? 10 : (unsigned long)kind;
  unsigned long power = 1;
  char sign = 0;
  int length = 1;
  int zeros = 0;
  int is_prefixed = 0;
  if (kind == 0) {
    if (size > 0) to[at < size ? at : size - 1] = 0;
    return at;
  }
  if (width < -1) {
    width = -width;
    flags |= 1;
  }
  if (kind == 2) {
    const char* text = (const char*)value;
    length = 0;
    while ((precision < 0 || length < precision) && text[length] != 0) length++;
  } else if (kind > 2) {
    if (kind == 20) {
      sign = (long)value < 0 ? '-' : flags & 4 ? '+' : flags & 8 ? ' ' : 0;
      if ((long)value < 0) value = 0 - value;
    }
    while (value / power >= base) {
      power *= base;
      length++;
    }
    if (precision == 0 && value == 0) length = 0;
    is_prefixed = (flags & 16) && base == 16 && value != 0;
    if (precision > length) zeros = precision - length;
    int rest = width - length - (sign != 0) - 2 * is_prefixed;
    if ((flags & 3) == 2 && precision < 0 && rest > 0) zeros = rest;
    if ((flags & 16) && base == 8 && zeros == 0 && (value != 0 || length == 0)) zeros = 1;
  }
  int blanks = width - length - zeros - (sign != 0) - 2 * is_prefixed;
  for (int i = 0; i < blanks && !(flags & 1); i++) at = __drover_put_one(to, size, at, ' ');
  if (sign != 0) at = __drover_put_one(to, size, at, sign);
  if (is_prefixed) {
    at = __drover_put_one(to, size, at, '0');
    at = __drover_put_one(to, size, at, kind == 17 ? 'X' : 'x');
  }
  for (int i = 0; i < zeros; i++) at = __drover_put_one(to, size, at, '0');
  if (kind == 1) {
    at = __drover_put_one(to, size, at, (char)value);
  } else if (kind == 2) {
    for (int i = 0; i < length; i++) at = __drover_put_one(to, size, at, ((const char*)value)[i]);
  } else {
    for (int i = 0; i < length; i++) {
      char digit = (char)(value / power % base);
      at = __drover_put_one(
          to, size, at, (char)(digit < 10 ? digit + '0' : digit - 10 + (kind == 17 ? 'A' : 'a')));
      power /= base;
    }
  }
  for (int i = 0; i < blanks && (flags & 1); i++) at = __drover_put_one(to, size, at, ' ');
  return at;
}
/* One lock stands for those of all streams. */
static _Atomic(long) __drover_stream;
static _Thread_local int __drover_stream_depth;
static inline void flockfile(FILE* file) {
  if (__drover_stream_depth == 0) __drover_lock(&__drover_stream, 0, __drover_self());
  __drover_stream_depth = __drover_stream_depth + 1;
}
static inline void funlockfile(FILE* file) {
  if (__drover_stream_depth == 0) __drover_misuse("unlocking a stream that is not locked");
  __drover_stream_depth = __drover_stream_depth - 1;
  if (__drover_stream_depth == 0) __atomic_store_n(&__drover_stream, 0, 3);
}
static inline void setbuf(FILE* file, char* buffer) {}
static inline int setvbuf(FILE* file, char* buffer, int mode, size_t size) { return 0; }
#endif
