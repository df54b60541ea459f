#include "analysis/compare/shape_source.h"
#include "cli/models_report.h"
#include "support/format.h"
#include "support/json.h"
#include "words/plan_words.h"

namespace drover::cli {

namespace {

Json event_json(const ExecutionGraph& graph, EventId id) {
  const GraphNames names = compare::shape_names(graph.thread_count());
  const Event& event = graph.event(id);
  return {{"place", describe_place(event, names)}, {"event", describe_event(event, names)}};
}

Json graph_json(const ExecutionGraph& graph) {
  const GraphNames names = compare::shape_names(graph.thread_count());
  const auto place = [&](EventId id) { return describe_place(graph.event(id), names); };
  Json threads = Json::array();
  Json reads_from = Json::array();
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    Json events = Json::array();
    for (const EventId id : graph.events_of(ThreadId(t))) {
      const Event& event = graph.event(id);
      events.push_back(describe_event(event, names));
      if (event.reads_from.is_none()) continue;
      reads_from.push_back({{"write", place(event.reads_from)}, {"read", place(id)}});
    }
    threads.push_back({{"thread", names.threads[t]}, {"events", std::move(events)}});
  }
  Json coherence = Json::object();
  for (const LocationId location : graph.locations()) {
    coherence[names.location(location)] = Json::list(graph.coherence(location), place);
  }
  return {
      {"threads", std::move(threads)}, {"rf", std::move(reads_from)}, {"co", std::move(coherence)}};
}

Json reason_json(const MemoryModel& model, const Violation& violation,
                 const ExecutionGraph& graph) {
  Json cycle = Json::list(violation.cycle, [&](const CycleEdge& edge) -> Json {
    return {{"from", event_json(graph, edge.from)},
            {"edge", edge.edge},
            {"to", event_json(graph, edge.to)}};
  });
  Json json;
  if (!violation.axiom.empty()) {
    json["axiom"] = violation.axiom;
    json["formula"] = formula_of(model, violation);
  }
  json["cycle"] = std::move(cycle);
  return json;
}

Json difference_json(const compare::Difference& difference, const DifferenceSource& source,
                     std::string_view allowing, const MemoryModel& forbidding) {
  const compare::ShapeSource shape{difference.shape, difference.modes, &difference.outcome};
  Json json{{"name", source.name},
            {"known_as", compare::known_test_name(shape)},
            {"allowed_by", allowing},
            {"forbidden_by", forbidding.name()},
            {"events", shapes::event_count(difference.shape)},
            {"threads", difference.shape.threads.size()},
            {"outcome", compare::outcome_text(shape)},
            {"core", source.core},
            {"litmus", source.litmus},
            {"witness", graph_json(difference.witness)},
            {"forbidden_graphs", difference.forbidden.size()},
            {"reason", nullptr}};
  if (difference.reason) {
    json["reason"] = reason_json(forbidding, *difference.reason, difference.forbidden.front());
  }
  return json;
}

Json hidden_json(const CompareReport& report, std::size_t allowing) {
  const compare::HiddenDifference& hidden = *report.comparison.hidden[allowing];
  const MemoryModel& forbidding = *report.models[1 - allowing];
  return {{"allowed_by", report.models[allowing]->name()},
          {"forbidden_by", forbidding.name()},
          {"graph", graph_json(hidden.graph)},
          {"reason", reason_json(forbidding, hidden.reason, hidden.graph)}};
}

std::string_view verdict_word(const audit::PropertyResult& result) {
  switch (result.verdict) {
    case audit::AuditVerdict::Holds: return result.proof.is_proved ? "proved" : "tried";
    case audit::AuditVerdict::Broken: return "refuted";
    case audit::AuditVerdict::NotApplicable: return "not applicable";
  }
  return "?";
}

Json counterexample_json(const ModelAudit& audit, ModelProperty property) {
  const audit::Counterexample& found = *audit.report[property].counterexample;
  const bool is_prefix =
      property == ModelProperty::PrefixClosedness || property == ModelProperty::ReadRemoval;
  Json json{{"events", shapes::event_count(found.program.shape)},
            {"is_smallest", !found.is_random},
            {"program", compare::core_source({found.program.shape, found.program.modes, nullptr},
                                             "the program")},
            {"graph", graph_json(found.graph)}};
  if (found.prefix) json["event"] = event_json(found.graph, found.event);
  json["reason"] = reason_json(audit.model, found.reason, is_prefix ? *found.prefix : found.graph);
  return json;
}

}  // namespace

std::string compare_json(const CompareReport& report) {
  const compare::ModelComparison& comparison = report.comparison;
  Json differences = Json::array();
  Json hidden = Json::array();
  for (const std::size_t allowing : {0U, 1U}) {
    if (comparison.only[allowing]) {
      differences.push_back(difference_json(*comparison.only[allowing], report.sources[allowing],
                                            report.models[allowing]->name(),
                                            *report.models[1 - allowing]));
    }
    if (comparison.hidden[allowing]) hidden.push_back(hidden_json(report, allowing));
  }
  const Json json{{"models", Json::array({report.models[0]->name(), report.models[1]->name()})},
                  {"differences", std::move(differences)},
                  {"hidden_differences", std::move(hidden)},
                  {"searched_events", comparison.searched_events},
                  {"programs", comparison.shapes},
                  {"outcomes", comparison.outcomes},
                  {"complete", comparison.end == shapes::SearchEnd::Complete},
                  {"seconds", comparison.seconds}};
  return json.line();
}

std::string mapping_report_json(const MappingReport& report) {
  const compare::MappingCheck& check = report.check;
  Json differences = Json::array();
  const auto add = [&](const std::optional<compare::Difference>& difference, std::size_t which) {
    if (!difference) return;
    Json json =
        difference_json(*difference, report.sources[which], report.target.name(), report.source);
    json["is_thin_air"] = which == 0;
    differences.push_back(std::move(json));
  };
  add(check.thin_air, 0);
  add(check.found, 1);
  const Json json{{"models", Json::array({report.source.name(), report.target.name()})},
                  {"mapping", report.mapping.name},
                  {"differences", std::move(differences)},
                  {"hidden_differences", Json::array()},
                  {"searched_events", check.searched_events},
                  {"programs", check.shapes},
                  {"programs_with_modes", check.programs},
                  {"outcomes", check.outcomes},
                  {"complete", check.end == shapes::SearchEnd::Complete},
                  {"seconds", check.seconds}};
  return json.line();
}

std::string audit_json(const ModelAudit& audit) {
  const audit::AuditReport& report = audit.report;
  Json properties = Json::array();
  for (const ModelProperty property : AllModelProperties) {
    Json json{{"name", property_name(property)},
              {"statement", words::property_statement(property)},
              {"source", words::property_source(property)},
              {"verdict", verdict_word(report[property])}};
    const PropertyProof& proof = report[property].proof;
    if (proof.is_proved) {
      json["proof"] = {{"axioms", proof.axioms},
                       {"only_without_spawns", proof.only_without_spawns}};
    }
    if (report[property].verdict == audit::AuditVerdict::Broken &&
        !report[property].counterexample) {
      json["forbids_empty_graph"] = *report.forbids_empty_graph;
    }
    if (report[property].counterexample) {
      json["counterexample"] = counterexample_json(audit, property);
    }
    properties.push_back(std::move(json));
  }
  const Json json{
      {"model", audit.model.name()},
      {"properties", std::move(properties)},
      {"has_coherence_order", report.has_coherence},
      {"missing_for_spore", Json::list(audit::missing_for_spore(report), property_name)},
      {"tried_for_spore", Json::list(audit::tried_for_spore(report), property_name)},
      {"searched_events", report.searched_events},
      {"graphs", report.graphs},
      {"random_graphs", report.random_graphs},
      {"seed", audit.command.seed},
      {"complete", report.end == shapes::SearchEnd::Complete},
      {"seconds", report.seconds}};
  return json.line();
}

}  // namespace drover::cli
