#include "explorer/findings/judge.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::judge_test {

namespace {

// An execution that outlives the algorithm that found it.
struct KeptExecution {
  ExecutionGraph graph;
  std::vector<NodeId> nodes;
  std::vector<ThreadEnd> ends;

  [[nodiscard]] Execution shown() const { return {graph, nodes, ends}; }
};

class Keeper : public ExecutionObserver {
 public:
  explicit Keeper(std::vector<KeptExecution>& kept) : kept_(kept) {}
  void on_execution(const Execution& execution) override {
    kept_.push_back({execution.graph(), execution.nodes, execution.ends});
  }

 private:
  std::vector<KeptExecution>& kept_;
};

struct Setting {
  std::string model = "sc";
  AlgorithmKind algorithm = AlgorithmKind::Enumerate;
  AfterError after_error = AfterError::GoOn;
  DuplicatePolicy duplicates = DuplicatePolicy::Ignore;
  std::optional<std::uint64_t> max_executions = std::nullopt;
  std::uint32_t unroll = 3;
};

// All executions of a program, and a judge that has not seen any of them.
class Court {
 public:
  explicit Court(const std::string& text, const Setting& setting = {})
      : program_(testing::program_from(text)),
        options_(options_of(setting)),
        plan_(make_plan(program_, options_)),
        automata_(plan_.reduced.program, plan_.unfold) {
    GraphNames names;
    for (const Thread& thread : program_.threads) names.threads.push_back(thread.name);
    names.location = [this](LocationId id) { return automata_.locations().name(id); };
    names.value = [this](Value value) { return automata_.locations().value_text(value); };
    if (plan_.counts_duplicates) result.duplicates = 0;
    RunControl unlimited;
    Keeper keeper(executions);
    reference::enumerate_executions(automata_, *options_.model, unlimited, keeper);
    judge_ =
        std::make_unique<Judge>(program_, automata_, options_, plan_, std::move(names), control);
    judge_->start({});
    settle();
  }

  void show(const KeptExecution& kept) {
    judge_->on_execution(kept.shown());
    settle();
  }
  // What the judge has found so far becomes the result.
  void settle() { REQUIRE(fill_in(judge_->found(), automata_, result)); }
  void show_all() {
    for (const KeptExecution& kept : executions) show(kept);
  }
  // Shows the first execution that ends so, thread by thread.
  void show_ending(const std::vector<ThreadEnd>& ends) {
    const auto found = std::ranges::find(executions, ends, &KeptExecution::ends);
    REQUIRE(found != executions.end());
    show(*found);
  }

  [[nodiscard]] Judge& judge() { return *judge_; }
  [[nodiscard]] bool has_stopped() const { return control.reason() != StopReason::Exhausted; }
  [[nodiscard]] const ReportedError& only_error() const {
    REQUIRE(result.errors.size() == 1);
    return result.errors[0];
  }

  std::vector<KeptExecution> executions;
  RunControl control;
  ExplorationResult result;

 private:
  static ExplorerOptions options_of(const Setting& setting) {
    ExplorerOptions options;
    options.model = find_model(setting.model);
    options.algorithm = setting.algorithm;
    options.after_error = setting.after_error;
    options.duplicates = setting.duplicates;
    options.max_executions = setting.max_executions;
    options.unfold.unroll = setting.unroll;
    return options;
  }

  Program program_;
  ExplorerOptions options_;
  Plan plan_;
  ProgramAutomata automata_;
  std::unique_ptr<Judge> judge_;
};

constexpr auto Finished = ThreadEnd::Finished;
constexpr auto Blocked = ThreadEnd::Blocked;
constexpr auto AtAwait = ThreadEnd::StuckAtAwait;
constexpr auto Error = ThreadEnd::Error;
constexpr auto Cut = ThreadEnd::Cut;

}  // namespace

TEST_CASE("judge: an execution counts once, by the worst end of its threads") {
  const std::string text =
      "shared x, y; thread a { x := 1; y := 1; }"
      "thread b { r := x; if (r == 0) { block; } }"
      "thread c { s := y; assert(s == 0); }"
      "thread d { while (x == 0) { i := i + 1; } }";
  Court court(text, {.unroll = 1});
  court.show_ending({Finished, Finished, Finished, Finished});
  CHECK(court.result.executions == 1);
  court.show_ending({Finished, Blocked, Finished, Finished});
  CHECK(court.result.blocked == 1);
  court.show_ending({Finished, Blocked, Finished, Cut});
  CHECK(court.result.cut == 1);
  CHECK(court.result.blocked == 1);
  court.show_ending({Finished, Blocked, Error, Cut});
  CHECK(court.result.erroneous == 1);
  CHECK(court.result.cut == 1);
  CHECK(court.result.executions == 1);
  CHECK(court.judge().seen() == 4);
}

TEST_CASE("judge: events are counted without initial writes") {
  Court court("shared x; thread a { x := 1; } thread b { r := x; }");
  court.show(court.executions[0]);
  CHECK(court.result.events == 2);
  court.show(court.executions[1]);
  CHECK(court.result.events == 4);
}

TEST_CASE("judge: graphs that are not executions are counted apart") {
  Court court("shared x; thread a { x := 1; }");
  court.judge().on_stale(Execution());
  court.judge().on_dead_end();
  court.settle();
  CHECK(court.result.stale == 1);
  CHECK(court.result.dead_ends == 1);
  CHECK(court.judge().seen() == 0);
}

TEST_CASE("judge: a failed assertion has its thread and place") {
  Court court("shared x; thread a { x := 1; }\nthread b { r := x; assert(r == 0, \"too late\"); }");
  court.show_ending({Finished, Error});
  const ReportedError& error = court.only_error();
  CHECK(error.kind == ErrorKind::Assertion);
  CHECK(words::error_text(error).find("too late") != std::string::npos);
  CHECK(error.place.thread == "b");
  CHECK(error.place.source.line == 2);
  CHECK(error.graph.size() > 0);
  CHECK(court.result.erroneous == 1);
}

TEST_CASE("judge: a division by zero is an arithmetic error") {
  Court court("shared x; thread a { r := 1 / x; }");
  court.show_ending({Error});
  CHECK(court.only_error().kind == ErrorKind::Arithmetic);
}

TEST_CASE("judge: a race has two places, and is reported only for models with races") {
  const std::string text = "shared na d; thread a { d := 1; } thread b { r := d; }";
  Court court(text, {.model = "rc11"});
  court.show(court.executions[0]);
  const ReportedError& error = court.only_error();
  CHECK(error.kind == ErrorKind::Race);
  CHECK(words::error_text(error).find("race on `d`") == 0);
  REQUIRE(error.others.size() == 1);
  CHECK(error.place.thread != error.others[0].thread);
  CHECK(error.events.size() == 2);
  CHECK(court.result.executions == 1);  // it is complete all the same

  Court other(text, {.model = "sc"});
  other.show_all();
  CHECK(other.result.errors.empty());
}

TEST_CASE("judge: use after free is a memory error") {
  Court court("shared p; thread a { q := alloc(1); *q := 1; free(q); *q := 2; }");
  court.show(court.executions[0]);
  const ReportedError& error = court.result.errors.at(0);
  CHECK(error.kind == ErrorKind::Memory);
  CHECK(error.place.thread == "a");
}

TEST_CASE("judge: a malformed annotation is seen before any execution") {
  Court court(
      "shared x, y; fn f() { y := 1; cas(x, 0, 1); } thread a { main f(); }"
      "thread b { help f(); }",
      {.model = "sra", .algorithm = AlgorithmKind::Spore});
  REQUIRE_FALSE(court.result.errors.empty());
  CHECK(court.result.errors[0].kind == ErrorKind::Annotation);
  CHECK(court.result.errors[0].graph.size() == 0);
  CHECK(court.judge().seen() == 0);
}

TEST_CASE("judge: a `help` call without its `main` call is an annotation error") {
  Court court("shared x; fn f() { cas(x, 0, 1); } thread b { help f(); }",
              {.model = "sra", .algorithm = AlgorithmKind::Spore});
  CHECK(court.result.errors.empty());
  court.show(court.executions.at(0));
  const ReportedError& error = court.only_error();
  CHECK(error.kind == ErrorKind::Annotation);
  CHECK(error.place.thread == "b");
}

TEST_CASE("judge: a cycle of po, rf and co that the explorer found is reported") {
  Court court(
      "shared x, y; thread a { x@rlx := 1; y@rlx := 2; } thread b { y@rlx := 1; x@rlx := 2; }"
      "exists (x == 1 && y == 1);",
      {.model = "rc11"});
  const auto both_first = std::ranges::find_if(court.executions, [](const KeptExecution& kept) {
    return std::ranges::all_of(kept.graph.locations(), [&](LocationId location) {
      return kept.graph.event(kept.graph.coherence_maximal(location)).value == 1;
    });
  });
  REQUIRE(both_first != court.executions.end());
  Execution execution = both_first->shown();
  court.judge().on_execution(execution);
  court.settle();
  CHECK(court.judge().found().voids.is_empty());
  CHECK_FALSE(court.has_stopped());
  execution.has_causal_cycle = true;
  court.judge().on_execution(execution);
  court.settle();
  CHECK(court.judge().found().voids.contains(VoidReason::CausalCycle));
  CHECK(court.has_stopped());
  CHECK(court.result.errors.empty());
}

TEST_CASE("judge: a thread that waits forever is a deadlock, once all others have ended") {
  Court court(
      "shared x, y; thread a { await(x == 1); } thread b { r := y; assume(r == 1); }"
      "thread c { y := 1; }");
  court.show_ending({AtAwait, Blocked, Finished});
  CHECK(court.result.blocked == 1);
  CHECK(court.result.deadlocks == 0);  // b might have gone on
  CHECK(court.result.errors.empty());
  court.show_ending({AtAwait, Finished, Finished});
  CHECK(court.result.blocked == 2);
  CHECK(court.result.deadlocks == 1);
  const ReportedError& error = court.only_error();
  CHECK(error.kind == ErrorKind::Deadlock);
  CHECK(error.place.thread == "a");
  CHECK(words::error_text(error).find("its initial value") != std::string::npos);
}

TEST_CASE("judge: an execution with a thread that was cut is no deadlock") {
  Court court("shared x; thread a { await(x == 1); } thread b { while (x == 0) { i := i + 1; } }",
              {.unroll = 2});
  court.show_ending({AtAwait, Cut});
  CHECK(court.result.cut == 1);
  CHECK(court.result.blocked == 0);
  CHECK(court.result.deadlocks == 0);
  REQUIRE(court.result.cut_loops.size() == 1);
  CHECK(court.result.cut_loops[0].thread == "b");
  CHECK(court.result.cut_loops[0].reason == CutReason::LoopBound);
  CHECK(court.result.cut_loops[0].executions == 1);
  court.show_ending({AtAwait, Cut});
  CHECK(court.result.cut_loops[0].executions == 2);
}

TEST_CASE("judge: a deadlock names all waiting threads, and is reported once") {
  Court court("shared x, y; thread a { await(x == 1); } thread b { await(y == 1); }");
  court.show_ending({AtAwait, AtAwait});
  court.show_ending({AtAwait, AtAwait});
  CHECK(court.result.deadlocks == 2);
  const ReportedError& error = court.only_error();
  CHECK(error.executions == 2);
  CHECK(error.place.thread == "a");
  REQUIRE(error.others.size() == 1);
  CHECK(error.others[0].thread == "b");
}

TEST_CASE("judge: conditions count witnesses among complete executions") {
  Court court(
      "shared x; thread a { x := 1; } thread b { r := x; }"
      "exists (b:r == 1); forbid (b:r == 1); forall (b:r == 1);");
  REQUIRE(court.executions.size() == 2);
  court.show_all();
  REQUIRE(court.result.conditions.size() == 3);
  for (const ConditionResult& condition : court.result.conditions) {
    CHECK(condition.witnesses == 1);
    CHECK(condition.others == 1);
  }
  CHECK(court.result.conditions[0].holds());
  CHECK_FALSE(court.result.conditions[1].holds());
  CHECK_FALSE(court.result.conditions[2].holds());
  CHECK(court.result.outcomes.size() == 2);
  REQUIRE(court.result.errors.size() == 2);
  for (const ReportedError& error : court.result.errors) CHECK(error.kind == ErrorKind::Condition);
}

TEST_CASE("judge: executions that are not complete have no final state") {
  Court court("shared x; thread a { await(x == 1); } forbid (x == 0);");
  court.show_ending({AtAwait});
  CHECK(court.result.outcomes.empty());
  CHECK(court.result.conditions[0].witnesses == 0);
}

TEST_CASE("judge: a condition without a value in some state is an error of its own") {
  Court court("shared x; thread a { x := 0; } exists (1 / x == 1);");
  court.show(court.executions[0]);
  CHECK(court.only_error().kind == ErrorKind::Arithmetic);
  CHECK(court.result.conditions[0].witnesses == 0);
  CHECK(court.result.conditions[0].others == 0);
}

TEST_CASE("judge: under wrc11 an execution may have several final states") {
  Court court("shared x; thread a { x@rlx := 1; } thread b { x@rlx := 2; } exists (x == 1);",
              {.model = "wrc11"});
  REQUIRE(court.executions.size() == 1);
  court.show(court.executions[0]);
  CHECK(court.result.outcomes.size() == 2);
  CHECK(court.result.conditions[0].witnesses == 1);
  CHECK(court.result.conditions[0].others == 1);
}

TEST_CASE("judge: the first error ends the run, of whatever kind") {
  const std::string failing = "shared x; thread a { assert(x == 1); }";
  Court stopping(failing, {.after_error = AfterError::Stop});
  stopping.show(stopping.executions[0]);
  CHECK(stopping.control.reason() == StopReason::FirstError);
  Court going_on(failing, {.after_error = AfterError::GoOn});
  going_on.show(going_on.executions[0]);
  CHECK_FALSE(going_on.has_stopped());

  Court waiting("shared x; thread a { await(x == 1); }", {.after_error = AfterError::Stop});
  waiting.show_all();
  CHECK(waiting.only_error().kind == ErrorKind::Deadlock);
  CHECK(waiting.control.reason() == StopReason::FirstError);
  Court forbidden("shared x; thread a { x := 1; } forbid (x == 1);",
                  {.after_error = AfterError::Stop});
  forbidden.show_all();
  CHECK(forbidden.only_error().kind == ErrorKind::Condition);
  CHECK(forbidden.control.reason() == StopReason::FirstError);
  Court outside("shared x; thread a { x := 1; } forall (x == 0);",
                {.after_error = AfterError::Stop});
  outside.show_all();
  CHECK(outside.control.reason() == StopReason::FirstError);
  // What was merely looked for ends nothing.
  Court found("shared x; thread a { x := 1; } exists (x == 1);", {.after_error = AfterError::Stop});
  found.show_all();
  CHECK_FALSE(found.has_stopped());
}

TEST_CASE("judge: the limit of executions stops the run at the next one") {
  Court court("shared x; thread a { x := 1; } thread b { r := x; }", {.max_executions = 1});
  court.show(court.executions[0]);
  CHECK_FALSE(court.has_stopped());
  court.show(court.executions[1]);
  CHECK(court.control.reason() == StopReason::MaxExecutions);
  CHECK(court.result.executions == 1);
}

TEST_CASE("judge: repeated executions are counted as duplicates only") {
  Court court(
      "shared x; thread a { faa(x, 1); } thread b { r := x; }",
      {.model = "rc11", .algorithm = AlgorithmKind::Rcmc, .duplicates = DuplicatePolicy::Count});
  court.show(court.executions[0]);
  court.show(court.executions[1]);
  court.show(court.executions[0]);
  CHECK(court.result.executions == 2);
  CHECK(court.result.duplicates == 1);
  CHECK(court.judge().seen() == 3);
}

TEST_CASE("judge: an error of several executions is reported once, with the least facts") {
  Court court("shared x; thread a(i in 1..2) { x := i; } forbid (x > 0);");
  REQUIRE(court.executions.size() == 2);
  court.show_all();
  const std::string message = words::error_text(court.only_error());
  Court other("shared x; thread a(i in 1..2) { x := i; } forbid (x > 0);");
  std::ranges::reverse(other.executions);
  other.show_all();
  CHECK(words::error_text(other.only_error()) == message);
  CHECK(other.result.conditions[0].witnesses == 2);
}

TEST_CASE("judge: an error says in how many executions it was seen, and how often") {
  Court court("shared x; thread a(i in 1..2) { x := i; } forbid (x > 0);");
  court.show_all();
  CHECK(court.only_error().executions == 2);
  CHECK(court.only_error().times == 2);

  // Each write of `a` races with each of `b`: at the same two places.
  Court races(
      "shared na d; thread a { i := 0; while (i < 2) { d := 1; i := i + 1; } } "
      "thread b { i := 0; while (i < 3) { d := 2; i := i + 1; } }",
      {.model = "rc11", .unroll = 5});
  races.show(races.executions[0]);
  CHECK(races.only_error().executions == 1);
  CHECK(races.only_error().times == 6);
  races.show(races.executions[1]);
  CHECK(races.only_error().executions == 2);
  CHECK(races.only_error().times == 12);
}

}  // namespace drover::judge_test
