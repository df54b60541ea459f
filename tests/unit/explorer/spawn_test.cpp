#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::spawn_test {

namespace {

ExplorationResult run_spawns(const std::string& text, const MemoryModel& model,
                             AlgorithmKind algorithm = AlgorithmKind::Auto) {
  const Program program = testing::program_from(text);
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = algorithm;
  options.after_error = AfterError::GoOn;
  return explore(program, options);
}

// With each algorithm that fits, under each model.
template <typename Check>
void with_all(const std::string& text, Check check) {
  for (const MemoryModel* model : all_models()) {
    for (const AlgorithmInfo& algorithm : all_algorithms()) {
      if (find_misfit(algorithm.kind, *model)) continue;
      CAPTURE(model->name());
      CAPTURE(algorithm.name);
      check(run_spawns(text, *model, algorithm.kind));
    }
  }
}

void expect_error(const std::string& text, ErrorKind kind, const std::string& message,
                  std::uint32_t column) {
  with_all(text, [&](const ExplorationResult& result) {
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].kind == kind);
    CHECK(words::error_text(result.errors[0]) == message);
    CHECK(result.errors[0].place.source.column == column);
  });
}

}  // namespace

TEST_CASE("spawn and join order what comes before and after") {
  with_all(
      "shared x, y; fn f(v) { r := x@rlx; y@rlx := r + v; return r; } "
      "thread t { x@rlx := 1; a := spawn f(2); b := join a; c := y@rlx; } "
      "forall (t:b == 1 && t:c == 3);",
      [](const ExplorationResult& result) {
        CHECK(result.verdict == Verdict::Safe);
        CHECK(result.executions == 1);
      });
}

TEST_CASE("an acquired value is known to a thread that is spawned after it") {
  with_all(
      "shared x, y; fn f() { return x@rlx; } thread w { x@rlx := 1; y@rel := 1; } "
      "thread t { await@acq(y == 1); a := spawn f(); r := join a; } forall (t:r == 1);",
      [](const ExplorationResult& result) {
        CHECK(result.verdict == Verdict::Safe);
        CHECK(result.executions == 1);
      });
}

TEST_CASE("writes that a thread has acquired are known to the thread that joins it") {
  with_all(
      "shared x, y; fn f() { await@acq(y == 1); } thread w { x@rlx := 1; y@rel := 1; } "
      "thread t { a := spawn f(); join a; r := x@rlx; } forall (t:r == 1);",
      [](const ExplorationResult& result) {
        CHECK(result.verdict == Verdict::Safe);
        CHECK(result.executions == 1);
      });
}

TEST_CASE("the final block waits for threads that nobody joins") {
  with_all("shared x; fn f() { x := 1; } thread t { spawn f(); } final { assert(x == 1); }",
           [](const ExplorationResult& result) {
             CHECK(result.verdict == Verdict::Safe);
             CHECK(result.executions == 1);
           });
}

TEST_CASE("wrong joins are errors with a place") {
  expect_error("thread t { join 5; }", ErrorKind::Thread, "join of 5, which is not a thread", 12);
  expect_error("thread t { join self; }", ErrorKind::Thread, "a thread joins itself", 12);
  expect_error("fn f() { } thread t { a := spawn f(); join a; join a; }", ErrorKind::Thread,
               "join of a thread that was joined before: `f#1`", 47);
  // By two threads, in whatever order.
  expect_error(
      "shared h; fn f() { } fn g() { await(h != 0); join h; } "
      "thread t { spawn g(); a := spawn f(); h := a; join a; }",
      ErrorKind::Thread, "join of a thread that was joined before: `f#2`", 46);
}

TEST_CASE("a thread that joins one that is stuck is blocked with it") {
  with_all("shared x; fn f() { r := x; assume(r == 1); } thread t { a := spawn f(); join a; }",
           [](const ExplorationResult& result) {
             CHECK(result.errors.empty());
             CHECK(result.executions == 0);
             CHECK(result.blocked == 1);
             CHECK(result.deadlocks == 0);
           });
  with_all("shared x; fn f() { await(x == 1); } thread t { a := spawn f(); join a; }",
           [](const ExplorationResult& result) {
             CHECK(result.blocked == 1);
             CHECK(result.deadlocks == 1);
             REQUIRE(result.errors.size() == 1);
             CHECK(result.errors[0].kind == ErrorKind::Deadlock);
           });
}

TEST_CASE("a cycle of joins is a deadlock") {
  with_all(
      "shared h; fn f() { await(h != 0); join h; } fn g(t) { join t; } "
      "thread t { a := spawn f(); b := spawn g(a); h := b; }",
      [](const ExplorationResult& result) {
        CHECK(result.deadlocks == result.blocked);
        REQUIRE(result.errors.size() == 1);
        CHECK(result.errors[0].kind == ErrorKind::Deadlock);
        CHECK(words::error_text(result.errors[0]) ==
              "`f#1` waits forever for `g#2` to end; `g#2` waits forever for `f#1` to end");
      });
}

TEST_CASE("a spawn beyond the limit cuts its thread") {
  Program program = testing::program_from(
      "shared x; fn f() { x := 1; } thread t { for (i := 0; i < 3; i := i + 1) { spawn f(); } }");
  program.threads.pop_back();
  ExplorerOptions options;
  options.model = find_model("rc11");
  const ExplorationResult result = explore(program, options);
  CHECK(result.verdict == Verdict::Incomplete);
  CHECK(result.executions == 0);
  CHECK(result.cut > 0);
  REQUIRE(result.cut_loops.size() == 1);
  CHECK(result.cut_loops[0].reason == CutReason::Threads);
  CHECK(result.cut_loops[0].thread == "t");
}

}  // namespace drover::spawn_test
