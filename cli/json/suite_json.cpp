#include "analysis/compare/shape_source.h"
#include "cli/suite_report.h"
#include "support/format.h"
#include "support/json.h"

namespace drover::cli {

namespace {

std::string_view notion_name(suite::Notion notion) {
  switch (notion) {
    case suite::Notion::Outcomes: return "outcomes";
    case suite::Notion::Executions: return "executions";
    case suite::Notion::OrderedExecutions: break;
  }
  return "ordered";
}

}  // namespace

std::string suite_json(const SuiteReport& report) {
  const suite::Suite& suite = report.suite;
  const bool is_allowed = report.command.side == suite::Side::Allowed;
  const std::string_view word = is_allowed ? "Allowed" : "Forbidden";
  Json tests = Json::array();
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::SuiteTest& test = suite.tests[i];
    const compare::ShapeSource source{test.shape, test.modes, &test.outcome};
    Json item{{"name", report.files[i].name},
              {"family", report.files[i].family},
              {"events", test.events},
              {"axioms", test.axioms},
              {"outcome", compare::outcome_text(source)},
              {"core", compare::core_source(source, format("{} by {}.", word, report.model))}};
    if (!report.files[i].text.empty()) item["text"] = report.files[i].text;
    tests.push_back(std::move(item));
  }
  Json json{{"model", report.model},
            {"of", notion_name(report.command.notion)},
            {"side", is_allowed ? "allowed" : "forbidden"},
            {"max_events", report.command.max_events},
            {"tests", std::move(tests)},
            {"programs", suite.programs},
            {"searched", suite.outcomes},
            {"complete", suite.end == shapes::SearchEnd::Complete},
            {"seconds", suite.seconds}};
  if (!report.mapping.empty()) json["mapping"] = report.mapping;
  return json.line();
}

}  // namespace drover::cli
