#ifndef __DROVER_STDARG_H
#define __DROVER_STDARG_H
/* Functions with `...` are refused where they are defined; prototypes may use these. */
typedef struct {
  int __unused;
} va_list;
#define va_start(list, last) ((void)(list))
#define va_end(list) ((void)(list))
#endif
