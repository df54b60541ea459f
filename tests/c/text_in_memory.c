// expect: safe
// snprintf and the like: each text as a C library writes it.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define IS(text, ...)                                  \
  assert(snprintf(to, sizeof to, __VA_ARGS__) == (int)strlen(text)); \
  assert(strcmp(to, text) == 0)

char to[24];
int one = 1;

int list(char *at, size_t size, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int length = vsnprintf(at, size, format, rest);
  va_end(rest);
  return length;
}
int whole(char *at, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int length = vsprintf(at, format, rest);
  va_end(rest);
  return length;
}
int made(char **at, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int length = vasprintf(at, format, rest);
  va_end(rest);
  return length;
}

int main(void) {
  char *text;
  char given[4] = "abc";
  IS("plain 100%", "plain 100%%");
  IS("7", "%d", one + 6);
  IS("-12", "%i", one - 13);
  IS("-2147483648", "%d", -2147483647 - one);
  IS("4294967295", "%u", (unsigned)-one);
  IS("ff FF 377", "%x %X %o", 254 + one, 254 + one, 254 + one);
  IS("0xff 0377 0", "%#x %#o %#x", 254 + one, 254 + one, one - 1);
  IS("-9223372036854775808", "%ld", -9223372036854775807 - one);
  IS("1 2 3", "%lu %zu %llu", (unsigned long)one, (size_t)one + 1, 2ULL + one);
  IS("-1 255 -1", "%hd %hhu %hhd", 65534 + one, 254 + one, 254 + one);
  IS("    7|7    |00007", "%5d|%-5d|%05d", one + 6, one + 6, one + 6);
  IS("+7  7  -007", "%+d % d %05.3d", one + 6, one + 6, -6 - one);
  IS("abc a", "%s %c", given, 96 + one);
  IS("  abc|ab |a", "%5s|%-3.2s|%.*s", given, given, one, given);
  IS("  7", "%*d", 2 + one, one + 6);
  IS("7  ", "%*d", -2 - one, one + 6);
  IS("[] x", "[%s] %s", "", "x");
  assert(snprintf(to, 4, "%s%d", given, one) == 4 && strcmp(to, "abc") == 0);
  assert(snprintf(to, 3, "abcdef") == 6 && strcmp(to, "ab") == 0);
  assert(snprintf(NULL, 0, "%d", 999 + one) == 4);
  assert(sprintf(to, "%d,%s", one, "b") == 3 && strcmp(to, "1,b") == 0);
  assert(list(to, 24, "%s-%d", given, one) == 5 && strcmp(to, "abc-1") == 0);
  assert(whole(to, "%c%c", 'x', 'y') == 2 && strcmp(to, "xy") == 0);
  assert(asprintf(&text, "%d.%s", one, given) == 5 && strcmp(text, "1.abc") == 0);
  free(text);
  assert(made(&text, "<%u>", 11 + one) == 4 && strcmp(text, "<12>") == 0);
  free(text);
  printf("%s\n", to);
  return 0;
}
