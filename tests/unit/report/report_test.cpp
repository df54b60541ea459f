#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "explorer/models/model_registry.h"
#include "report/gather.h"
#include "report/report_page.h"
#include "support/format.h"

namespace drover::report {

namespace {

Models models_of(const std::vector<std::string>& names) {
  Models models;
  for (const std::string& name : names) {
    models.emplace_back(std::shared_ptr<const MemoryModel>(), find_model(name));
  }
  return models;
}

ProgramReport report_on(const std::string& path, const std::vector<std::string>& models,
                        const report::ReportCommand& command = {}) {
  const ReportInput input = read_input(command, path);
  REQUIRE_MESSAGE(input.subject.program != nullptr, input.complaints);
  return gather(command, input, models_of(models));
}

const OutcomeEntry& outcome(const ProgramReport& report, const std::string& text) {
  const auto found = std::ranges::find(report.outcomes, text, &OutcomeEntry::text);
  REQUIRE(found != report.outcomes.end());
  return *found;
}

}  // namespace

TEST_CASE("an outcome that one model forbids has the other's execution, and the reason") {
  const ProgramReport report = report_on("SB", {"sc", "tso"});
  CHECK(report.language == "X86");
  REQUIRE(report.outcomes.size() == 4);
  const OutcomeEntry& weak = outcome(report, "0:EAX = 0, 1:EAX = 0");
  CHECK(weak.answers == std::vector{Answer::NotReached, Answer::Reached});
  CHECK(weak.counts == std::vector<std::uint64_t>{0, 1});
  CHECK(weak.conditions == std::vector<std::size_t>{0});
  REQUIRE(weak.executions.size() == 1);
  CHECK(weak.executions[0].allowed_by == std::vector<std::size_t>{1});
  REQUIRE(weak.executions[0].rejected_by.size() == 1);
  CHECK(weak.executions[0].rejected_by[0].model == 0);
  REQUIRE(weak.reasons.size() == 1);
  CHECK(weak.reasons[0].models == std::vector<std::size_t>{0});
  CHECK(weak.reasons[0].steps.size() == 4);
  REQUIRE(weak.reasons[0].drawing.variants.size() == 1);
  const DrawnRelations& drawn = weak.reasons[0].drawing.variants[0];
  CHECK(drawn.models == std::vector<std::size_t>{0});
  CHECK(drawn.svg.find(" cycle") != std::string::npos);
  // Each step of the cycle is one edge here.
  for (const words::AccountLine& line : weak.reasons[0].steps) {
    for (const CycleEdge& edge : line.pairs) {
      CHECK(drawn.svg.find(format("data-relation=\"{}\" data-from=\"{}\" data-to=\"{}\"", edge.edge,
                                  edge.from.value, edge.to.value)) != std::string::npos);
    }
  }
  // What the file asks about comes first.
  CHECK(&weak == &report.outcomes.front());
  const OutcomeEntry& strong = outcome(report, "0:EAX = 1, 1:EAX = 1");
  REQUIRE(strong.executions.size() == 1);
  CHECK(strong.executions[0].allowed_by == std::vector<std::size_t>{0, 1});
  CHECK(strong.reasons.empty());
}

TEST_CASE("outcomes that no model allows have rows") {
  const ProgramReport report = report_on("SB", {"sc"});
  const OutcomeEntry& weak = outcome(report, "0:EAX = 0, 1:EAX = 0");
  CHECK(weak.executions.empty());
  REQUIRE(weak.reasons.size() == 1);
}

TEST_CASE(
    "an execution that several models allow is shown once, and each model has its number of "
    "pictures") {
  report::ReportCommand command;
  command.max_pictures = 1;
  const ProgramReport one = report_on("IRIW", {"sc", "ra"}, command);
  for (const OutcomeEntry& each : one.outcomes) {
    CHECK(each.executions.size() <= 1);
    CHECK(!each.has_more);
  }
  const ProgramReport all = report_on("IRIW", {"sc", "ra", "wrc11"});
  CHECK(all.outcomes.size() == 16);
  for (const OutcomeEntry& each : all.outcomes) {
    REQUIRE(each.executions.size() == 1);
    // One execution each: a model that reaches the outcome allows it.
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < each.answers.size(); ++i) {
      if (each.answers[i] == Answer::Reached) reached.push_back(i);
    }
    CHECK(each.executions[0].allowed_by == reached);
  }
}

TEST_CASE("fewer outcomes are listed where there is a limit: those that are asked about first") {
  report::ReportCommand command;
  command.max_outcomes = 1;
  const ProgramReport report = report_on("IRIW", {"sc", "ra"}, command);
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].conditions.size() == 1);
  CHECK(!report.notes.empty());
}

TEST_CASE("a stopped run leaves unseen outcomes unknown") {
  report::ReportCommand command;
  command.max_executions = 1;
  const ProgramReport report = report_on("SB", {"sc"}, command);
  CHECK(report.runs[0].verdict == RunVerdict::Incomplete);
  CHECK(!report.runs[0].stop.empty());
  for (const OutcomeEntry& each : report.outcomes) {
    CHECK(each.answers[0] != Answer::NotReached);
    CHECK(each.reasons.empty());
  }
}

TEST_CASE("data cannot end its element in the page, and is not expanded") {
  ProgramReport program;
  program.name = "</title><b>{{script}}&";
  program.source = "</script><!-- {{script}} \xff";
  const std::string json = report_json({program});
  CHECK(json.find('<') == std::string::npos);
  CHECK(json.find("\\u003c/script>") != std::string::npos);
  const std::string page = write_page({program});
  CHECK(page.find("&lt;/title&gt;&lt;b&gt;{{script}}&amp;") != std::string::npos);
  CHECK(page.find("\\u003c!-- {{script}} ") != std::string::npos);
  CHECK(page.ends_with("</html>\n"));
  // The page's own two.
  std::size_t ends = 0;
  for (std::size_t at = page.find("</script"); at != std::string::npos;
       at = page.find("</script", at + 1)) {
    ++ends;
  }
  CHECK(ends == 2);
}

TEST_CASE("the options of a report are read") {
  const cli::Command command = cli::parse_command_line(
      {"report", "a.drv", "SB", "-o", "p.html", "-m", "sc,tso", "-D", "N=3", "--max-time", "2",
       "--max-executions", "7", "--max-outcomes", "5", "--max-pictures", "4", "--unroll", "9"});
  REQUIRE(std::holds_alternative<report::ReportCommand>(command));
  const auto& report = std::get<report::ReportCommand>(command);
  CHECK(report.files == std::vector<std::string>{"a.drv", "SB"});
  CHECK(report.output == "p.html");
  CHECK(report.models == std::vector<std::string>{"sc", "tso"});
  CHECK(report.constants.size() == 1);
  CHECK(report.max_seconds == 2);
  CHECK(report.max_executions == 7);
  CHECK(report.max_outcomes == 5);
  CHECK(report.max_pictures == 4);
  CHECK(report.unroll == 9U);
}

}  // namespace drover::report
