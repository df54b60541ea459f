#include "analysis/orders/costs.h"
#include "report/command_json.h"
#include "report/orders_report.h"
#include "support/json.h"
#include "words/fact_words.h"
#include "words/order_words.h"
#include "words/run_words.h"

namespace drover::report {

namespace {

std::string_view verdict_of(const OrdersReport& report) {
  switch (report.result.ending) {
    case orders::Ending::Found: return report.question.repairs ? "repaired" : "relaxed";
    case orders::Ending::NotAsked: return report.question.repairs ? "right" : "wrong";
    case orders::Ending::Impossible: return "impossible";
    case orders::Ending::Lost: return "unreachable";
    case orders::Ending::Cut: break;
  }
  return "incomplete";
}

// Includes the file, if it is not the program's.
Json site_place_json(const OrdersReport& report, const SourceRange& at) {
  Json json{{"line", at.line}, {"column", at.column}};
  if (const std::string file = report.file_of(at); !file.empty()) json["file"] = file;
  return json;
}

Json site_json(const OrdersReport& report, std::size_t index) {
  const orders::Site& site = report.sites.sites[index];
  Json places = Json::array();
  for (const input::ModePlace& place : report.sites.places[index]) {
    Json json = site_place_json(report, place.whole);
    for (const SourceRange& at : place.uses) json["uses"].push_back(site_place_json(report, at));
    places.push_back(std::move(json));
  }
  return {{"kind", orders::kind_name(site.kind)},
          {"new", site.is_new},
          {"pinned", site.is_pinned},
          {"in", site.group},
          {"places", std::move(places)},
          {"text", report.source_text(index)},
          {"mode", words::mode_words(site, site.now)}};
}

Json modes_json(const OrdersReport& report, const orders::Assignment& assignment) {
  Json out = Json::array();
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    out.push_back(words::mode_words(report.sites.sites[i], assignment[i]));
  }
  return out;
}

std::string kind_of(const orders::Fault& fault) {
  switch (fault.kind) {
    case orders::FaultKind::Error: return std::string(error_kind_name(fault.error.kind));
    case orders::FaultKind::NewOutcome: return "outcome";
    case orders::FaultKind::NotSequential: break;
  }
  return "not-sequential";
}

Json error_json(const OrdersReport& report, const orders::Fault& fault,
                const ReportedError& error) {
  const SourceRange at = error.place.source;
  return {{"kind", kind_of(fault)},
          {"message", words::fault_text(fault)},
          {"line", at.line},
          {"column", at.column},
          {"execution",
           error.graph.size() == 0
               ? Json()
               : execution_json(
                     error.graph, fault.result->names, words::event_remarks(error),
                     report.model->has_coherence() ? CoherenceIs::Meant : CoherenceIs::Arbitrary)}};
}

Json answer_json(const OrdersReport& report, const orders::Answer& answer,
                 const StepAnnotation& annotate) {
  Json changes = Json::array();
  for (std::size_t i = 0; i < answer.assignment.size(); ++i) {
    if (answer.assignment[i] == report.result.before[i]) continue;
    const orders::Site& site = report.sites.sites[i];
    changes.push_back({{"site", i},
                       {"from", words::mode_words(site, report.result.before[i])},
                       {"to", words::mode_words(site, answer.assignment[i])}});
  }
  Json needed = Json::array();
  for (const orders::WeakerStep& step : answer.steps) {
    Json weaker = Json::list(step.sites, [&](std::size_t site) -> Json {
      return {{"site", site},
              {"to", words::mode_words(report.sites.sites[site], step.assignment[site])}};
    });
    const orders::Fault& fault = report.result.faults[step.fault];
    Json json{{"weaker", std::move(weaker)},
              {"error", error_json(report, fault,
                                   orders::shown_with(report.program, fault, step.assignment))}};
    if (annotate) json.update(annotate(answer, step));
    needed.push_back(std::move(json));
  }
  const std::vector<SourcePart> files = report.new_files(answer);
  Json json{{"modes", modes_json(report, answer.assignment)},
            {"cost", answer.cost},
            {"changes", std::move(changes)},
            {"needed", std::move(needed)},
            {"text", files.front().text},
            {"patch", report.patch(answer)}};
  for (std::size_t i = 1; i < files.size(); ++i) {
    json["files"].push_back({{"name", files[i].name}, {"text", files[i].text}});
  }
  return json;
}

}  // namespace

Json orders_json(const OrdersReport& report, const StepAnnotation& annotate) {
  const orders::SearchResult& result = report.result;
  Json sites = Json::array();
  for (std::size_t i = 0; i < report.sites.sites.size(); ++i) sites.push_back(site_json(report, i));
  Json answers = Json::list(result.answers, [&](const orders::Answer& answer) {
    return answer_json(report, answer, annotate);
  });
  Json remarks = Json::array();
  if (const std::string text = words::meaningless_modes(report.orders); !text.empty()) {
    remarks.push_back(text);
  }
  if (!report.mapping.empty()) {
    remarks.push_back("compiled by the mapping " + report.mapping);
  }
  for (const std::string& text :
       words::bound_sentences(result, report.program.original(), report.question.unroll)) {
    remarks.push_back(text);
  }
  for (const std::string& text : fence_remarks(report)) remarks.push_back(text);
  for (const std::string& text : left_alone_remarks(report)) remarks.push_back(text);
  if (const std::string text = client_remark(report); !text.empty()) remarks.push_back(text);
  Json json{{"file", report.subject->path},
            {"command", report.question.repairs ? "repair" : "relax"},
            {"model", report.model->name()},
            {"verdict", verdict_of(report)},
            {"explorations", result.explorations},
            {"assignments", result.assignments},
            {"sites", std::move(sites)},
            {"answers", std::move(answers)},
            {"remarks", std::move(remarks)},
            {"tried_all", has_tried_all(report)}};
  json["left_alone"] = Json::list(report.sites.left_alone, [&](const input::LeftAlonePlace& each) {
    Json place = site_place_json(report, each.at);
    place["reason"] = left_alone_name(each.why);
    return place;
  });
  if (result.shown) {
    json["error"] =
        error_json(report, *result.shown,
                   orders::shown_with(report.program, *result.shown, result.shown->explored));
    json["error_under"] =
        result.is_shown_under_sc ? std::string("sc") : std::string(report.model->name());
  }
  if (result.ending == orders::Ending::Cut) {
    json["limit"] = result.is_not_monotone     ? std::string(words::NotMonotone)
                    : result.has_too_many_sets ? std::string("too many sets of modes")
                                               : std::string(words::brief_stop_text(result.stop));
    json["open"] = result.open ? modes_json(report, *result.open) : Json();
  }
  json["seconds"] = report.seconds;
  return json;
}

Json orders_refusal_json(const OrdersQuestion& question, const input::Subject& subject) {
  return {{"file", subject.path},
          {"command", question.repairs ? "repair" : "relax"},
          {"verdict", "invalid"},
          {"diagnostics", diagnostics_json(subject.sink.sorted())}};
}

}  // namespace drover::report
