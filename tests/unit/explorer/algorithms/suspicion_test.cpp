#include "explorer/algorithms/suspicion.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/graph/errors_of_graph.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"

namespace drover::suspicion_test {

namespace {

// Compares the quick look at each execution with what its graph says.
class QuickLook : public ExecutionObserver {
 public:
  QuickLook(const ProgramAutomata& automata, const MemoryModel& model)
      : automata_(automata), model_(model) {}

  void on_execution(const Execution& execution) override {
    const bool may_race = execution.may_have_errors({.races = true});
    const bool may_misuse = execution.may_have_errors({.heap = true});
    const bool may_be_wrong = execution.may_have_errors({.heap = true, .races = true});
    CHECK(may_be_wrong == (may_race || may_misuse));
    CHECK_FALSE(execution.may_have_errors({}));
    const ExecutionGraph& graph = execution.graph();
    const Relation hb = model_.happens_before(graph);
    const bool races = !find_races(graph, hb).empty();
    const bool misuses = !find_memory_errors(graph, hb, [&](LocationId location) {
                            return automata_.locations().address(location);
                          }).empty();
    if (races) CHECK(may_race);
    if (misuses) CHECK(may_misuse);
    // This look is not only quick but exact.
    const bool races_by_atomics = !find_races(graph, order_by_atomics(graph)).empty();
    CHECK(execution.may_have_errors({.races_by_atomics = true}) == races_by_atomics);
    ++executions;
    suspected += may_be_wrong ? 1 : 0;
    wrong += races || misuses ? 1 : 0;
  }

  std::size_t executions = 0;
  std::size_t suspected = 0;
  std::size_t wrong = 0;

 private:
  const ProgramAutomata& automata_;
  const MemoryModel& model_;
};

struct Counts {
  std::size_t executions = 0;
  std::size_t suspected = 0;
  std::size_t wrong = 0;
};

Counts look_at(const std::string& text, const MemoryModel& model) {
  const Program program = testing::program_from(text);
  ProgramAutomata automata(program, {});
  RunControl control;
  QuickLook look(automata, model);
  REQUIRE(run_trust(model, 64, automata, {}, control, look) == RunEnd::Done);
  return {look.executions, look.suspected, look.wrong};
}

const char* const Programs[] = {
    // Races that are there, that are not, and that depend on what is read.
    "shared na d; thread t { d := 1; } thread u { r := d; }",
    "shared x; thread t { x@na := 1; } thread u { r := x@rlx; } thread v { faa@rlx(x, 1); }",
    "shared na d; shared f; thread t { d := 1; f@rel := 1; } thread u { if (f@acq) { r := d; } }",
    "shared na d; shared f; thread t { d := 1; f@rlx := 1; } thread u { if (f@acq) { r := d; } }",
    "shared na d; shared f; thread t { d := 1; fence@rel; f@rlx := 1; }"
    "thread m { faa@rlx(f, 1); } thread u { if (f@rlx == 2) { fence@acq; r := d; } }",
    "shared na d; init { d := 1; } thread t(i in 1..2) { r := d; } final { d := 2; }",
    "shared na d; shared m; thread t(i in 1..3) { lock(m); d := d + 1; unlock(m); }",
    "shared na d; shared f; thread t { d := 1; f@rel := 1; f@rlx := 2; }"
    "thread u { r := f@acq; if (r) { s := d; } }",
    // Memory that is used before, after and while it is there.
    "shared top; thread t { p := alloc(1); *p := 1; top@rlx := p; }"
    "thread u { q := top@rlx; if (q) { *q := 2; } }",
    "shared top; thread t { p := alloc(1); *p := 1; top@rel := p; }"
    "thread u { q := top@acq; if (q) { *q := 2; } }",
    "shared top; thread t { p := alloc(1); top@rel := p; r := *p; free(p); }"
    "thread u { q := top@acq; if (q) { *q := 2; } }",
    "shared top; thread t { p := alloc(1); *p := 1; top@rel := p; }"
    "thread u { q := top@acq; if (q) { *q := 2; free(q); } }",
    "shared top, done; thread t { p := alloc(1); top@rel := p; if (done@rlx) { free(p); } }"
    "thread u { q := top@acq; if (q) { *q := 2; done@rlx := 1; } }",
    "shared top; thread t { p := alloc(1); top@rel := p; free(p); }"
    "thread u { q := top@acq; if (q) { free(q); } }",
    "shared top; thread t { p := alloc(1); top@rlx := p; } thread u { q := top@rlx; free(q); }",
    "shared x; thread t { p := alloc(2); free(p + 1); } thread u { free(&x); }",
    "thread t { p := alloc(2); q := alloc(1); *p := 1; *q := 2; free(q); free(p); *p := 3; }",
    "thread t { p := alloc(2); *(p + 2) := 1; }",
    "thread t { p := 3 << 61; *p := 1; }",
    "struct Node { na value; next; } shared top; thread t(i in 1..2) { p := alloc Node;"
    "p->value := 1; q := top@acq; p->next@rlx := q; cas@rel,rlx(top, q, p); }"
    "thread u { q := top@acq; if (q) { r := q->value; } }",
};

}  // namespace

TEST_CASE(
    "the quick test for suspicious graphs misses no error, [RCMC] Def. 3.10, [SPORE] Def. D.2") {
  for (const char* text : Programs) {
    CAPTURE(text);
    for (const MemoryModel* model : all_models()) {
      if (model->traits().checker == IncrementalChecker::None) continue;
      CAPTURE(model->name());
      const Counts counts = look_at(text, *model);
      CHECK(counts.executions > 0);
      CHECK(counts.suspected >= counts.wrong);
    }
  }
}

TEST_CASE("the quick test for suspicious graphs passes programs without errors") {
  const MemoryModel& rc11 = *find_model("rc11");
  for (const char* text :
       {"shared na d; shared f; thread t { d := 1; f@rel := 1; } thread u { if (f@acq) { r := d; } "
        "}",
        "shared na d; init { d := 1; } thread t(i in 1..2) { r := d; } final { d := 2; }",
        "shared na d; shared m; thread t(i in 1..3) { lock(m); d := d + 1; unlock(m); }",
        "shared top; thread t { p := alloc(1); *p := 1; top@rel := p; }"
        "thread u { q := top@acq; if (q) { *q := 2; } }",
        "shared top; thread t { p := alloc(1); *p := 1; top@rel := p; }"
        "thread u { q := top@acq; if (q) { *q := 2; free(q); } }",
        "thread t { p := alloc(2); q := alloc(1); *p := 1; *q := 2; free(q); free(p); free(0); "
        "}"}) {
    CAPTURE(text);
    CHECK(look_at(text, rc11).suspected == 0);
  }
  // And is not suspicious of executions only because others are wrong.
  const Counts some = look_at(
      "shared na d; shared f; thread t { d := 1; f@rlx := 1; } thread u { if (f@acq) { r := d; } }",
      rc11);
  CHECK(some.executions == 3);
  CHECK(some.wrong == 2);
  CHECK(some.suspected == 2);
}

TEST_CASE("a graph with a `help` call is suspicious, one with a `main` call is not") {
  const Program program = testing::program_from(
      "shared x, y; thread o { y := 1; main cas(x, 0, 1); } thread h { if (y) { help cas(x, 0, 1); "
      "} }");
  ProgramAutomata automata(program, {.help_calls = HelpCalls::MarkOnly});
  class Observer : public ExecutionObserver {
   public:
    void on_execution(const Execution& execution) override {
      const bool has_help = execution.event_count == 6;
      helped += has_help ? 1 : 0;
      ++executions;
      CHECK(execution.may_have_errors({.help_calls = true}) == has_help);
      CHECK_FALSE(execution.may_have_errors({.heap = true, .races = true}));
    }
    std::size_t helped = 0;
    std::size_t executions = 0;
  } observer;
  RunControl control;
  REQUIRE(run_trust(*find_model("sc"), 64, automata, {}, control, observer) == RunEnd::Done);
  CHECK(observer.executions == 2);
  CHECK(observer.helped == 1);
}

}  // namespace drover::suspicion_test
