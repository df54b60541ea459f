#include <string>
#include <string_view>

#include "cli/linearize_report.h"
#include "support/json.h"
#include "words/fact_words.h"

namespace drover::cli {

namespace {

std::string_view verdict_word(LinearizeVerdict verdict) {
  switch (verdict) {
    case LinearizeVerdict::Linearizable: return "linearizable";
    case LinearizeVerdict::Violation: return "violation";
    case LinearizeVerdict::Incomplete: return "incomplete";
  }
  return "?";
}

std::string_view kind_word(histories::HistoryFault::Kind kind) {
  switch (kind) {
    case histories::HistoryFault::Kind::Values: return "values";
    case histories::HistoryFault::Kind::Synchronisation: return "synchronisation";
    case histories::HistoryFault::Kind::OrderedClient: return "ordered-client";
  }
  return "?";
}

Json violation_json(const LinearizeReport& report) {
  if (!report.fault) return {};
  Json out = Json::object();
  out["kind"] = kind_word(report.fault->kind);
  out["message"] = words::error_text(report.run->errors[report.error]);
  out["history"] = report.history;
  out["order"] = Json::list(report.fault->client, [&](const auto& pair) {
    return Json::array({report.history[pair.first], report.history[pair.second]});
  });
  out["client"] = report.client;
  return out;
}

}  // namespace

std::string json_report(const LinearizeReport& report) {
  Json out = Json::object();
  out["file"] = report.path;
  out["model"] = report.model;
  out["object"] = report.object;
  out["promise"] = report.promise;
  out["clients"] = report.clients;
  out["operations"] = static_cast<std::uint64_t>(report.operations);
  out["executions"] = report.executions;
  out["blocked"] = report.blocked;
  out["verdict"] = verdict_word(report.verdict);
  out["violation"] = violation_json(report);
  Json error;
  if (report.run && !report.fault) {
    const ReportedError& other = report.run->errors[report.error];
    error = Json::object();
    error["kind"] = error_kind_name(other.kind);
    error["message"] = words::error_text(other);
  }
  out["error"] = std::move(error);
  out["seconds"] = report.seconds;
  out["check_seconds"] = report.check_seconds;
  return out.dump() + "\n";
}

}  // namespace drover::cli
