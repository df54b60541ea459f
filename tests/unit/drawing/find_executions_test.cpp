#include "drawing/find_executions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"

namespace drover::drawing::find_executions_test {

namespace {

// Three executions under sc: y may be read as 0 or 1, x as 0 or 1, not both as 0.
constexpr const char* StoreBuffering =
    "shared x, y;\nthread a { x := 1; r := y; }\nthread b { y := 1; r := x; }\n"
    "exists (a:r == 0 && b:r == 0);\n";

FoundExecutions find(const Selection& selection, std::size_t max_found = 100) {
  const Program program = testing::program_from(StoreBuffering);
  return find_executions({.program = program,
                          .model = *find_model("sc"),
                          .selection = selection,
                          .is_selected = [](std::span<const Value>) { return true; },
                          .max_found = max_found});
}

}  // namespace

TEST_CASE("all executions are found, with their final states") {
  const FoundExecutions found = find({});
  CHECK(found.executions.size() == 3);
  CHECK(found.matching == 3);
  CHECK(found.end == SearchEnd::All);
  for (const FoundExecution& each : found.executions) CHECK(each.states.size() == 1);
}

TEST_CASE("a search for executions ends at its limit, or after the greatest requested number") {
  const FoundExecutions full = find({}, 2);
  CHECK(full.executions.size() == 2);
  CHECK(full.end == SearchEnd::Full);
  Selection second;
  second.numbers = {{2, 2}};
  const FoundExecutions one = find(second);
  REQUIRE(one.executions.size() == 1);
  CHECK(one.executions.front().number == 2);
  CHECK(one.end == SearchEnd::LastNumber);
}

TEST_CASE("of errors of one kind on one line, the search finds one, or all if requested") {
  const Program program = testing::program_from(
      "shared na d; shared x;\nthread t(i in 1..2) { d := d + 1; }\n"
      "thread u { assert(x == 1); }\n");
  Selection selection;
  selection.is_error = true;
  const auto run = [&] {
    return find_executions({.program = program,
                            .model = *find_model("rc11"),
                            .selection = selection,
                            .is_selected = [](std::span<const Value>) { return true; }});
  };
  const FoundExecutions one_each = run();
  REQUIRE(one_each.executions.size() == 2);
  CHECK(one_each.matching == 2);
  CHECK(one_each.left_out.size() == 2);
  for (const std::size_t error : one_each.left_out) {
    CHECK(one_each.result.errors[error].kind == ErrorKind::Race);
  }
  selection.kind = ErrorKind::Assertion;
  CHECK(run().left_out.empty());
  selection.kind = ErrorKind::Race;
  selection.errors = ErrorChoice::All;
  CHECK(run().executions.size() == 3);
  CHECK(run().left_out.empty());
}

TEST_CASE("forbidden candidates have the axioms that they break") {
  Selection forbidden;
  forbidden.is_forbidden = true;
  const FoundExecutions found = find(forbidden);
  REQUIRE_FALSE(found.executions.empty());
  CHECK(found.end == SearchEnd::All);
  CHECK(std::ranges::none_of(found.executions,
                             [](const FoundExecution& each) { return each.violations.empty(); }));
}

}  // namespace drover::drawing::find_executions_test
