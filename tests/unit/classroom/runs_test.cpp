#include "classroom/runs.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/models/model_registry.h"

namespace drover::runs_test {
using namespace classroom;

namespace {

RunReport run_of(const std::string& text, const char* model, const Budget& budget = {},
                 RunPurpose purpose = RunPurpose::Verdict) {
  const Runnable runnable = read_core("p", text);
  REQUIRE(runnable.is_readable());
  return run(runnable, *find_model(model), budget, purpose);
}

const std::string Sb = "shared x, y; thread l { x := 1; a := y; } thread r { y := 1; b := x; }";

}  // namespace

TEST_CASE("a run tells which outcomes are allowed, with an execution of each") {
  const std::vector<Outcome> outcomes{{"zeros", 0, "l:a == 0 && r:b == 0", {}},
                                      {"ones", 0, "l:a == 1 && r:b == 1", {}}};
  const Runnable runnable = read_core("p", Sb, outcomes);
  REQUIRE(runnable.is_readable());
  const RunReport sc = run(runnable, *find_model("sc"), {});
  CHECK(!sc.allowed.at("zeros"));
  CHECK(sc.allowed.at("ones"));
  CHECK(sc.is_complete);
  CHECK(sc.pictures.contains("ones"));
  CHECK(!sc.pictures.contains("zeros"));
  CHECK(run(runnable, *find_model("tso"), {}).allowed.at("zeros"));
}

TEST_CASE("a run that reaches a limit is incomplete, and says why") {
  CHECK(run_of(Sb, "sc", {.executions = 1}).limit == "more than 1 executions");
  CHECK(run_of("shared x; thread a { for (i := 0; i < 9; i := i + 1) { x := i; } }", "sc",
               {.events = 5})
            .limit == "more than 5 events in one execution");
  const RunReport cut = run_of("shared x; thread a { while (x == 0) { x := 0; } }", "sc");
  CHECK(cut.limit == "a loop that may go on and on");
  CHECK(!cut.is_complete);
}

TEST_CASE("a read-modify-write is one access of an execution, and a fence is one") {
  CHECK(run_of("shared x; thread a { faa(x, 1); fence@sc; r := x; }", "sc").accesses == 3);
}

TEST_CASE("executions are counted without reductions if their number is asked for") {
  const std::string text = "shared x; thread t(i in 1..3) { x := 1; }";
  CHECK(run_of(text, "sc", {}, RunPurpose::Count).executions == 6);
  CHECK(run_of(text, "sc").executions < 6);
}

TEST_CASE("a run has the kind of the first error, and where threads stopped") {
  const RunReport failed = run_of("shared x; thread a { x := 1; assert(x == 2); }", "sc");
  CHECK(failed.error_kind == "assertion");
  CHECK(failed.error.starts_with("line 1: "));
  CHECK(failed.stopped == 1);
  CHECK(failed.ended == 0);
  const RunReport race = run_of("shared na x; thread a { x := 1; } thread b { r := x; }", "rc11");
  CHECK(race.has_race);
}

TEST_CASE("candidates of an outcome are executions of any model") {
  const std::vector<Outcome> outcomes{{"zeros", 0, "l:a == 0 && r:b == 0", {}}};
  CHECK(
      candidates_with(read_core("p", Sb, outcomes), "zeros", *find_model("sc"), {}).graphs.size() ==
      1);
}

}  // namespace drover::runs_test
