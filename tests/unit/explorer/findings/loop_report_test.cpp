#include "explorer/findings/loop_report.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::loop_report_test {

namespace {

ExplorationResult run(const std::string& text, std::uint32_t unroll = 10,
                      ReductionSet reductions = ReductionSet::all()) {
  ExplorerOptions options;
  options.model = find_model("sc");
  options.unfold.unroll = unroll;
  options.reductions = reductions;
  options.after_error = AfterError::GoOn;
  return explore(testing::program_from(text), options);
}

ReductionSet all_but(Reduction reduction) {
  ReductionSet set = ReductionSet::all();
  set.erase(reduction);
  return set;
}

LoopReport only_loop(const ExplorationResult& result) {
  REQUIRE(result.loops.size() == 1);
  return result.loops.front();
}

const std::string Spinning = "shared x; thread a { while (x == 0) {} } thread b { x := 1; }";

}  // namespace

TEST_CASE("a loop that only waits is an await") {
  const ExplorationResult result = run(Spinning);
  CHECK(only_loop(result).fate == LoopFate::Await);
  CHECK(only_loop(result).pure_iterations == PureIterations::Awaited);
  CHECK(result.executions == 1);
  CHECK(result.blocked == 0);
  CHECK(result.verdict == Verdict::Safe);
}

TEST_CASE("without awaits, threads block in a loop that only waits") {
  const ExplorationResult result = run(Spinning, 10, all_but(Reduction::Await));
  CHECK(only_loop(result).fate == LoopFate::Pure);
  CHECK(only_loop(result).pure_iterations == PureIterations::Stopped);
  CHECK(result.executions == 1);
  CHECK(result.blocked == 1);
  CHECK(result.deadlocks == 0);  // it only looked too early
}

TEST_CASE("without elimination, a loop that only waits is cut, and the verdict is incomplete") {
  const ExplorationResult result = run(Spinning, 3, all_but(Reduction::Plp));
  CHECK(only_loop(result).fate == LoopFate::Cut);
  CHECK(only_loop(result).iterations == 3);
  CHECK(result.executions == 4);
  CHECK(result.cut == 1);
  CHECK(result.verdict == Verdict::Incomplete);
}

TEST_CASE("a loop that counts is bounded by its own condition") {
  const ExplorationResult result =
      run("shared x; thread a { for (i := 0; i < 4; i := i + 1) { x := i; } }");
  CHECK(only_loop(result).fate == LoopFate::Bounded);
  CHECK(only_loop(result).iterations == 4);
  CHECK(
      run("shared x; thread a { for (i := 0; i < 4; i := i + 1) { x := i; } }", 3).loops[0].fate ==
      LoopFate::Cut);
}

TEST_CASE("a loop that ends by values of memory is unrolled") {
  const ExplorationResult result = run(
      "shared x; thread a { r := 0; while (x == 0) { r := r + 1; x := r; } } thread b { x := 1; }");
  CHECK(only_loop(result).fate == LoopFate::Unrolled);
  CHECK(only_loop(result).iterations == 1);
  CHECK(only_loop(result).pure_iterations == PureIterations::None);
}

TEST_CASE("a loop that changes memory may have pure iterations") {
  const ExplorationResult result = run(
      "shared x, y; thread a { while (1) { r := x; if (r == 1) { y := 1; } if (r == 2) { break; } "
      "} } thread b { x := 2; }");
  CHECK(only_loop(result).fate == LoopFate::Unrolled);
  CHECK(only_loop(result).pure_iterations == PureIterations::Awaited);
}

TEST_CASE("loops of several threads and calls are one loop of the source") {
  const ExplorationResult result =
      run("shared x, y; fn wait(v) { while (x != v) {} } thread a { wait(1); wait(1); } thread b { "
          "x := "
          "1; } thread c { wait(1); }");
  CHECK(only_loop(result).fate == LoopFate::Await);
}

TEST_CASE("a thread that spins on a value that nobody will change is in a livelock") {
  for (const ReductionSet& reductions : {ReductionSet::all(), all_but(Reduction::Await)}) {
    const ExplorationResult result =
        run("shared x, y; thread a { while (x == 0) {} } thread b { y := 1; }", 10, reductions);
    CHECK(result.verdict == Verdict::Violation);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].kind == ErrorKind::Deadlock);
    CHECK(words::error_text(result.errors[0]) ==
          "`a` repeats the loop at line 1 forever, waiting for `x != 0`: `x` stays 0 (its initial "
          "value)");
    CHECK(result.errors[0].place.thread == "a");
  }
}

TEST_CASE("a thread that has read an overwritten value does not spin") {
  // Stopped after y, having seen x == 1: the next iteration would see 2 and leave.
  const std::string text =
      "shared x = 1, y; thread a { while (1) { r := x; if (r == 2) { break; } s := y; if (s == 1) "
      "{ "
      "break; } } } thread b { x := 2; }";
  for (const ReductionSet& reductions : {ReductionSet::all(), all_but(Reduction::Await)}) {
    const ExplorationResult result = run(text, 10, reductions);
    CHECK(result.deadlocks == 0);
    CHECK(result.verdict == Verdict::Safe);
  }
  // And where no thread writes 2, it does.
  CHECK(
      run("shared x = 1, y; thread a { while (1) { r := x; if (r == 2) { break; } s := y; if (s == "
          "1) { break; } } }")
          .deadlocks == 1);
}

TEST_CASE("a lock that is never released is a deadlock") {
  const ExplorationResult result =
      run("shared l; fn take() { while (1) { while (l != 0) {} if (xchg(l, 1) == 0) { break; } } } "
          "thread "
          "a { take(); } thread b { take(); l := 0; }");
  CHECK(result.verdict == Verdict::Violation);
  CHECK(result.deadlocks > 0);
  CHECK(result.executions == 2);  // b first; a looks at the lock before or after
}

TEST_CASE("a thread that is blocked by an assumption does not wait") {
  const ExplorationResult result = run(
      "shared x, y; thread a { while (x == 0) {} } thread b { r := y; assume(r == 1); x := 1; }");
  CHECK(result.blocked == 1);
  CHECK(result.deadlocks == 0);
  CHECK(result.verdict == Verdict::Vacuous);
}

TEST_CASE("a flag that a compare-and-swap sets does not count: memory decides") {
  const std::string text =
      "shared l; thread a(i in 1..2) { done := 0; while (!done) { if (cas(l, 0, 1)) { done := 1; } "
      "} l := 0; }";
  CHECK(only_loop(run(text)).fate == LoopFate::Unrolled);
  CHECK(only_loop(run(text, 3, all_but(Reduction::Plp))).fate == LoopFate::Cut);
  // Nor does a flag that nobody sets.
  CHECK(
      only_loop(run("shared x; thread a { r := 0; while (r == 0) { x := 1; if (x == 1) { break; } "
                    "} }"))
          .fate == LoopFate::Unrolled);
}

TEST_CASE("the classification of a loop does not depend on the reductions") {
  for (const ReductionSet& reductions :
       {ReductionSet::all(), all_but(Reduction::Await), all_but(Reduction::Plp)}) {
    CHECK(only_loop(run(Spinning, 10, reductions)).only_waits);
    CHECK_FALSE(only_loop(run("shared x; thread a { for (i := 0; i < 4; i := i + 1) { x := i; } }",
                              10, reductions))
                    .only_waits);
  }
}

TEST_CASE("every spelling of a loop that waits for a lock is an await") {
  for (const char* spelling :
       {"while (cas(l, 0, 1) == 0) {}", "do { r := cas(l, 0, 1); } while (r == 0);",
        "r := 0; while (r == 0) { r := cas(l, 0, 1); }",
        "r := cas(l, 0, 1); while (r == 0) { r := cas(l, 0, 1); }",
        "r := cmpxchg(l, 0, 1); while (r != 0) { r := cmpxchg(l, 0, 1); }",
        "r := 7; while (r != 0) { r := cmpxchg(l, 0, 1); }",
        "do { r := cmpxchg(l, 0, 1); } while (r != 0);",
        "r := xchg(l, 1); while (r == 1) { r := xchg(l, 1); }",
        "n := 0; while (cas(l, 0, 1) == 0) { n := n + 1; }",
        "for (n := 0; cas(l, 0, 1) == 0; n := n + 1) {}",
        "n := 0; do { n := n + 1; r := cas(l, 0, 1); } while (!r);",
        "r := cmpxchg(l, 0, 1); while (r != 0) { n := n + 1; r := cmpxchg(l, 0, 1); }",
        "n := 0; while (1) { n := n + 1; r := cmpxchg(l, 0, 1); if (r == 0) { break; } }"}) {
    CAPTURE(spelling);
    const ExplorationResult result = run(std::string("shared l = 2, x; thread a(i in 1..2) { ") +
                                         spelling + " x := x + 1; l := 0; } thread b { l := 0; }");
    CHECK(only_loop(result).pure_iterations == PureIterations::Awaited);
    CHECK(only_loop(result).fate != LoopFate::Cut);
    CHECK(result.blocked == 0);
    CHECK(result.verdict == Verdict::Safe);
  }
  // A counter that somebody looks at is not left out.
  CHECK(
      only_loop(run("shared l; thread a(i in 1..2) { n := 0; while (cas(l, 0, 1) == 0) { n := n + "
                    "1; } l := 0; } exists (a1:n == 3);"))
          .fate == LoopFate::Cut);
}

TEST_CASE("a loop that only computes is not cut after some iterations") {
  const ExplorationResult result = run(
      "shared x; thread a { n := 0; for (i := 0; i < 5000; i := i + 1) { n := n + i; } x := n; }");
  CHECK(only_loop(result).fate == LoopFate::Bounded);
  CHECK_FALSE(only_loop(result).has_events);
  CHECK(only_loop(result).iterations == 5000);
  CHECK(result.verdict == Verdict::Safe);
  // In a loop with events, each round of the outer one has the whole inner one.
  const ExplorationResult nested =
      run("shared x; thread a { for (i := 0; i < 3; i := i + 1) { n := 0; while (n < 200) { n := n "
          "+ 1; "
          "} x := n; } }");
  REQUIRE(nested.loops.size() == 2);
  CHECK(nested.verdict == Verdict::Safe);
  CHECK(nested.loops[0].has_events != nested.loops[1].has_events);
}

TEST_CASE("a loop that computes forever is cut, with the reason") {
  const auto cut_of = [](const std::string& text) {
    const ExplorationResult result = run(text, 10, all_but(Reduction::Plp));
    CHECK(result.verdict == Verdict::Incomplete);
    REQUIRE(result.cut_loops.size() == 1);
    return result.cut_loops[0].reason;
  };
  CHECK(cut_of("shared x; thread a { x := 1; while (1) {} }") == CutReason::Endless);
  CHECK(cut_of("shared x; thread a { i := 0; while (i < 7) { i := (i + 1) % 5; } x := i; }") ==
        CutReason::Endless);
  CHECK(cut_of("shared x; thread a { i := 1; while (i != 0) { i := i + 1; } x := i; }") ==
        CutReason::LocalSteps);
}

}  // namespace drover::loop_report_test
