// expect: refused
// Reading arguments that a function has no names for is refused.
static int next(void *list) { return __builtin_va_arg(list, int); }
int main(void) { return next(0); }
