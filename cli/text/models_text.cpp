#include <cmath>
#include <set>

#include "analysis/compare/shape_source.h"
#include "cli/models_report.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "support/text.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

std::string event_text(const ExecutionGraph& graph, EventId id, const GraphNames& names) {
  const Event& event = graph.event(id);
  if (event.is_initial()) return event_name(graph, id, names);
  return format("{}: {}", event_letter(graph, id, names), describe_event(event, names));
}

std::string drawing(const ExecutionGraph& graph) {
  return indented(print_text(graph, compare::shape_names(graph.thread_count())), "    ");
}

void collect_names(const std::vector<Step>& steps, std::set<std::string>& names) {
  for (const Step& step : steps) {
    names.insert(step.relation);
    collect_names(step.parts, names);
  }
}

// Returns the definitions of the relations in the cycle.
std::string definitions_text(const MemoryModel& model, const Violation& reason) {
  std::set<std::string> names;
  collect_names(reason.steps, names);
  std::string out;
  for (const AxiomDescription& axiom : model.axioms()) {
    if (axiom.name != reason.axiom) continue;
    for (const Definition& each : axiom.definitions) {
      if (names.erase(each.name) > 0) out += format("      {} = {}\n", each.name, each.formula);
    }
  }
  return out;
}

// Returns why `graph` is inconsistent: the axiom and the cycle.
std::string reason_text(const MemoryModel& model, const Violation& reason,
                        const ExecutionGraph& graph) {
  std::string out = format("  {} forbids it by `{}`: {}\n", model.name(), reason.axiom,
                           formula_of(model, reason));
  return out + definitions_text(model, reason) + cycle_text(reason, graph, "    ");
}

// Returns why the stricter model forbids the outcome of a difference.
std::string forbidden_text(const MemoryModel& model, const compare::Difference& difference) {
  if (!difference.reason) {
    return format("  {} does not let memory end in these values\n", model.name());
  }
  std::string out = reason_text(model, *difference.reason, difference.forbidden.front());
  if (difference.forbidden.size() > 1) {
    out += format("  that is one graph of this outcome; it forbids the other {} as well\n",
                  difference.forbidden.size() - 1);
  }
  return out;
}

// Returns "4 events, 2 threads (MP)".
std::string size_text(const compare::Difference& difference) {
  const compare::ShapeSource source{difference.shape, difference.modes, &difference.outcome};
  const std::string_view known = compare::known_test_name(source);
  return format("{}, {}{}", words::plural(shapes::event_count(difference.shape), "event"),
                words::plural(difference.shape.threads.size(), "thread"),
                known.empty() ? "" : format(" ({})", known));
}

// Notes that all assignments of modes are tried, if stronger modes may allow more. Else empty.
std::string order_text(const MemoryModel& model, const compare::ModelOrder& order) {
  if (order.is_monotone || !order.is_whole) return "";
  return format(
      "{}: a stronger mode may allow what a weaker one forbids: all assignments of modes are "
      "tried\n",
      model.name());
}

// Describes a broken mapping: the program, its compiled form, and why the source model forbids the
// outcome.
std::string broken_text(const MappingReport& report, const compare::Difference& difference,
                        const DifferenceSource& files) {
  const compare::ShapeSource source{difference.shape, difference.modes, &difference.outcome};
  std::string out = format("  {}\n", size_text(difference));
  out += indented(files.core, "    ");
  out += format("  compiled, {} allows {}:\n", report.target.name(), compare::outcome_text(source));
  out += indented(files.litmus, "    ");
  return out + forbidden_text(report.source, difference);
}

std::string difference_text(const CompareReport& report, std::size_t allowing) {
  const MemoryModel& a = *report.models[allowing];
  const MemoryModel& b = *report.models[1 - allowing];
  const compare::Difference& difference = *report.comparison.only[allowing];
  const compare::ShapeSource source{difference.shape, difference.modes, &difference.outcome};
  std::string out =
      format("allowed by {}, forbidden by {}: {}\n", a.name(), b.name(), size_text(difference));
  out += indented(report.sources[allowing].core, "    ");
  out += format("  {} allows {}:\n", a.name(), compare::outcome_text(source)) +
         drawing(difference.witness);
  return out + forbidden_text(b, difference);
}

std::string no_difference_text(const CompareReport& report, std::size_t allowing) {
  const MemoryModel& a = *report.models[allowing];
  const MemoryModel& b = *report.models[1 - allowing];
  if (report.comparison.searched_events == 0) {
    return format(
        "whether {} allows what {} forbids is not known: no size of programs was searched "
        "completely\n",
        a.name(), b.name());
  }
  std::string out = format("nothing is allowed by {} and forbidden by {}, up to {}\n", a.name(),
                           b.name(), words::plural(report.comparison.searched_events, "event"));
  const auto& hidden = report.comparison.hidden[allowing];
  if (!hidden) return out;
  out += format(
      "  but {} allows a graph of {} that {} forbids; its outcome is reached under {} by another "
      "graph: they differ in coherence where it cannot be observed\n",
      a.name(), shapes::to_text(hidden->shape), b.name(), b.name());
  return out + drawing(hidden->graph) + reason_text(b, hidden->reason, hidden->graph);
}

}  // namespace

std::string cycle_text(const Violation& violation, const ExecutionGraph& graph,
                       const std::string& by) {
  const GraphNames names = compare::shape_names(graph.thread_count());
  std::string out;
  for (const CycleEdge& edge : violation.cycle) {
    out += format("{}{} —{}→ {}\n", by, event_text(graph, edge.from, names), edge.edge,
                  event_text(graph, edge.to, names));
  }
  return out;
}

std::string formula_of(const MemoryModel& model, const Violation& violation) {
  return model.axioms()[violation.position].formula;
}

std::string end_text(shapes::SearchEnd end) {
  switch (end) {
    case shapes::SearchEnd::Complete: return "";
    case shapes::SearchEnd::Time: return "the time limit was reached";
    case shapes::SearchEnd::Interrupt: return std::string(words::brief_stop_text(requested_stop()));
  }
  return "?";
}

void show_search(ProgressLine& line, const shapes::SearchProgress& progress) {
  if (!line.is_due()) return;
  std::string text = format("{} events, {} programs, {:.0f} %", progress.events, progress.shapes,
                            100 * progress.fraction);
  if (progress.fraction > 0) {
    const double left = progress.seconds * (1 - progress.fraction) / progress.fraction;
    text += format(", about {:.0f} s left", std::ceil(left));
  }
  line.show(text);
}

std::string mapping_report_text(const MappingReport& report) {
  const compare::MappingCheck& check = report.check;
  const std::string_view source = report.source.name();
  std::string out =
      format("from {} to {} by {}{}\n\n", source, report.target.name(), report.mapping.name,
             report.mapping.description.empty() ? "" : format(": {}", report.mapping.description));
  if (check.thin_air) {
    out += format(
        "broken: {}'s `{}`, which forbids every cycle in po | rf; the smallest program whose "
        "compiled form has one:\n",
        source, check.thin_air_axiom);
    out += broken_text(report, *check.thin_air, report.sources[0]) + "\n";
  }
  if (check.found) {
    out += format("broken{}: the smallest program whose compiled form does what {} forbids{}:\n",
                  check.thin_air ? " besides" : "", source,
                  check.thin_air ? format(" without `{}`", check.thin_air_axiom) : "");
    out += broken_text(report, *check.found, report.sources[1]);
  } else if (check.searched_events == 0) {
    out += format("no size of programs was searched completely{}\n",
                  check.thin_air ? " without that axiom" : "");
  } else {
    out += format("{}no program up to {} does, compiled, what {} forbids{}\n",
                  check.thin_air ? "besides: " : "", words::plural(check.searched_events, "event"),
                  source, check.thin_air ? format(" without `{}`", check.thin_air_axiom) : "");
  }
  out += "\n";
  out += order_text(report.target, check.orders[0]) + order_text(report.source, check.orders[1]);
  out += format("{} ({} without modes), {}, {:.2f} s\n", words::plural(check.programs, "program"),
                check.shapes, words::plural(check.outcomes, "outcome"), check.seconds);
  if (check.end != shapes::SearchEnd::Complete) {
    out += format("incomplete: {}\n", end_text(check.end));
  }
  return out;
}

std::string compare_text(const CompareReport& report) {
  std::string out;
  for (const std::size_t allowing : {0U, 1U}) {
    if (allowing == 1) out += "\n";
    out += report.comparison.only[allowing] ? difference_text(report, allowing)
                                            : no_difference_text(report, allowing);
  }
  out += "\n";
  for (const std::size_t i : {0U, 1U}) {
    out += order_text(*report.models[i], report.comparison.orders[i]);
  }
  const compare::ModelComparison& comparison = report.comparison;
  out += format("{} without modes, {}, {:.2f} s\n", words::plural(comparison.shapes, "program"),
                words::plural(comparison.outcomes, "outcome"), comparison.seconds);
  if (comparison.end != shapes::SearchEnd::Complete) {
    out += format("incomplete: {}\n", end_text(comparison.end));
  }
  return out;
}

namespace {

std::string counterexample_text(const ModelAudit& audit, ModelProperty property) {
  const audit::Counterexample& found = *audit.report[property].counterexample;
  const std::size_t events = shapes::event_count(found.program.shape);
  std::string out =
      format("  {} graph that breaks it has {}:\n", found.is_random ? "a random" : "a smallest",
             words::plural(events, "event"));
  const compare::ShapeSource source{found.program.shape, found.program.modes, nullptr};
  out += indented(compare::core_source(source, "the program"), "    ");
  out += drawing(found.graph);
  const GraphNames names = compare::shape_names(found.graph.thread_count());
  switch (property) {
    case ModelProperty::PrefixClosedness:
    case ModelProperty::ReadRemoval:
      out += format("  it is consistent; without {} it is not, by `{}`: {}\n",
                    event_text(found.graph, found.event, names), found.reason.axiom,
                    formula_of(audit.model, found.reason));
      // Events of the prefix have their own letters.
      return out + drawing(*found.prefix) + cycle_text(found.reason, *found.prefix, "    ");
    case ModelProperty::Extensibility:
      out += format(
          "  without {}, which is added maximally, it is consistent; with it it is not, "
          "by `{}`: {}\n",
          event_text(found.graph, found.event, names), found.reason.axiom,
          formula_of(audit.model, found.reason));
      break;
    case ModelProperty::CausalAcyclicity:
    case ModelProperty::Atomicity:
    case ModelProperty::Coherence: out += "  it is consistent, with the cycle\n"; break;
  }
  return out + cycle_text(found.reason, found.graph, "    ");
}

std::string quoted_names(const std::vector<std::string>& names) {
  return format("`{}`", joined(names, "`, `", "` and `"));
}

std::string verdict_text(const audit::AuditReport& report, ModelProperty property) {
  const audit::PropertyResult& result = report[property];
  switch (result.verdict) {
    case audit::AuditVerdict::Broken:
      if (result.counterexample) return "refuted";
      return format(
          "refuted: `{}` forbids the graph without events, which is a prefix of every graph",
          *report.forbids_empty_graph);
    case audit::AuditVerdict::NotApplicable:
      return "not applicable, the model has no coherence order";
    case audit::AuditVerdict::Holds: break;
  }
  const std::string tried = format(
      "tried up to {} ({}) and on {}", words::plural(report.searched_events, "event"),
      words::plural(report.graphs, "graph"), words::plural(report.random_graphs, "random one"));
  const PropertyProof& proof = result.proof;
  if (!proof.is_proved) return tried + ": holds";
  return format("proved from {}{}; {}", quoted_names(proof.axioms),
                proof.only_without_spawns ? ", for programs that spawn no threads" : "", tried);
}

std::string property_list(const std::vector<ModelProperty>& properties) {
  return joined(properties, ", ", property_name);
}

std::string spore_text(const ModelAudit& audit) {
  const auto missing = audit::missing_for_spore(audit.report);
  if (missing.empty()) {
    const auto tried = audit::tried_for_spore(audit.report);
    if (tried.empty()) return "`--algo spore` may be run with it: all that it needs is proved\n";
    return format(
        "`--algo spore` may be run with it, by name: it would rely on {}, which {} not proved\n",
        property_list(tried), tried.size() == 1 ? "is" : "are");
  }
  if (!audit.report.has_coherence) {
    return "`--algo spore` may not be run with it: without a coherence order, there is no unique "
           "maximal extension\n";
  }
  return format("`--algo spore` may not be run with it: it needs {}\n", property_list(missing));
}

}  // namespace

std::string audit_text(const ModelAudit& audit) {
  const audit::AuditReport& report = audit.report;
  std::string out = format("{}: {}\n", audit.model.name(), audit.model.summary());
  for (const ModelProperty property : AllModelProperties) {
    out += format("{}: {}\n", property_name(property), verdict_text(report, property));
    out += format("  {} ({})\n", words::property_statement(property),
                  words::property_source(property));
    if (report[property].counterexample) out += counterexample_text(audit, property);
  }
  out += order_text(audit.model, report.order);
  out += spore_text(audit);
  if (report.end != shapes::SearchEnd::Complete)
    out += format("incomplete: {}\n", end_text(report.end));
  return out + format("{:.2f} s\n", report.seconds);
}

}  // namespace drover::cli
