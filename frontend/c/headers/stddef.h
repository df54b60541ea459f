#ifndef __DROVER_STDDEF_H
#define __DROVER_STDDEF_H
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef struct {
  long long __first __attribute__((__aligned__(8)));
  long __second[2] __attribute__((__aligned__(16)));
} max_align_t;
#define NULL ((void*)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
