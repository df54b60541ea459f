#ifndef __DROVER_STDARG_H
#define __DROVER_STDARG_H
/* Definitions of functions with `...` are refused; prototypes may use these. */
typedef struct {
  int __unused;
} va_list;
#define va_start(list, last) ((void)(list))
#define va_end(list) ((void)(list))
#endif
