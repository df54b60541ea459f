#include "tests/oracle/buffering_check.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "tests/oracle/generator.h"
#include "tests/oracle/purity_check.h"
#include "tests/oracle/shrink.h"
#include "tests/support/program_text.h"

namespace drover::oracle::buffering_check_test {

namespace {

CrossCheckResult check(const std::string& source) {
  return check_buffering(testing::program_from(source));
}

}  // namespace

TEST_CASE("lb explores each execution of random programs once") {
  // Dependencies of every kind; locks, loops and symmetric threads, also with reductions.
  struct Campaign {
    const char* profile;
    std::uint64_t programs;
    std::uint64_t percent;  // compared; the others are too large
  };
  for (const auto& [profile, programs, percent] :
       {Campaign{"buffering", 400, 90}, Campaign{"machines", 150, 75}}) {
    CAPTURE(profile);
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= programs; ++seed) {
      const GeneratedProgram program = generate(seed, *profile_options(profile));
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
    CHECK(compared > programs * percent / 100);
  }
}

TEST_CASE("programs in which events wait for their causes: lb finds what enumerate finds") {
  for (const char* const text : {
           "shared x, y; thread a { r := x; s := y; } thread b { y := 0; x := 0; }",
           // Both halves of read-modify-writes occur in every order.
           "shared x; thread a { cas(x, 0, 0); } thread b { fas(x, 0); x := 0; }",
           "shared x; thread a { for(x, 0); x := 0; } thread b { for(x, 0); x := 0; }",
           // A read that gets its writer leaves the next read without one.
           "shared x; thread a { x := 0; r := x; } thread b { s := x; x := 0; cas(x, 0, 0); }",
           // The write of an exchange depends on a read that its own reader does not depend on.
           "shared x, y, z; thread a { r := x@rlx; q := xchg@rlx(z, r); y@rlx := q + 1; }"
           "thread b { s := y@rlx; x@rlx := s; } thread c { t := xchg@rlx(z, 3); u := z@rlx; }",
           // A write waits for its value, and a later write of its thread is read already.
           "shared x, y; thread a { r := x; } thread b { if (x) { } y := 0; }"
           "thread c { s := y@rlx; x@rlx := s; x@rlx := 0; }",
           // An acquire read stands between a relaxed read and a write that depends on neither.
           "shared x, y; thread a { r := x@rlx; s := x@acq; y@rlx := 1; }"
           "thread b { t := y@rlx; x@rlx := t; }",
           // A thread reads its own release write before an earlier read of the thread has a
           // writer.
           "shared x, y, z; thread a { r := z@rlx; x@rel := 1; s := x@rlx; y@rlx := s; }"
           "thread b { t := y@rlx; z@rlx := t; }",
           // The last placed write is read while another write, which happens before the read,
           // waits: that read is not maximal.
           "shared l, c; thread a(i in 1..2) { s := l@acq; r := c@rlx; c@rlx := r + 1; l@rel := 0; "
           "}",
           // A read decides what a thread compares or where it reads, and no write behind waits for
           // it: Lemma 74 (docs/proofs.md).
           "shared x = 1, y, z; thread a { r := z@rlx; q := cas@rlx(x, r, 2); y@rlx := 1; }"
           "thread b { s := y@rlx; z@rlx := s; }",
           "shared x = 1, y, z; thread a { r := z@rlx; await@rlx(x == r * 0 + 1); y@rlx := 1; }"
           "thread b { s := y@rlx; z@rlx := s; }",
           "shared x, y, z; thread a { r := z@rlx; xchgawait@acq(x == r * 0, 1); y@rlx := 1; }"
           "thread b { s := y@rlx; z@rlx := s; }",
           "shared x, y, z; thread a { r := z@rlx; q := load@rlx(*(&x + r * 0)); y@rlx := 1; }"
           "thread b { s := y@rlx; z@rlx := s; }",
       }) {
    CAPTURE(text);
    const CrossCheckResult result = check(text);
    CHECK(result.agreement == Agreement::Agrees);
    CHECK(result.executions > 0);
  }
}

TEST_CASE("lb explores random programs that wait, with and without reductions") {
  constexpr std::uint64_t Programs = 120;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    const Program program =
        testing::program_from(to_source(generate(seed, *profile_options("waiting"))));
    CrossCheckResult result = check_buffering(program, {.max_executions = 1000, .unroll = 2});
    CAPTURE(seed);
    CHECK_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    check_waits(program, {.max_executions = 1000}, result);
    CHECK_MESSAGE(result.agreement != Agreement::Disagrees, result.what);
    if (result.agreement == Agreement::Agrees) ++compared;
  }
  CHECK(compared > Programs * 60 / 100);
}

TEST_CASE("lb explores each execution of larger random programs, with spawns, once") {
  constexpr std::uint64_t Programs = 60;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
    GeneratorOptions options = *profile_options("large-buffering");
    options.max_events = 10;
    const GeneratedProgram program = generate(seed, options);
    const CrossCheckResult result = check(to_source(program));
    CAPTURE(seed);
    CHECK(result.agreement != Agreement::Disagrees);
    if (result.agreement == Agreement::Agrees) ++compared;
  }
  CHECK(compared > Programs * 80 / 100);
}

}  // namespace drover::oracle::buffering_check_test
