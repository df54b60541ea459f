#include "explorer/explore.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::explore_test {

namespace {

// A program and what was found out about it, kept together since the result refers to it.
struct Run {
  Program program;
  ExplorationResult result;

  Run(const std::string& text, ExplorerOptions options) : program(testing::program_from(text)) {
    result = explore(program, options);
  }
  Run(const std::string& text, const std::string& model) : Run(text, options_for(model)) {}

  static ExplorerOptions options_for(const std::string& model) {
    ExplorerOptions options;
    options.model = find_model(model);
    options.after_error = AfterError::GoOn;
    return options;
  }
  [[nodiscard]] std::vector<std::string> error_kinds() const {
    std::vector<std::string> kinds;
    for (const auto& error : result.errors) kinds.emplace_back(error_kind_name(error.kind));
    return kinds;
  }
};

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("an execution counts as erroneous, cut, blocked or complete, in this order") {
  const Run run(
      "shared x; thread t { r := x; if (r == 1) { error; } if (r == 2) { block; } }"
      "thread u { s := x; assume(s != 2); }"
      "thread w { x := 1; x := 2; }",
      "sc");
  // t and u read 0, 1 or 2 each, independently.
  CHECK(run.result.erroneous == 3);
  CHECK(run.result.blocked == 4);
  CHECK(run.result.executions == 2);
  CHECK(run.result.deadlocks == 0);
  CHECK(run.error_kinds() == Kinds{"assertion"});
}

TEST_CASE("only errors that are asked for stop a run") {
  // Each execution races; the assertion fails in one of the two.
  const std::string text =
      "shared na d; shared x; thread a { d := 1; x := 1; }"
      "thread b { d := 2; r := x; assert(r == 1); }";
  ExplorerOptions options = Run::options_for("rc11");
  options.after_error = AfterError::Stop;
  options.stops_at = ErrorKindSet::none();
  options.stops_at.insert(ErrorKind::Memory);
  const Run all(text, options);
  CHECK(all.result.stop_reason == StopReason::Exhausted);
  CHECK(all.error_kinds() == Kinds{"race", "assertion"});
  options.stops_at.insert(ErrorKind::Race);
  const Run first(text, options);
  CHECK(first.result.stop_reason == StopReason::FirstError);
  CHECK(first.error_kinds() == Kinds{"race"});
}

TEST_CASE("workers wait for the init block, the final block for the workers") {
  const Run ordered(
      "shared x; init { x := 1; } thread t { a := x; x := 2; } final { b := x; }"
      "forall (t:a == 1 && final:b == 2);",
      "rc11");
  CHECK(ordered.result.executions == 1);
  CHECK(ordered.result.verdict == Verdict::Safe);

  const Run stuck_init("shared x; init { block; } thread t { x := 1; } final { x := 2; }", "tso");
  CHECK(stuck_init.result.blocked == 1);
  CHECK(stuck_init.result.events == 0);

  const Run stuck_worker("shared x; thread t { block; } final { error; }", "pso");
  CHECK(stuck_worker.result.blocked == 1);
  CHECK(stuck_worker.result.errors.empty());
}

TEST_CASE("stores of the init block are visible to all, whatever the model") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const Run run("shared x; init { x := 1; } thread t { a := x; } forall (t:a == 1);",
                  std::string(model->name()));
    CHECK(run.result.executions == 1);
  }
}

TEST_CASE(
    "of equal errors the one with the least facts is reported, whatever the order of exploration") {
  const auto message = [](const std::string& text, AlgorithmKind algorithm) {
    ExplorerOptions options = Run::options_for("sc");
    options.algorithm = algorithm;
    options.reductions = ReductionSet::none();
    const Run run(text, options);
    REQUIRE(run.result.errors.size() == 1);
    return words::error_text(run.result.errors.front());
  };
  for (const AlgorithmKind algorithm : {AlgorithmKind::Enumerate, AlgorithmKind::Interleave,
                                        AlgorithmKind::Spore, AlgorithmKind::Dpor}) {
    CAPTURE(static_cast<int>(algorithm));
    CHECK(message("shared x, y; thread t { r := y; await(x > r); } thread u { y := 1; }", algorithm)
              .starts_with("`t` waits forever for `x > 0`"));
    CHECK(message("shared x; thread t { x := 1; } thread u { x := 2; } thread v { r := x; }\n"
                  "forbid (v:r < 3 && x > 0);",
                  algorithm)
              .ends_with("v:r = 0, x = 1"));
  }
}

TEST_CASE("an execution with threads stuck at awaits only is a deadlock") {
  const Run deadlock("shared x; thread t { await(x == 1); }", "rc11");
  CHECK(deadlock.result.deadlocks == 1);
  CHECK(deadlock.error_kinds() == Kinds{"deadlock"});
  CHECK(words::error_text(deadlock.result.errors[0]).find("`t` waits forever") !=
        std::string::npos);

  const Run assumed("shared x; thread t { await(x == 1); } thread u { assume(x == 1); }", "rc11");
  CHECK(assumed.result.blocked == 1);
  CHECK(assumed.result.deadlocks == 0);
  CHECK(assumed.result.errors.empty());
}

TEST_CASE("an await is not stuck at a value that will be overwritten") {
  const Run run("shared x; thread t { await(x == 2); } thread u { x := 1; x := 2; }", "ra");
  CHECK(run.result.executions == 1);
  CHECK(run.result.blocked == 0);
}

TEST_CASE("races are errors of models with races, and name both accesses") {
  const std::string text = "shared na d; thread t { d := 1; } thread u { r := d; }";
  for (const char* model : {"rc11", "rc20", "wrc11"}) {
    const Run run(text, model);
    CHECK(run.error_kinds() == Kinds{"race"});
    REQUIRE(run.result.errors[0].others.size() == 1);
    CHECK(run.result.errors[0].place.thread != run.result.errors[0].others[0].thread);
  }
  for (const char* model : {"sc", "tso", "pso", "sra", "ra"}) {
    CHECK(Run(text, model).result.verdict == Verdict::Safe);
  }
}

TEST_CASE("memory errors: use after free, double free, access before allocation") {
  const std::string head = "struct Node { v; } shared top; ";
  CHECK(Run(head + "thread t { p := alloc Node; free(p); p->v := 1; }", "sc").error_kinds() ==
        Kinds{"memory"});
  CHECK(Run(head + "thread t { p := alloc Node; free(p); free(p); }", "rc11").error_kinds() ==
        Kinds{"memory"});
  CHECK(Run(head + "thread t { p := alloc Node; p->v := 1; free(p); }", "rc11").error_kinds() ==
        Kinds{});
  // Published without synchronisation: the allocation need not be visible.
  const std::string publish =
      "thread t { p := alloc Node; top@rlx := p; } thread u { q := top@rlx; if (q) { q->v := 1; } "
      "}";
  CHECK(Run(head + publish, "rc11").error_kinds() == Kinds{"memory"});
  CHECK(Run(head + publish, "ra").error_kinds() == Kinds{});
}

TEST_CASE("conditions: exists reports, forbid and forall are properties") {
  const Run run(
      "shared x; thread t { x := 1; } thread u { r := x; }"
      "exists (u:r == 5); forbid (u:r == 1); forall (x == 1);",
      "sc");
  REQUIRE(run.result.conditions.size() == 3);
  CHECK_FALSE(run.result.conditions[0].holds());
  CHECK_FALSE(run.result.conditions[1].holds());
  CHECK(run.result.conditions[1].witnesses == 1);
  CHECK(run.result.conditions[2].holds());
  CHECK(run.error_kinds() == Kinds{"condition"});
  CHECK(run.result.outcomes.size() == 2);
}

TEST_CASE("without coherence, each write that may be last gives a final state") {
  const Run run("shared x; thread t { x := 1; } thread u { x := 2; } exists (x == 1);", "wrc11");
  CHECK(run.result.executions == 1);
  CHECK(run.result.outcomes.size() == 2);
  CHECK(run.result.conditions[0].witnesses == 1);
  CHECK(run.result.conditions[0].others == 1);
}

TEST_CASE("a run that stopped early is incomplete, not safe") {
  const std::string text = "shared x; thread t(i in 1..4) { x := i; }";
  ExplorerOptions options = Run::options_for("sc");
  options.max_executions = 3;
  const Run limited(text, options);
  CHECK(limited.result.executions == 3);
  CHECK(limited.result.stop_reason == StopReason::MaxExecutions);
  CHECK(limited.result.verdict == Verdict::Incomplete);

  options.max_executions = 24;
  const Run exact(text, options);
  CHECK(exact.result.verdict == Verdict::Safe);

  const std::atomic<bool> interrupt{true};
  ExplorerOptions interrupted = Run::options_for("sc");
  interrupted.interrupt = &interrupt;
  const Run stopped("shared x; thread t(i in 1..6) { x := i; a := x; }", interrupted);
  CHECK(stopped.result.stop_reason == StopReason::Interrupted);
  CHECK(stopped.result.verdict == Verdict::Incomplete);

  ExplorerOptions bounded = Run::options_for("rc11");
  bounded.unfold.unroll = 2;
  bounded.reductions.erase(Reduction::Plp);
  const Run cut("shared x; thread t { while (x == 0) { } } thread u { x := 1; }", bounded);
  CHECK(cut.result.cut == 1);
  CHECK(cut.result.verdict == Verdict::Incomplete);
  REQUIRE(cut.result.cut_loops.size() == 1);
  CHECK(cut.result.cut_loops[0].thread == "t");
}

TEST_CASE("the expression of an unused return value may fault") {
  for (const char* call : {"f();", "r := f();"}) {
    const Run run(std::string("fn f() { k := 0; return 1 / k; } thread t { ") + call + " }", "sc");
    CHECK(run.error_kinds() == Kinds{"arithmetic"});
  }
}

TEST_CASE("a thread that computes too long is cut, for that reason") {
  std::string loops;
  for (const char* i : {"a", "b", "c", "d"}) {
    loops += std::string("for (") + i + " := 0; " + i + " < 100; " + i + " := " + i + " + 1) {";
  }
  const Run run("thread t { " + loops + " r := r + 1; }}}} }", "sc");
  REQUIRE(run.result.cut_loops.size() == 1);
  CHECK(run.result.cut_loops[0].reason == CutReason::LocalSteps);
}

TEST_CASE("a run stops at the first error unless told otherwise") {
  const std::string text = "shared x; thread t { assert(x == 0); } thread u { x := 1; x := 2; }";
  ExplorerOptions options = Run::options_for("sc");
  options.after_error = AfterError::Stop;
  CHECK(Run(text, options).result.stop_reason == StopReason::FirstError);
  const Run all(text, "sc");
  CHECK(all.result.stop_reason == StopReason::Exhausted);
  CHECK(all.result.erroneous == 2);
  CHECK(all.result.errors.size() == 1);
}

TEST_CASE("threads that pass each other growing values are explored up to a bound") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const Run run("shared x, y; thread t { x := y + 1; } thread u { y := x + 1; }",
                  std::string(model->name()));
    CHECK(run.result.executions == 3);
  }
}

TEST_CASE("programs with many threads and events are explored too") {
  const Run threads("shared x[20]; thread t(i in 0..19) { x[i] := 1; a := x[i]; }", "rc11");
  CHECK(threads.result.executions == 1);
  const Run events(
      "shared x; thread t { for (i := 0; i < 70; i := i + 1) { x@rlx := i; } r := x@rlx; }",
      "rc11");
  CHECK(events.result.executions == 1);
}

}  // namespace drover::explore_test
