#include "cli/text/vsc_report.h"
#include "support/json.h"

namespace drover::cli {

namespace {

std::string answer_name(vsc::VscAnswer answer) {
  switch (answer) {
    case vsc::VscAnswer::Witness: return "consistent";
    case vsc::VscAnswer::NoWitness: return "inconsistent";
    case vsc::VscAnswer::Stopped: break;
  }
  return "incomplete";
}

// Returns an operation's line; 0 for initial values.
std::uint32_t line_of(const VscReport& report, vsc::VscIndex index) {
  return report.instance.is_initial(index) ? 0 : operation_of(report, index).source.line;
}

Json trace_json(const VscReport& report) {
  return Json::list(report.trace, [&](vsc::VscIndex index) -> Json {
    const History::Operation& operation = operation_of(report, index);
    return {{"thread", report.history.threads[operation.thread]},
            {"line", operation.source.line},
            {"operation", report.source.text(operation.source)}};
  });
}

Json edges_json(const VscReport& report, const std::vector<vsc::OrderEdge>& edges) {
  return Json::list(edges, [&](const vsc::OrderEdge& edge) -> Json {
    return {{"before", line_of(report, edge.before)},
            {"after", line_of(report, edge.after)},
            {"text", edge_text(report, edge)}};
  });
}

Json conflict_json(const VscReport& report, const vsc::ConflictReason& conflict) {
  Json attempts = Json::array();
  for (const vsc::ConflictReason::Attempt& attempt : conflict.attempts) {
    Json json;
    json["write"] =
        attempt.write == vsc::NoOperation ? Json(nullptr) : Json(line_of(report, attempt.write));
    json["cycle"] = edges_json(report, attempt.cycle);
    if (!attempt.overwritten.empty()) json["overwritten"] = edges_json(report, attempt.overwritten);
    attempts.push_back(std::move(json));
  }
  return {{"line", line_of(report, conflict.reader)}, {"attempts", std::move(attempts)}};
}

Json search_json(const VscReport& report) {
  Json stuck = Json::list(stuck_operations(report), [&](const StuckOperation& each) -> Json {
    return {{"line", line_of(report, each.operation)}, {"reason", each.reason}};
  });
  return {{"longest", trace_json(report)}, {"stuck", std::move(stuck)}};
}

}  // namespace

std::string json_report(const VscReport& report) {
  Json json{{"file", report.source.name()},
            {"verdict", answer_name(report.answer)},
            {"threads", report.history.threads.size()},
            {"variables", report.history.variables.size()},
            {"operations", report.history.operations.size()}};
  if (report.answer == vsc::VscAnswer::Witness) json["witness"] = trace_json(report);
  if (report.reason) json["conflict"] = conflict_json(report, *report.reason);
  if (report.answer == vsc::VscAnswer::NoWitness && !report.reason)
    json["search"] = search_json(report);
  json["states"] = report.counters.states;
  json["seconds"] = report.counters.seconds;
  return json.line();
}

}  // namespace drover::cli
