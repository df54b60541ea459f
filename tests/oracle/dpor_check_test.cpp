#include "tests/oracle/dpor_check.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"
#include "tests/support/program_text.h"

namespace drover::oracle::dpor_check_test {

namespace {

CrossCheckResult check(const std::string& source) {
  return check_dpor(testing::program_from(source), 20'000);
}

}  // namespace

TEST_CASE("dpor explores one execution of each class of random programs with awaits") {
  constexpr std::uint64_t Programs = 1500;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const GeneratedProgram program = generate(seed, *profile_options("dpor"));
    const CrossCheckResult result = check(to_source(program));
    if (result.agreement == Agreement::Agrees) ++compared;
    if (result.agreement != Agreement::Disagrees) continue;
    const GeneratedProgram smallest = shrink(program, [](const std::string& source) {
      return check(source).agreement == Agreement::Disagrees;
    });
    CAPTURE(seed);
    FAIL_CHECK(check(to_source(smallest)).what << to_source(smallest));
    return;
  }
  CHECK(compared > Programs * 95 / 100);
}

TEST_CASE("dpor explores one execution of each class of programs whose schedules are special") {
  for (const char* const text : {
           // The await ends after different subsets of additions, and later events conflict.
           "shared x, y; thread a { faa(x, 1); r := y; } thread b { faa(x, 1); y := 1; }"
           "thread c { faa(x, 2); } thread d { await(x == 2); y := 2; }",
           // Each of two awaits of one location is enabled by the other thread's write.
           "shared x; thread a { await(x == 1); x := 2; } thread b { await(x == 2); x := 1; }"
           "thread c { x := 1; } thread d { faa(x, 1); }",
           // A sum returns to an earlier value.
           "shared x; thread a { faa(x, 1); fas(x, 1); } thread b { fas(x, 1); faa(x, 1); }"
           "thread c { await(x == 0); x := 3; }",
           // An await follows another one that waits for the same additions.
           "shared x, y; thread a { faa(x, 1); faa(y, 1); } thread b { faa(x, 1); faa(y, 2); }"
           "thread c { await(x == 1); await(y == 2); }",
           "shared m, x; thread a { lock(m); faa(x, 1); unlock(m); } thread b { faa(x, 1); }"
           "thread c { await(x == 1); lock(m); unlock(m); }",
       }) {
    CAPTURE(text);
    const auto result = check(text);
    CHECK_MESSAGE(result.agreement == Agreement::Agrees, result.what);
    CHECK(result.executions > 0);
  }
}

}  // namespace drover::oracle::dpor_check_test
