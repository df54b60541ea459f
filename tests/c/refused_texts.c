// expect: refused floating options: -DCALL=snprintf(to,8,"%f",1.5)
// expect: refused floating options: -DCALL=write(to,"%g",1.5)
// expect: refused format options: -DCALL=sprintf(to,to)
// expect: refused fits options: -DCALL=sprintf(to,"%d")
// expect: refused %n options: -DCALL=sprintf(to,"%n",&count)
// Texts in memory that are not known.
#include <stdarg.h>
#include <stdio.h>
#ifndef CALL
#define CALL 0
#endif
int count;
char to[8];
int write(char *at, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  int length = vsprintf(at, format, rest);
  va_end(rest);
  return length;
}
int main(void) { return CALL; }
