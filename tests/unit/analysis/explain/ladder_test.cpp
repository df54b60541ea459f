#include "analysis/explain/ladder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "analysis/explain/explain.h"
#include "tests/support/program_text.h"

namespace drover::ladder_test {
using namespace explain;
using namespace testing;

namespace {

const std::string StoreBuffering =
    "shared x, y; thread a { x@rlx := 1; r := y@rlx; } thread b { y@rlx := 1; s := x@rlx; } "
    "exists (a:r == 0 && b:s == 0);";

// The program and its explanation, whose graphs do not refer to the program.
Explanation explained(const Program& program) {
  return explain::explain(program, outcome_of(program, program.conditions.front()), {});
}

const LadderRung& rung_of(const Explanation& explanation, std::string_view model) {
  const auto found = std::ranges::find_if(
      explanation.ladder, [&](const LadderRung& rung) { return rung.model->name() == model; });
  REQUIRE(found != explanation.ladder.end());
  return *found;
}

}  // namespace

TEST_CASE(
    "a rung that forbids the outcome is explained in the witness of the nearest that allows it") {
  const Program program = program_from(StoreBuffering);
  const Explanation explanation = explained(program);
  const LadderRung& sc = rung_of(explanation, "sc");
  const LadderRung& tso = rung_of(explanation, "tso");
  CHECK(sc.verdict == OutcomeVerdict::Forbidden);
  CHECK(tso.verdict == OutcomeVerdict::Allowed);
  REQUIRE(sc.reason.has_value());
  CHECK(sc.reason->axiom == "sequential-consistency");
  CHECK(sc.reason->candidate == tso.witness);
}

TEST_CASE(
    "a rung that allows the outcome names the nearest stronger model that rejects its witness") {
  const Program program = program_from(StoreBuffering);
  const Explanation explanation = explained(program);
  for (const std::string_view model : {"tso", "pso", "ra", "rc11"}) {
    CAPTURE(model);
    const LadderRung& rung = rung_of(explanation, model);
    REQUIRE(rung.allowance.has_value());
    CHECK(rung.allowance->strict->name() == "sc");
  }
}

TEST_CASE("there is one change for each two neighbours of the ladder that differ") {
  const Program program = program_from(StoreBuffering);
  const Explanation explanation = explained(program);
  REQUIRE(explanation.changes.size() == 1);
  CHECK(explanation.ladder[explanation.changes.front().upper].model->name() == "sc");
  CHECK(!explanation.changes.front().lenience.gaps.empty());
}

TEST_CASE("no rung differs for an outcome that every model allows") {
  const Program program = program_from(
      "shared x; thread a { x@rlx := 1; } thread b { r := x@rlx; } exists (b:r == 1);");
  const Explanation explanation = explained(program);
  CHECK(explanation.changes.empty());
  CHECK(!rung_of(explanation, "rc11").allowance.has_value());
}

}  // namespace drover::ladder_test
