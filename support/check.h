#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace drover {

// Prints what went wrong and aborts. For mistakes in Drover itself only: what a
// user got wrong is a diagnostic, what a checked program does wrong is a result.
[[noreturn]] inline void fail_check(const char* condition, const char* why,
                                    std::source_location where = std::source_location::current()) {
  std::fprintf(stderr, "drover: internal error at %s:%u: %s (%s)\n", where.file_name(),
               static_cast<unsigned>(where.line()), why, condition);
  std::abort();
}

}  // namespace drover

// Always on: keep the condition O(1).
#define DROVER_CHECK(condition, why)                           \
  do {                                                         \
    if (!(condition)) ::drover::fail_check(#condition, (why)); \
  } while (false)

// Debug builds only: may be expensive.
#ifdef DROVER_DEBUG_CHECKS
#define DROVER_DCHECK(condition, why) DROVER_CHECK(condition, why)
#else
#define DROVER_DCHECK(condition, why) \
  do {                                \
  } while (false)
#endif

#define DROVER_UNREACHABLE(why) ::drover::fail_check("unreachable", (why))
