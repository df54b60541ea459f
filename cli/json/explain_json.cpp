#include <map>

#include "cli/explain_report.h"
#include "report/command_json.h"
#include "support/json.h"
#include "words/fact_words.h"
#include "words/reason_words.h"
#include "words/words.h"

namespace drover::cli {

namespace {

Json event_ids(const std::vector<EventId>& events) { return Json::list(events, &EventId::value); }

// Events and coherence of an execution.
Json explained_graph_json(const ExecutionGraph& graph, const GraphNames& names) {
  Json events = Json::array();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    Json item{{"id", i},
              {"thread", event.is_initial() ? Json() : Json(names.threads[event.thread.value])},
              {"line", event.label.source.line == 0 ? Json() : Json(event.label.source.line)},
              {"event", describe_event(event, names)},
              {"text", words::event_words(graph, EventId(i), names)}};
    if (!event.reads_from.is_none()) item["reads_from"] = event.reads_from.value;
    report::add_file_and_stack(event.label.source, *names.places, item);
    events.push_back(std::move(item));
  }
  Json coherence = Json::object();
  for (const LocationId location : graph.locations()) {
    coherence[names.location(location)] = Json::list(graph.coherence(location), &EventId::value);
  }
  return {{"events", std::move(events)}, {"coherence", std::move(coherence)}};
}

Json edge_json(const CycleEdge& edge) {
  return {{"from", edge.from.value}, {"relation", edge.edge}, {"to", edge.to.value}};
}
Json explained_edges_json(const std::vector<CycleEdge>& edges) {
  return Json::list(edges, edge_json);
}

// Writes one report. Short-lived: holds references.
class ExplainJson {
 public:
  explicit ExplainJson(const ExplainReport& report)
      : report_(report), explanation_(report.explanation) {}

  std::string write() {
    Json models =
        Json::list(explanation_.answers, [&](const auto& each) { return answer_json(each); });
    Json ladder =
        Json::list(explanation_.ladder, [&](const auto& each) { return rung_json(each); });
    Json changes =
        Json::list(explanation_.changes, [&](const auto& each) { return change_json(each); });
    Json out{{"file", report_.path},
             {"outcome", report_.question.outcome.text},
             {"origin", report_.question.origin},
             {"line", report_.question.line == 0 ? Json() : Json(report_.question.line)},
             {"candidates", explanation_.coherent_count},
             {"incoherent_candidates", explanation_.incoherent_count},
             {"complete", explanation_.is_complete()}};
    if (const std::string limit = limit_words(report_); !limit.empty()) out["limit"] = limit;
    out["models"] = std::move(models);
    if (!explanation_.impossible.empty() || !explanation_.contradiction.empty()) {
      out["impossible"] = impossible_json();
    }
    out["ladder"] = std::move(ladder);
    out["changes"] = std::move(changes);
    Json executions = Json::object();
    for (const auto& [index, execution] : executions_) {
      executions[std::to_string(index)] = execution;
    }
    out["executions"] = std::move(executions);
    return out.line();
  }

 private:
  [[nodiscard]] Json rung_json(const explain::LadderRung& rung) {
    Json row{{"model", rung.model->name()}, {"verdict", words::verdict_word(rung.verdict)}};
    if (rung.reason) row["reason"] = reason_json(*rung.model, *rung.reason);
    if (rung.allowance) row["allowance"] = allowance_json(*rung.model, *rung.allowance);
    return row;
  }

  [[nodiscard]] Json answer_json(const explain::ModelAnswer& answer) {
    Json out{{"model", answer.model->name()}, {"verdict", words::verdict_word(answer.verdict)}};
    if (answer.witness) {
      out["witness"] = use(*answer.witness);
      out["race"] = answer.race.has_value();
      if (answer.race) out["race_events"] = event_ids({answer.race->first, answer.race->second});
      if (answer.allowance) out["allowance"] = allowance_json(*answer.model, *answer.allowance);
      if (!answer.interleaving.empty()) out["interleaving"] = event_ids(answer.interleaving);
      if (answer.story) out["story"] = story_json(*answer.story, *answer.witness);
      if (!answer.scope_gaps.empty()) out["too_narrow"] = too_narrow_json(answer);
    }
    if (answer.verdict != explain::OutcomeVerdict::Forbidden) return out;
    out["explained"] = answer.explained;
    out["axioms_against_incoherent"] = answer.axioms_against_incoherent;
    out["reasons"] = Json::list(answer.reasons, [&](const explain::Reason& reason) {
      return reason_json(*answer.model, reason);
    });
    if (!answer.narrower_scopes.empty() && !explanation_.candidates.empty()) {
      out["narrower_scopes"] = narrower_scopes_json(answer);
    }
    return out;
  }

  // The scopes that do not include another thread, and the least ones that do.
  [[nodiscard]] Json too_narrow_json(const explain::ModelAnswer& answer) const {
    const explain::Candidate& witness = explanation_.candidates[*answer.witness];
    const Topology& topology = *witness.graph.topology();
    Json scopes = Json::list(answer.scope_gaps, [&](const explain::ScopeGap& gap) -> Json {
      return {{"event", gap.narrow.value},
              {"scope", topology.levels[gap.level]},
              {"other", witness.names->threads[gap.other.value]},
              {"needed", topology.levels[gap.needed]}};
    });
    return {{"scopes", std::move(scopes)}, {"forbidden_if_wider", answer.forbidden_if_wider}};
  }
  [[nodiscard]] Json narrower_scopes_json(const explain::ModelAnswer& answer) const {
    const Topology& topology = *explanation_.candidates.front().graph.topology();
    return Json::list(answer.narrower_scopes, [&](const explain::PlacedScope& each) -> Json {
      return {{"thread", explanation_.names->threads[each.thread.value]},
              {"line", each.source.line},
              {"scope", topology.levels[each.level]},
              {"would_do", topology.levels[each.other]}};
    });
  }

  [[nodiscard]] Json story_json(const explain::Story& story, std::size_t witness) const {
    const explain::Candidate& candidate = explanation_.candidates[witness];
    Json steps = Json::list(story.steps, [&](const explain::StoryStep& step) -> Json {
      return {{"event", step.event.value},
              {"act", act_word(step.act)},
              {"unseen", event_ids(step.unseen)},
              {"text",
               words::story_step_words(step, story.machine, candidate.graph, *candidate.names)}};
    });
    return {{"machine", machine_word(story.machine)}, {"steps", std::move(steps)}};
  }
  static std::string_view machine_word(explain::StoryMachine machine) {
    switch (machine) {
      case explain::StoryMachine::StoreBuffers: return "store-buffers";
      case explain::StoryMachine::Messages: return "messages";
      case explain::StoryMachine::Promises: break;
    }
    return "promises";
  }
  static std::string_view act_word(explain::StoryAct act) {
    switch (act) {
      case explain::StoryAct::Step: return "step";
      case explain::StoryAct::Buffer: return "buffer";
      case explain::StoryAct::Forward: return "forward";
      case explain::StoryAct::Flush: return "flush";
      case explain::StoryAct::Promise: return "promise";
      case explain::StoryAct::Fulfil: return "fulfil";
    }
    return "?";
  }

  [[nodiscard]] Json reason_json(const MemoryModel& model, const explain::Reason& reason) {
    const explain::Candidate& candidate = explanation_.candidates[reason.candidate];
    Json out{{"execution", use(reason.candidate)},
             {"candidates", reason.count},
             {"settled", reason.settled}};
    if (reason.overwritten) {
      out["overwritten"] = {{"write", reason.overwritten->write.value}};
      if (!reason.overwritten->by.is_none()) {
        out["overwritten"]["by"] = reason.overwritten->by.value;
      }
      return out;
    }
    out["axiom"] = reason.axiom;
    describe(model.axioms()[reason.violation.position], out);
    out["cycle"] = explained_edges_json(reason.violation.cycle);
    const std::vector<Step> steps =
        words::in_reading_order(reason.violation.steps, candidate.graph);
    out["steps"] = steps_json(steps, candidate);
    out["removable"] = explained_edges_json(reason.removable);
    return out;
  }

  static void describe(const AxiomDescription& axiom, Json& out) {
    out["formulas"] = Json::array({{{"formula", axiom.formula}, {"citation", axiom.citation}}});
    out["definitions"] = Json::list(axiom.definitions, [](const Definition& each) -> Json {
      return {{"name", each.name}, {"formula", each.formula}};
    });
  }

  // Returns why a model allows a cycle that a stricter model forbids.
  [[nodiscard]] Json allowance_json(const MemoryModel& model, const explain::Allowance& allowance) {
    const explain::Candidate& candidate = explanation_.candidates[allowance.reason.candidate];
    Json out{{"strict", allowance.strict->name()},
             {"reason", reason_json(*allowance.strict, allowance.reason)}};
    add_lenience(allowance.lenience, model, out);
    out["text"] = words::lenience_words(allowance.lenience, model, candidate);
    return out;
  }

  static void add_lenience(const explain::Lenience& lenience, const MemoryModel& model, Json& out) {
    out["given_up"] = explained_edges_json(lenience.given_up);
    out["outside"] = Json::list(lenience.outside, [](const explain::Lenience::Outside& each) {
      Json item = edge_json(each.pair);
      item["of"] = each.relation;
      return item;
    });
    if (!lenience.gaps.empty()) {
      out["unordered"] = Json::list(lenience.gaps, [](const explain::OrderGap& gap) {
        Json item = edge_json({gap.from, "po", gap.to});
        item["kept_by"] = Json::list(gap.ways, &explain::OrderGap::Way::relation);
        return item;
      });
    }
    if (lenience.few_fences) {
      out["few_fences"] = {{"axiom", model.axioms()[lenience.few_fences->axiom].name},
                           {"without", Json::list(lenience.few_fences->without, edge_json)}};
    }
    if (lenience.rounds) {
      out["rounds"] = {{"axiom", model.axioms()[lenience.rounds->axiom].name},
                       {"count", lenience.rounds->count}};
    }
    if (lenience.uncounted) {
      out["uncounted"] = {{"axiom", model.axioms()[lenience.uncounted->axiom].name},
                          {"pairs", explained_edges_json(lenience.uncounted->pairs)}};
    }
  }

  static Json steps_json(const std::vector<Step>& steps, const explain::Candidate& candidate) {
    return Json::list(steps, [&](const Step& step) {
      Json item = edge_json({step.from, step.relation, step.to});
      item["text"] =
          words::pair_words(candidate.graph, step.from, step.relation, step.to, *candidate.names);
      if (!step.parts.empty()) item["parts"] = steps_json(step.parts, candidate);
      return item;
    });
  }

  [[nodiscard]] Json change_json(const explain::LadderChange& change) {
    const auto& first = explanation_.ladder[change.upper];
    const auto& second = explanation_.ladder[change.upper + 1];
    const bool weakens = first.verdict == explain::OutcomeVerdict::Forbidden;
    const MemoryModel& strict = *(weakens ? first : second).model;
    const MemoryModel& lenient = *(weakens ? second : first).model;
    Json out{{"from", first.model->name()},
             {"to", second.model->name()},
             {"reason", reason_json(strict, change.reason)}};
    add_lenience(change.lenience, lenient, out);
    return out;
  }

  [[nodiscard]] Json impossible_json() const {
    const std::vector<explain::OutcomePart>& parts = report_.question.outcome.parts;
    Json out{{"parts", Json::array()}, {"contradiction", Json::array()}};
    for (const explain::ImpossiblePart& part : explanation_.impossible) {
      Json values = Json::object();
      for (const explain::ImpossiblePart::Values& each : part.values) {
        values[report_.file.program->observables[each.observable].name] = each.values;
      }
      out["parts"].push_back({{"text", parts[part.part].text}, {"values", std::move(values)}});
    }
    for (const std::size_t part : explanation_.contradiction) {
      out["contradiction"].push_back(parts[part].text);
    }
    return out;
  }

  // Lists each execution once, by its number.
  std::size_t use(std::size_t index) {
    if (!executions_.contains(index)) {
      executions_[index] = execution_json(explanation_.candidates[index]);
    }
    return index;
  }

  [[nodiscard]] Json execution_json(const explain::Candidate& candidate) const {
    Json state = Json::object();
    const auto& observables = report_.file.program->observables;
    for (std::size_t i = 0; i < candidate.state.size(); ++i) {
      state[observables[i].name] = candidate.state[i];
    }
    Json out{{"state", std::move(state)}};
    out.update(explained_graph_json(candidate.graph, *candidate.names));
    if (candidate.failed) out["failed"] = candidate.names->threads[candidate.failed->value];
    return out;
  }

  const ExplainReport& report_;
  const explain::Explanation& explanation_;
  std::map<std::size_t, Json> executions_;
};

Json order_json(const explain::MissingOrder& order, const CodePlaces& places) {
  Json out{{"events", Json::array({order.first.value, order.second.value})},
           {"ordered", order.is_ordered},
           {"path", explained_edges_json(order.path)},
           {"gaps", explained_edges_json(order.gaps)}};
  if (!order.repair) return out;
  Json changes = Json::list(order.repair->changes, [&](const explain::ModeChange& change) {
    Json item{{"line", change.source.line},
              {"column", change.source.column},
              {"from", mode_name(change.from)},
              {"to", mode_name(change.to)}};
    report::add_file_and_stack(change.source, places, item);
    return item;
  });
  out["tried"] = {{"changes", std::move(changes)},
                  {"gone", order.repair->is_gone},
                  {"safe", order.repair->is_safe}};
  return out;
}

Json wait_json(const explain::EndlessWait& wait, const explain::ErrorExplanation& explanation,
               const Program& program) {
  Json out{{"thread", program.threads[wait.thread.value].name}, {"line", wait.source.line}};
  report::add_file_and_stack(wait.source, program.places, out);
  if (wait.read.is_none()) return out;
  out["event"] = wait.read.value;
  out["writes"] = Json::list(wait.writes, [&](const explain::WaitedWrite& write) {
    Json item{{"thread", program.threads[write.thread.value].name},
              {"line", write.source.line},
              {"would_end", write.would_end},
              {"text", words::waited_write_words(write, explanation, wait, program)}};
    if (!write.event.is_none()) item["event"] = write.event.value;
    report::add_file_and_stack(write.source, program.places, item);
    return item;
  });
  return out;
}

}  // namespace

std::string json_report(const ExplainReport& report) { return ExplainJson(report).write(); }

std::string error_json(const std::string& path, const explain::ErrorExplanation& explanation,
                       const Program& program) {
  const ReportedError& error = explanation.reported();
  Json out{{"file", path},
           {"model", explanation.model->name()},
           {"error",
            {{"kind", error_kind_name(error.kind)},
             {"message", words::error_text(error)},
             {"line", error.place.source.line},
             {"column", error.place.source.column},
             {"thread", error.place.thread}}},
           {"execution", explained_graph_json(error.graph, explanation.run->names)}};
  report::add_file_and_stack(error.place.source, program.places, out["error"]);
  if (explanation.order) out["order"] = order_json(*explanation.order, program.places);
  if (!explanation.waits.empty()) {
    out["waits"] = Json::list(explanation.waits, [&](const explain::EndlessWait& wait) {
      return wait_json(wait, explanation, program);
    });
  }
  return out.line();
}

std::string explain_refusal_json(const std::string& path, const input::QuestionFile& file) {
  const Json out{{"file", path},
                 {"verdict", "invalid"},
                 {"error", file.diagnostics + file.unasked},
                 {"diagnostics", report::diagnostics_json(file.complaints)}};
  return out.line();
}

}  // namespace drover::cli
