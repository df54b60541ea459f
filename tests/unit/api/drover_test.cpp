#include "api/drover.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace drover::api;

const std::string StoreBuffering =
    "shared x, y;\n"
    "thread left { x := 1; a := y; }\n"
    "thread right { y := 1; b := x; }\n"
    "exists (left:a == 0 && right:b == 0);\n";

Program program(const std::string& text, const Constants& constants = {}) {
  Loaded loaded = load_text("test.drv", text, constants);
  REQUIRE_MESSAGE(loaded.program.has_value(), loaded.messages);
  return *loaded.program;
}

// What a run shows of a program, since it last started.
struct Shown {
  Report report;
  std::size_t executions = 0;
  std::size_t restarts = 0;
};

Shown show_all(const std::string& model, const std::string& text) {
  Shown shown;
  Options options{.model = model};
  options.on_execution = [&](const Execution& /*execution*/) {
    ++shown.executions;
    return true;
  };
  options.on_restart = [&] {
    ++shown.restarts;
    shown.executions = 0;
  };
  shown.report = check(program(text), options);
  return shown;
}

}  // namespace

TEST_CASE("a program with an error has a diagnostic with its place") {
  const Loaded loaded = load_text("typo.drv", "shared x;\nthread t { y@rel := 1; }\n");
  CHECK_FALSE(loaded.program.has_value());
  REQUIRE(loaded.diagnostics.size() == 1);
  CHECK(loaded.diagnostics.front().severity == Severity::Error);
  CHECK(loaded.diagnostics.front().file == "typo.drv");
  CHECK(loaded.diagnostics.front().line == 2);
  CHECK(loaded.diagnostics.front().column == 14);
  CHECK(loaded.messages.find("typo.drv:2:14: error:") == 0);
}

TEST_CASE("a missing file has a diagnostic") {
  const Loaded loaded = load_file("no/such/file.drv");
  CHECK_FALSE(loaded.program.has_value());
  REQUIRE(loaded.diagnostics.size() == 1);
  CHECK(loaded.diagnostics.front().line == 0);
}

TEST_CASE("a report has counts, conditions and outcomes") {
  const Report sc = check(program(StoreBuffering), {.model = "sc"});
  CHECK(sc.verdict == Verdict::Safe);
  CHECK(sc.executions == 3);
  REQUIRE(sc.conditions.size() == 1);
  CHECK_FALSE(sc.conditions.front().holds);
  const Report tso = check(program(StoreBuffering), {.model = "tso"});
  CHECK(tso.executions == 4);
  CHECK(tso.conditions.front().kind == "exists");
  CHECK(tso.conditions.front().text == "left:a == 0 && right:b == 0");
  CHECK(tso.conditions.front().holds);
  CHECK(tso.conditions.front().witnesses == 1);
  REQUIRE(tso.outcomes.size() == 4);
  CHECK(tso.outcomes.front().state ==
        std::vector<std::pair<std::string, std::int64_t>>{{"left:a", 0}, {"right:b", 0}});
}

TEST_CASE("the callback gets each execution once, with its events") {
  std::set<std::string> texts;
  std::size_t shown = 0;
  Options options{.model = "tso"};
  options.on_execution = [&](const Execution& execution) {
    ++shown;
    texts.insert(execution.text());
    CHECK(execution.end() == ExecutionEnd::Complete);
    CHECK(execution.threads() == std::vector<std::string>{"left", "right"});
    const std::vector<Event> left = execution.events(0);
    REQUIRE(left.size() == 2);
    CHECK(left[0].kind == EventKind::Write);
    CHECK(left[0].location == "x");
    CHECK(left[0].value == 1);
    CHECK(left[0].line == 2);
    CHECK_FALSE(left[0].reads_from.has_value());
    CHECK(left[1].kind == EventKind::Read);
    REQUIRE(left[1].reads_from.has_value());
    // The write of y in `right` is its first event.
    CHECK(left[1].reads_from->is_initial == (left[1].value == 0));
    if (left[1].value == 1) CHECK(*left[1].reads_from == EventPlace{1, 0, false});
    const std::vector<LocationOrder> orders = execution.locations();
    CHECK(orders.size() == 2);
    for (const LocationOrder& order : orders) {
      REQUIRE(order.writes.size() == 2);
      CHECK(order.writes.front().is_initial);
      CHECK(orders[order.writes.front().index].location == order.location);
    }
    return true;
  };
  CHECK(check(program(StoreBuffering), options).executions == 4);
  CHECK(shown == 4);
  CHECK(texts.size() == 4);
}

TEST_CASE("a callback that returns false stops the run") {
  std::size_t shown = 0;
  Options options{.model = "rc11", .reductions = false};
  options.on_execution = [&](const Execution& /*execution*/) { return ++shown < 3; };
  const Report report =
      check(program("shared x; thread t(i in 1..6) { x := i; r := x; }"), options);
  CHECK(shown == 3);
  CHECK(report.verdict == Verdict::Incomplete);
}

TEST_CASE("a run that continues with wider sets shows each execution once") {
  const Shown run =
      show_all("sc", "shared x; thread t { for (i := 0; i < 40; i := i + 1) { x := i; r := x; } }");
  CHECK(run.report.executions == 1);
  CHECK(run.executions == 1);
  CHECK(run.restarts == 0);
}

TEST_CASE("a run that restarts without symmetry calls `on_restart`") {
  // [SPORE] Example 6.
  const Shown run = show_all("rc11",
                             "shared x, y; thread t1 { x@rlx := 2; }"
                             "thread t(i in 2..3) { r := x@rlx; if (r == 2) { y@rlx := 1; } }"
                             "thread t4 { a := y@rlx; x@rlx := 1; }");
  CHECK(run.report.executions == run.executions);
  CHECK(run.restarts == 1);
}

TEST_CASE("errors have a place, and an execution as text") {
  const Report report =
      check(program("shared x;\nthread t { x := 1; }\nthread u {\n  r := x;\n"
                    "  assert(r == 0);\n}\n"));
  CHECK(report.verdict == Verdict::Violation);
  CHECK(report.model == "rc11");
  REQUIRE(report.errors.size() == 1);
  CHECK(report.errors.front().kind == "assertion");
  CHECK(report.errors.front().thread == "u");
  CHECK(report.errors.front().line == 5);
  CHECK(report.errors.front().execution.find("R x → 1") != std::string::npos);
}

TEST_CASE("constants can be given other values") {
  const std::string text = "const N = 2; shared x; thread t(i in 1..N) { x := i; }";
  Options options{.model = "sc", .reductions = false};
  CHECK(check(program(text), options).executions == 2);
  CHECK(check(program(text, {{"N", 3}}), options).executions == 6);
}

TEST_CASE("litmus tests run under their dialect's model, with their condition") {
  const Program test = program(
      "X86 SB\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n"
      "exists (0:EAX=0 /\\ 1:EAX=0)\n");
  CHECK(test.default_model() == "tso");
  const Report report = check(test);
  CHECK(report.executions == 4);
  REQUIRE(report.conditions.size() == 1);
  CHECK(report.conditions.front().holds);
  CHECK(report.conditions.front().witnesses == 1);
}

TEST_CASE("wrong options are refused with a complaint") {
  const Program test = program(StoreBuffering);
  const Report model = check(test, {.model = "strong"});
  CHECK(model.verdict == Verdict::Invalid);
  CHECK(model.complaint == "there is no model `strong`");
  CHECK(check(test, {.model = "no/such.cat"}).verdict == Verdict::Invalid);
  CHECK(check(test, {.algorithm = "quick"}).complaint == "there is no algorithm `quick`");
  const Report unfit = check(test, {.model = "rc11", .algorithm = "dpor"});
  CHECK(unfit.verdict == Verdict::Invalid);
  CHECK(unfit.complaint.find("sc") != std::string::npos);
}

TEST_CASE("the version is that of the project") { CHECK(std::ranges::count(version(), '.') == 2); }
