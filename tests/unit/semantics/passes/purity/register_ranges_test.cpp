#include "semantics/passes/purity/register_ranges.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "tests/support/program_text.h"

namespace drover {

namespace {

using Range = passes::RegisterRanges::Range;

// The range of the value that the thread stores to `out`.
Range stored(const std::string& code) {
  const Program program =
      testing::program_from("shared x, out; thread t { " + code + " out := r; }");
  const Thread& thread = program.threads[0];
  const ControlFlow flow(thread);
  const passes::RegisterRanges ranges(thread, flow);
  Range found{1, 0};
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    const auto* store = std::get_if<Store>(&thread.code[at].body);
    if (store != nullptr) found = ranges.range_of(at, store->value);
  }
  return found;
}

constexpr Range All{std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max()};

}  // namespace

TEST_CASE("ranges of registers follow assignments and branches") {
  CHECK(stored("r := 3;") == Range{3, 3});
  CHECK(stored("if (x == 0) { r := 3; } else { r := 7; }") == Range{3, 7});
  CHECK(stored("r := x;") == All);
  CHECK(stored("s := x; r := s & 7;") == Range{0, 7});
  CHECK(stored("s := x; r := (s & 7) * 3 - 1;") == Range{-1, 20});
  CHECK(stored("s := x; t := s & 15; r := 0; if (t > 3) { r := t; }") == Range{0, 15});
  CHECK(stored("s := x; r := s & 15; if (r < 4) { r := 4; }") == Range{4, 15});
  CHECK(stored("s := x; r := s & 15; if (r + 2 >= 10) { r := 0; }") == Range{0, 7});
  CHECK(stored("s := x; r := s & 15; if (r == 9) { r := 1; } else { r := 20; }") == Range{1, 20});
  CHECK(stored("s := x; r := s << 60 >> 60;") == Range{-8, 7});
}

TEST_CASE("ranges of counters are widened to the constants they are compared with") {
  CHECK(stored("r := 0; while (x == 0) { r := r + 1; if (r > 10) { r := 0; } }") == Range{0, 10});
  CHECK(stored("r := 1; while (x == 0) { r := r * 2; if (r > 1000) { r := 1000; } }") ==
        Range{1, 1000});
  CHECK(stored("r := 1; while (x == 0) { if (r < 8) { r := r * 2; } }") == Range{1, 127});
  CHECK(stored("r := 0; while (x == 0) { r := r + 1; }").last == All.last);
}

TEST_CASE("sums that overflow have no range") {
  CHECK(stored("r := 9223372036854775807; r := r + 1;") == All);
  CHECK(stored("r := 4611686018427387904; r := r * 2;") == All);
}

}  // namespace drover
