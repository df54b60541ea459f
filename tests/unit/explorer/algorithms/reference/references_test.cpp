// The two references and the analysis of values that `enumerate` starts from.

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/value_analysis.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "tests/support/run_search.h"

namespace drover::references_test {

namespace {

using Values = std::vector<Value>;

// The values that each shared object may hold, by its name.
class Analysis {
 public:
  explicit Analysis(const std::string& text)
      : program_(testing::program_from(text)),
        automata_(program_, {}),
        analysis_(automata_, run_) {}

  Values values(const std::string& name) { return analysis_.values(location(name)); }
  bool may_write(std::size_t thread, const std::string& name, Value value) {
    return analysis_.may_write(ThreadId(thread), location(name), value);
  }

 private:
  LocationId location(const std::string& name) {
    for (std::size_t i = 0; i < automata_.locations().size(); ++i) {
      if (automata_.locations().name(LocationId(i)) == name) return LocationId(i);
    }
    FAIL("no such location");
    return {};
  }

  Program program_;
  ProgramAutomata automata_;
  RunControl run_;
  ValueAnalysis analysis_;
};

class Found : public ExecutionObserver {
 public:
  void on_execution(const Execution& execution) override {
    forms.insert(canonical_form(execution.graph(), CoherencePart::Included));
    ends.push_back(execution.ends);
    CHECK(execution.may_have_errors({}));  // the references leave it to the graph
  }
  std::multiset<std::vector<std::uint32_t>> forms;
  std::vector<std::vector<ThreadEnd>> ends;
};

Found enumerated(const char* text, const char* model, StopReason* reason = nullptr) {
  const Program program = testing::program_from(text);
  ProgramAutomata automata(program, {});
  RunControl control;
  Found found;
  reference::enumerate_executions(automata, *find_model(model), control, found);
  if (reason != nullptr) *reason = control.reason();
  return found;
}

Found interleaved(const char* text, StoreBuffers buffers) {
  const Program program = testing::program_from(text);
  ProgramAutomata automata(program, {});
  RunControl control;
  Found found;
  run_interleaving(automata, buffers, control, found);
  return found;
}

bool has_no_duplicates(const Found& found) {
  return std::set(found.forms.begin(), found.forms.end()).size() == found.forms.size();
}

}  // namespace

TEST_CASE("values of reads are the initial one and all written ones, in order") {
  Analysis analysis("shared x = 5; thread t { x := 9; x := 3; } thread u { r := x; }");
  CHECK(analysis.values("x") == Values{3, 5, 9});
  CHECK(analysis.may_write(0, "x", 9));
  CHECK_FALSE(analysis.may_write(0, "x", 5));
  CHECK_FALSE(analysis.may_write(1, "x", 9));
}

TEST_CASE("values of reads are those of reachable paths") {
  Analysis analysis(
      "shared x, y; thread t { r := x; if (r == 1) { y := 1; } if (r == 2) { y := 2; } }"
      "thread u { x := 1; s := y; await(y == 7); x := 8; }");
  CHECK(analysis.values("y") == Values{0, 1});
  CHECK(analysis.values("x") == Values{0, 1});  // the await is never passed
}

TEST_CASE("values of reads include those computed from other values") {
  Analysis chain(
      "shared x, y, z; thread a { x := 1; } thread b { y := x * 10; } thread c { z := y + 1; }");
  CHECK(chain.values("z") == Values{0, 1, 11});
  Analysis updates("shared x; thread t(i in 1..3) { faa(x, 1); }");
  CHECK(updates.values("x") == Values{0, 1, 2, 3});
}

TEST_CASE("values of reads are bounded if threads pass each other growing values") {
  Analysis analysis("shared x, y; thread t { x := y + 1; } thread u { y := x + 1; }");
  const Values x = analysis.values("x");
  CHECK(x.size() >= 3);  // 0, 1 and 2 are possible
  CHECK(x.size() <= 5);
  CHECK(Values(x.begin(), x.begin() + 3) == Values{0, 1, 2});
}

TEST_CASE("enumerate: store buffering, once each, [RCMC] §3.3") {
  const char* const sb =
      "shared x, y; thread t { x@rlx := 1; r := y@rlx; } thread u { y@rlx := 1; s := x@rlx; }";
  CHECK(enumerated(sb, "sc").forms.size() == 3);
  for (const char* weak : {"tso", "pso", "ra", "rc11"}) {
    const Found found = enumerated(sb, weak);
    CHECK(found.forms.size() == 4);
    CHECK(has_no_duplicates(found));
  }
}

TEST_CASE("enumerate: a read takes every write of its value") {
  const char* const twice = "shared x; thread t(i in 1..2) { x := 1; } thread u { r := x; }";
  // Coherence has two orders; the read sees 0 or either write.
  CHECK(enumerated(twice, "sc").forms.size() == 6);
  CHECK(enumerated(twice, "wrc11").ends.size() == 3);
}

TEST_CASE("enumerate: the end of each thread is known") {
  const Found found = enumerated(
      "shared x; thread t { r := x; if (r == 1) { error; } assume(r == 2); } thread u { x := 1; "
      "x := 2; } final { x := 3; }",
      "sc");
  using Ends = std::vector<ThreadEnd>;
  const std::multiset<Ends> ends(found.ends.begin(), found.ends.end());
  CHECK(ends ==
        std::multiset<Ends>{{ThreadEnd::Blocked, ThreadEnd::Finished, ThreadEnd::NotStarted},
                            {ThreadEnd::Error, ThreadEnd::Finished, ThreadEnd::NotStarted},
                            {ThreadEnd::Finished, ThreadEnd::Finished, ThreadEnd::Finished}});
}

TEST_CASE("enumerate: an await is stuck at the last write only") {
  const Found stuck =
      enumerated("shared x; thread t { await(x == 5); } thread u { x := 1; }", "sc");
  REQUIRE(stuck.ends.size() == 1);
  CHECK(stuck.ends[0][0] == ThreadEnd::StuckAtAwait);
  CHECK(
      enumerated("shared x; thread t { await(x == 1); } thread u { x := 1; }", "ra").ends.size() ==
      1);
}

TEST_CASE("enumerate: a program of fences alone has an execution") {
  CHECK(enumerated("thread t { fence@sc; } thread u { fence@sc; }", "rc11").forms.size() == 1);
  CHECK(enumerated("thread t { }", "sc").forms.size() == 1);
}

TEST_CASE("enumerate: an execution that is too large is given up") {
  StopReason reason = StopReason::Exhausted;
  enumerated(
      "shared x; thread t { for (i := 0; i < 99; i := i + 1) { for (j := 0; j < 99; j := j + 1) {"
      "x := 1; } } }",
      "sc", &reason);
  CHECK(reason == StopReason::TooManyEvents);
}

TEST_CASE("interleave: each machine allows outcomes that a stronger one forbids") {
  struct Case {
    const char* text;
    std::size_t sc, tso, pso;
  };
  for (const Case& c : {
           // Store buffering: a read before an older store.
           Case{"shared x, y; thread t { x := 1; r := y; } thread u { y := 1; s := x; }", 3, 4, 4},
           // The same with fences.
           Case{"shared x, y; thread t { x := 1; fence@sc; r := y; }"
                "thread u { y := 1; fence@sc; s := x; }",
                3, 3, 3},
           // Message passing: a store before an older store.
           Case{"shared x, y; thread t { x := 1; y := 1; } thread u { r := y; s := x; }", 3, 3, 4},
           Case{"shared x, y; thread t { x := 1; fence@rel; y := 1; } thread u { r := y; s := x; }",
                3, 3, 3},
           // A release store has a barrier before it, which later stores do not pass either.
           Case{
               "shared x, y; thread t { x := 1; x@rel := 2; y := 1; } thread u { r := y; s := x; }",
               4, 4, 5},
           // Own stores are seen early.
           Case{"shared x, y; thread t { x := 1; a := x; b := y; }"
                "thread u { y := 1; c := y; d := x; }",
                3, 4, 4},
           // Read-modify-writes drain.
           Case{"shared x, y; thread t { faa(x, 1); r := y; } thread u { faa(y, 1); s := x; }", 3,
                3, 3},
       }) {
    CAPTURE(c.text);
    CHECK(interleaved(c.text, StoreBuffers::None).forms.size() == c.sc);
    CHECK(interleaved(c.text, StoreBuffers::Fifo).forms.size() == c.tso);
    CHECK(interleaved(c.text, StoreBuffers::PerLocation).forms.size() == c.pso);
    CHECK(has_no_duplicates(interleaved(c.text, StoreBuffers::PerLocation)));
  }
}

TEST_CASE("interleave: finds the executions that enumerate finds") {
  for (const char* text :
       {"shared x, y; thread t { x := 1; y := 1; r := x; } thread u { y := 2; x := 2; }",
        "shared m, x; thread t(i in 1..2) { lock(m); x := x + 1; unlock(m); } final { r := x; }",
        "shared x; thread t { await(x == 1); } thread u { x := 1; x := 0; }",
        "shared x, y, z; thread t { x := 1; y@rel := 1; z := 1; } thread u { a := z; b := y; c := "
        "x; }",
        "shared x; init { x := 4; } thread t { r := cas(x, 4, 5); } thread u { s := xchg(x, 4); "
        "}"}) {
    CAPTURE(text);
    CHECK(interleaved(text, StoreBuffers::None).forms == enumerated(text, "sc").forms);
    CHECK(interleaved(text, StoreBuffers::Fifo).forms == enumerated(text, "tso").forms);
    CHECK(interleaved(text, StoreBuffers::PerLocation).forms == enumerated(text, "pso").forms);
  }
}

}  // namespace drover::references_test
