#include "explorer/algorithms/progress/find_endless_run.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::progress::find_endless_run_test {

using enum ProgressModel;

namespace {

ProgressResult search(const std::string& text, ProgressModel model, std::size_t states = 100'000) {
  RunControl control;
  return find_endless_run(testing::program_from(text), model, control, states);
}
bool ends(const std::string& text, ProgressModel model) {
  const ProgressResult result = search(text, model);
  REQUIRE(result.is_complete);
  return !result.endless;
}

const std::string WaitsForLater =
    "shared f;\nthread a { while (f@rlx == 0) {} }\nthread b { f@rlx := 1; }\n";
const std::string WaitsForEarlier =
    "shared f;\nthread a { f@rlx := 1; }\nthread b { while (f@rlx == 0) {} }\n";
const std::string Lock =
    "shared l;\n"
    "thread a { r := 1; while (r != 0) { r := xchg@acq(l, 1); } l@rel := 0; }\n"
    "thread b { r := 1; while (r != 0) { r := xchg@acq(l, 1); } l@rel := 0; }\n";

}  // namespace

TEST_CASE("endless runs: a thread that waits for another one") {
  for (const std::string& each : {WaitsForLater, WaitsForEarlier}) {
    CHECK(ends(each, Fair));
    CHECK_FALSE(ends(each, Obe));
    CHECK_FALSE(ends(each, Unfair));
  }
  for (const ProgressModel model : {Hsa, HsaObe, Lobe}) {
    CHECK(ends(WaitsForEarlier, model));
    CHECK_FALSE(ends(WaitsForLater, model));
  }
}

TEST_CASE("endless runs: a lock needs that its owner goes on") {
  CHECK(ends(Lock, Fair));
  CHECK(ends(Lock, Obe));
  CHECK(ends(Lock, HsaObe));
  CHECK(ends(Lock, Lobe));
  // The owner has the higher number, or is halted.
  CHECK_FALSE(ends(Lock, Hsa));
  CHECK_FALSE(ends(Lock, Unfair));
}

TEST_CASE("endless runs: what threads do in one") {
  const ProgressResult result = search(WaitsForLater, Hsa);
  REQUIRE(result.endless.has_value());
  CHECK(result.endless->at(0).fate == ThreadFate::Loops);
  CHECK(result.endless->at(0).source.line == 2);
  CHECK(result.endless->at(1).fate == ThreadFate::NotBegun);
}

TEST_CASE("endless runs: awaits wait, and assumptions do not count") {
  CHECK_FALSE(ends("shared f;\nthread a { await@rlx(f == 1); }\nthread b { }\n", Fair));
  CHECK(ends("shared f;\nthread a { r := f@rlx; assume(r == 1); }\nthread b { }\n", Unfair));
}

TEST_CASE("endless runs: a livelock, and a loop that changes nothing") {
  // Each takes back what the other one waits for: only some runs go on forever.
  CHECK_FALSE(
      ends("shared x;\nthread a { while (x@rlx != 2) { x@rlx := 1; } }\n"
           "thread b { while (x@rlx != 1) { x@rlx := 2; } }\n",
           Fair));
  CHECK_FALSE(ends("shared x;\nthread a { r := 1; while (r == 1) {} }\n", Fair));
}

TEST_CASE("endless runs: a limit on the states") {
  const ProgressResult result = search(Lock, Fair, 3);
  CHECK_FALSE(result.is_complete);
  CHECK_FALSE(result.endless.has_value());
}

}  // namespace drover::progress::find_endless_run_test
