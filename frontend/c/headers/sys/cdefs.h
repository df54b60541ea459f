#ifndef __DROVER_SYS_CDEFS_H
#define __DROVER_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __CONCAT(a, b) a##b
#define __STRING(text) #text
#define __P(parameters) parameters
#define __THROW
#define __nonnull(parameters)
#define __packed __attribute__((__packed__))
#define __aligned(bytes) __attribute__((__aligned__(bytes)))
#define __predict_true(value) __builtin_expect(!!(value), 1)
#define __predict_false(value) __builtin_expect(!!(value), 0)
#endif
