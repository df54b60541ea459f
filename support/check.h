#pragma once

#include <cstdio>
#include <cstdlib>

namespace drover {

// Prints what went wrong and aborts. For mistakes in Drover itself only: what a
// user got wrong is a diagnostic, what a checked program does wrong is a result.
//
// Called through the macros below, which say where: not by std::source_location, because
// clang-tidy has to read this header, and Clang 14 does not know that type.
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
