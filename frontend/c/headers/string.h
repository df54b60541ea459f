#ifndef __DROVER_STRING_H
#define __DROVER_STRING_H
#include <stddef.h>
static inline size_t __drover_strlen(const char* text) {
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}
static inline char* strdup(const char* text) {
  size_t length = __drover_strlen(text);
  char* copy = (char*)malloc(length + 1);
  for (size_t i = 0; i <= length; i++) copy[i] = text[i];
  return copy;
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
static inline char* strncat(char* to, const char* from, size_t most) {
  size_t end = __drover_strlen(to), i = 0;
  for (; i < most && from[i] != 0; i++) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}
static inline char* strrchr(const char* text, int wanted) {
  char* found = (char*)0;
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted) found = (char*)&text[i];
    if (text[i] == 0) return found;
  }
}
static inline void* memchr(const void* block, int wanted, size_t size) {
  const unsigned char* bytes = block;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == (unsigned char)wanted) return (void*)&bytes[i];
  }
  return (void*)0;
}
static inline char* strstr(const char* text, const char* wanted) {
  size_t length = __drover_strlen(wanted);
  for (;; text++) {
    if (strncmp(text, wanted, length) == 0) return (char*)text;
    if (*text == 0) return (char*)0;
  }
}
static inline char* strerror(int number) { return "error"; }
static inline char* strchr(const char* text, int wanted) {
  for (size_t i = 0;; i++) {
    if (text[i] == (char)wanted) return (char*)&text[i];
    if (text[i] == 0) return (char*)0;
  }
}
static inline char* strndup(const char* text, size_t most) {
  size_t length = strnlen(text, most);
  char* copy = (char*)malloc(length + 1);
  for (size_t i = 0; i < length; i++) copy[i] = text[i];
  copy[length] = 0;
  return copy;
}
static inline size_t __drover_span(const char* text, const char* set, int is_inside) {
  size_t length = 0;
  while (text[length] != 0 && (strchr(set, text[length]) != (char*)0) == is_inside) length++;
  return length;
}
static inline size_t strspn(const char* text, const char* set) {
  return __drover_span(text, set, 1);
}
static inline size_t strcspn(const char* text, const char* set) {
  return __drover_span(text, set, 0);
}
static inline char* strpbrk(const char* text, const char* set) {
  const char* found = text + __drover_span(text, set, 0);
  return *found == 0 ? (char*)0 : (char*)found;
}
static inline char* strtok_r(char* text, const char* set, char** rest) {
  if (text == (char*)0) text = *rest;
  text += __drover_span(text, set, 1);
  char* end = text + __drover_span(text, set, 0);
  *rest = end;
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  }
  return text == end ? (char*)0 : text;
}
/* Threads that use it race, as the standard says. */
static char* __drover_rest_of_text;
static inline char* strtok(char* text, const char* set) {
  return strtok_r(text, set, &__drover_rest_of_text);
}
#endif
