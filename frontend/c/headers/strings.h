#ifndef __DROVER_STRINGS_H
#define __DROVER_STRINGS_H
#include <ctype.h>
#include <string.h>
#define bzero(to, size) ((void)memset(to, 0, size))
#define bcopy(from, to, size) ((void)memmove(to, from, size))
#define bcmp(left, right, size) memcmp(left, right, size)
static inline int strncasecmp(const char* left, const char* right, size_t most) {
  for (size_t i = 0; i < most; i++) {
    int a = tolower((unsigned char)left[i]), b = tolower((unsigned char)right[i]);
    if (a != b) return a < b ? -1 : 1;
    if (a == 0) break;
  }
  return 0;
}
static inline int strcasecmp(const char* left, const char* right) {
  return strncasecmp(left, right, -1UL);
}
#endif
