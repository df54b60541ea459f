// expect: safe
// Constructors run before main: by priority, then in the order of the text, those without a priority
// last. Destructors run behind main, the other way round.
#include <assert.h>

int order;
__attribute__((constructor)) static void last(void) { assert(order++ == 2); }
static void second(void) __attribute__((constructor(300)));
__attribute__((constructor(200))) static void first(void) { assert(order++ == 0); }
static void second(void) { assert(order++ == 1); }
static __attribute__((constructor)) void also_last(void) { assert(order++ == 3); }

__attribute__((destructor(200))) static void end_last(void) { assert(order++ == 7); }
__attribute__((destructor)) static void end_second(void) { assert(order++ == 6); }
__attribute__((destructor)) static void end_first(void) { assert(order++ == 5); }

int main(void) { assert(order++ == 4); }
