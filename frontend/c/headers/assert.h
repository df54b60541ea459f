/* May be included again with another meaning. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __drover_assert(!!(condition), #condition)
#endif
#ifndef static_assert
#define static_assert _Static_assert
#endif
