#pragma once

#include <cstdio>
#include <cstdlib>

namespace drover {

// Prints the failed check and aborts. Only for bugs in Drover itself: a user's mistake is a
// diagnostic, an error of a checked program is a result.
//
// Called through the macros below, which pass the location. std::source_location is not used
// because clang-tidy reads this header with Clang 14, which does not have it.
[[noreturn]] inline void fail_check(const char* condition, const char* why, const char* file,
                                    int line) {
  std::fprintf(stderr, "drover: internal error at %s:%d: %s (%s)\n", file, line, why, condition);
  std::abort();
}

}  // namespace drover

// Always on: keep the condition O(1).
#define DROVER_CHECK(condition, why)                                               \
  do {                                                                             \
    if (!(condition)) ::drover::fail_check(#condition, (why), __FILE__, __LINE__); \
  } while (false)

// Debug builds only: may be expensive.
#ifdef DROVER_DEBUG_CHECKS
namespace drover {
inline constexpr bool ChecksAreOn = true;
}
#define DROVER_DCHECK(condition, why) DROVER_CHECK(condition, why)
#else
namespace drover {
inline constexpr bool ChecksAreOn = false;
}
#define DROVER_DCHECK(condition, why) \
  do {                                \
  } while (false)
#endif

#define DROVER_UNREACHABLE(why) ::drover::fail_check("unreachable", (why), __FILE__, __LINE__)
