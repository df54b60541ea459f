#include "explorer/findings/assertion_coverage.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "tests/support/program_text.h"

namespace drover::assertion_coverage_test {

namespace {

ExplorationResult run(const std::string& text, AlgorithmKind algorithm = AlgorithmKind::Auto,
                      const std::string& model = "sc") {
  ExplorerOptions options;
  options.model = find_model(model);
  options.algorithm = algorithm;
  return explore(testing::program_from(text), options);
}

}  // namespace

TEST_CASE("a program none of whose executions completes is vacuous") {
  const ExplorationResult result = run("shared x; thread a { r := x; assume(r == 5); assert(0); }");
  CHECK(result.verdict == Verdict::Vacuous);
  CHECK(result.executions == 0);
  REQUIRE(result.blocked_places.size() == 1);
  CHECK(result.blocked_places[0].kind == StopKind::Assumption);
  // One that completes is enough.
  CHECK(run("shared x; thread a { r := x; assume(r == 5); assert(0); } thread b { x := 5; }")
            .verdict == Verdict::Violation);
  CHECK(run("shared x; thread a { r := x; assume(r == 5); } thread b { x := 5; }").verdict ==
        Verdict::Safe);
  // A deadlock is an error, and a limit a limit.
  CHECK(run("shared x; thread a { await(x == 1); }").verdict == Verdict::Violation);
}

TEST_CASE(
    "an assertion that no execution reaches makes the verdict vacuous, with every algorithm") {
  const std::string text =
      "shared x, y; thread a { x := 1; y := 1; } thread b { r := y; s := x; if (r == 1 && s == 0) "
      "{ "
      "assert(r == s); } }";
  for (const AlgorithmKind algorithm :
       {AlgorithmKind::Spore, AlgorithmKind::Dpor, AlgorithmKind::Rvf, AlgorithmKind::Enumerate,
        AlgorithmKind::Interleave}) {
    CAPTURE(algorithm_name(algorithm));
    const ExplorationResult result = run(text, algorithm);
    CHECK(result.verdict == Verdict::Vacuous);
    REQUIRE(result.unreached.size() == 1);
    CHECK(result.unreached[0].thread == "b");
    CHECK(result.unreached[0].source.line == 1);
  }
  CHECK(run(text, AlgorithmKind::Interleave, "pso").verdict == Verdict::Violation);
}

TEST_CASE("a program is safe if some assertion is reached, and unreached ones are reported") {
  const ExplorationResult result =
      run("shared x; thread a { x := 1; r := x; if (r == 2) { assert(r == 3); } assert(r == 1); }");
  CHECK(result.verdict == Verdict::Safe);
  CHECK_FALSE(result.has_reached_none);
  REQUIRE(result.unreached.size() == 1);
  CHECK(result.unreached[0].source.column == 52);
  // One that a reduction leaves out may have been reached.
  CHECK(
      run("shared x, y; thread a { while (x == 0) { r := y; assert(r == 0); } s := x; if (s == 2) "
          "{ assert(s == 3); } } thread b { x := 1; }")
          .verdict == Verdict::Safe);
}

TEST_CASE("assertions that cannot fail, or are not to be reached, need not be reached") {
  CHECK(run("shared x; thread a { r := x; if (r == 1) { assert(0); } }").verdict == Verdict::Safe);
  CHECK(run("shared x; thread a { r := x; if (r == 1) { error; } }").verdict == Verdict::Safe);
  CHECK(run("shared x; thread a { r := x; if (r == 1) { assert(1); } }").verdict == Verdict::Safe);
  // Only pure iterations come to it.
  CHECK(
      run("shared x, y; thread a { while (x == 0) { r := y; assert(r == 0); } } thread b { x := 1; "
          "}")
          .verdict == Verdict::Safe);
}

TEST_CASE("an assertion counts as reached if one of its copies is") {
  CHECK(run("shared x; fn f(v) { if (v == 1) { assert(x == 0); } } thread a { f(0); f(1); }")
            .verdict == Verdict::Safe);
  CHECK(run("shared x; thread a(i in 1..2) { r := x; if (i == 2) { assert(r == 0); } }").verdict ==
        Verdict::Safe);
  CHECK(run("shared x; thread a { x := 1; } final { assert(x == 1); }").verdict == Verdict::Safe);
  CHECK(run("shared x; init { assert(x == 0); } thread a { x := 1; }").verdict == Verdict::Safe);
}

}  // namespace drover::assertion_coverage_test
