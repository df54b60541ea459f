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

TEST_CASE("the search finds one error of a kind on a line, or all if requested") {
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

TEST_CASE("forbidden candidates include those that only dependencies forbid") {
  const Program program = testing::program_from(
      "shared x, y;\nthread a { r := x@rlx; y@rlx := r * 0 + 1; }\n"
      "thread b { r := y@rlx; x@rlx := r * 0 + 1; }\nexists (a:r == 1 && b:r == 1);\n");
  Selection forbidden;
  forbidden.is_forbidden = true;
  forbidden.axiom = "no-thin-air";
  const FoundExecutions found =
      find_executions({.program = program,
                       .model = *find_model("imm"),
                       .selection = forbidden,
                       .is_selected = [](std::span<const Value>) { return true; }});
  REQUIRE(found.executions.size() == 1);
  CHECK(found.executions.front().states == std::vector<std::vector<Value>>{{1, 1}});
}

TEST_CASE("forbidden candidates include values that come from a cycle") {
  const Program program = testing::program_from(
      "shared x, y;\nthread a { r := x@rlx; y@rlx := r; }\n"
      "thread b { r := y@rlx; x@rlx := r; }\nexists (a:r == 7);\n");
  Selection forbidden;
  forbidden.is_forbidden = true;
  const auto find_with = [&](std::vector<Value> mentioned) {
    return find_executions({.program = program,
                            .model = *find_model("imm"),
                            .selection = forbidden,
                            .is_selected = [](std::span<const Value> s) { return s[0] == 7; },
                            .mentioned = std::move(mentioned)});
  };
  CHECK(find_with({}).executions.empty());
  CHECK(find_with({7}).executions.size() == 1);
}

TEST_CASE("forbidden candidates may be blocked") {
  const Program program = testing::program_from(
      "shared x, y;\nthread a { x@rlx := 1; y@rlx := 1; }\n"
      "thread b { r := y@rlx; s := x@rlx; assume(r == 1 && s == 0); block; }\n");
  Selection blocked;
  blocked.is_forbidden = true;
  blocked.is_blocked = true;
  const auto find_under = [&](const Selection& selection) {
    return find_executions({.program = program,
                            .model = *find_model("sc"),
                            .selection = selection,
                            .is_selected = [](std::span<const Value>) { return true; }});
  };
  CHECK_FALSE(find_under(blocked).executions.empty());
  Selection complete;
  complete.is_forbidden = true;
  complete.is_complete = true;
  CHECK(find_under(complete).executions.empty());
}

}  // namespace drover::drawing::find_executions_test
