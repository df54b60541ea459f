#include "cli/report.h"
#include "semantics/program/address.h"
#include "support/json.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

Json place_json(const ErrorPlace& place, const std::string& file) {
  Json out;
  out["file"] = file;
  out["line"] = place.source.line;
  out["column"] = place.source.column;
  out["thread"] = place.thread.empty() ? Json(nullptr) : Json(place.thread);
  return out;
}

Json error_json(const ReportedError& error, const std::string& file) {
  Json out;
  out["kind"] = error_kind_name(error.kind);
  out["message"] = words::error_text(error);
  out.update(place_json(error.place, file));
  if (!error.others.empty()) {
    out["others"] = Json::array();
    for (const ErrorPlace& other : error.others) out["others"].push_back(place_json(other, file));
  }
  return out;
}

std::string_view condition_name(ConditionKind kind) {
  switch (kind) {
    case ConditionKind::Exists: return "exists";
    case ConditionKind::Forbid: return "forbid";
    case ConditionKind::Forall: return "forall";
  }
  return "";
}

// An address is printed by its name: its number means nothing to a reader.
Json value_json(Value value, const GraphNames& names) {
  return address::is_address(value) ? Json(names.value(value)) : Json(value);
}

std::string_view stop_name(StopReason reason) {
  switch (reason) {
    case StopReason::Exhausted: return "exhausted";
    case StopReason::FirstError: return "first-error";
    case StopReason::MaxTime: return "max-time";
    case StopReason::MaxExecutions: return "max-executions";
    case StopReason::Interrupted: return "interrupted";
    case StopReason::TooManyEvents: return "too-many-events";
    case StopReason::TooDeep: return "too-deep";
  }
  return "";
}

Json outcomes_json(const CheckReport& report) {
  Json out = Json::array();
  for (const auto& [state, count] : report.result.outcomes) {
    Json values = Json::object();
    for (std::size_t i = 0; i < state.size(); ++i) {
      values[report.program.observables[i].name] = value_json(state[i], report.result.names);
    }
    out.push_back({{"state", std::move(values)}, {"count", count}});
  }
  return out;
}

Json cuts_json(const CheckReport& report) {
  Json out = Json::array();
  for (const CutLoop& cut : report.result.cut_loops) {
    out.push_back({{"line", report.program.loops[cut.loop].source.line},
                   {"thread", cut.thread},
                   {"executions", cut.executions}});
  }
  return out;
}

std::string_view fate_name(LoopFate fate) {
  switch (fate) {
    case LoopFate::Await: return "await";
    case LoopFate::Pure: return "pure";
    case LoopFate::Bounded: return "bounded";
    case LoopFate::Unrolled: return "unrolled";
    case LoopFate::Cut: return "cut";
  }
  return "";
}

Json pure_iterations_json(PureIterations pure) {
  switch (pure) {
    case PureIterations::None: return nullptr;
    case PureIterations::Stopped: return "assume";
    case PureIterations::Awaited: return "await";
  }
  return nullptr;
}

Json loops_json(const CheckReport& report) {
  Json out = Json::array();
  for (const LoopReport& loop : report.result.loops) {
    const LoopInfo& info = report.program.loops[loop.loop];
    out.push_back({{"line", info.source.line},
                   {"column", info.source.column},
                   {"kind", info.text},
                   {"fate", fate_name(loop.fate)},
                   {"pure_iterations", pure_iterations_json(loop.pure_iterations)},
                   {"iterations", loop.iterations},
                   {"bound", report.command.input.unroll}});
  }
  return out;
}

// Null if executions that were not explored could change the answer.
Json holds_json(const ConditionResult& condition, const ExplorationResult& result) {
  const bool is_partial = result.stop_reason != StopReason::Exhausted || result.cut > 0;
  const bool is_decided =
      condition.condition->kind == ConditionKind::Exists ? condition.holds() : !condition.holds();
  return is_partial && !is_decided ? Json(nullptr) : Json(condition.holds());
}

}  // namespace

std::string json_refusal(const CheckCommand& command, const std::string& file,
                         std::span<const Diagnostic> complaints) {
  Json out;
  out["file"] = file;
  out["model"] = command.model;
  out["verdict"] = "invalid";
  out["diagnostics"] = Json::array();
  for (const Diagnostic& complaint : complaints) {
    out["diagnostics"].push_back(
        {{"kind", diagnostic_name(complaint.kind)},
         {"severity", complaint.severity() == Severity::Error ? "error" : "warning"},
         {"message", complaint.message()},
         {"line", complaint.range.line},
         {"column", complaint.range.column},
         {"hint", complaint.hint.empty() ? Json(nullptr) : Json(complaint.hint)}});
  }
  return out.dump() + "\n";
}

std::string json_report(const CheckReport& report) {
  const ExplorationResult& result = report.result;
  Json out;
  out["file"] = report.program.file;
  out["model"] = report.command.model;
  out["algo"] = result.algorithm;
  out["reductions"] = Json::array();
  for (const Reduction reduction : result.reductions) {
    out["reductions"].push_back(reduction_name(reduction));
  }
  out["verdict"] = words::verdict_name(result.verdict);
  out["executions"] = result.executions;
  out["blocked"] = result.blocked;
  out["duplicates"] = result.duplicates ? Json(*result.duplicates) : Json(nullptr);
  out["symmetric"] = result.symmetric;
  out["remarks"] = Json::array();
  for (const PlanRemark& remark : result.remarks) {
    out["remarks"].push_back(words::remark_text(remark));
  }
  for (const auto& [name, count] : result.flags) out["flags"][name] = count;
  out["errors"] = Json::array();
  for (const ReportedError& error : result.errors) {
    out["errors"].push_back(error_json(error, report.program.file));
  }
  out["conditions"] = Json::array();
  for (const ConditionResult& condition : result.conditions) {
    Json entry{{"kind", condition_name(condition.condition->kind)},
               {"text", condition.condition->text},
               {"holds", holds_json(condition, result)},
               {"witnesses", condition.witnesses}};
    if (condition.condition->is_required) entry["required"] = true;
    out["conditions"].push_back(std::move(entry));
  }
  out["outcomes"] = outcomes_json(report);
  out["deadlocks"] = result.deadlocks;
  out["erroneous"] = result.erroneous;
  out["cut"] = result.cut;
  out["stale"] = result.stale;
  out["cut_loops"] = cuts_json(report);
  out["loops"] = loops_json(report);
  if (result.vsc) {
    out["vsc"] = {{"instances", result.vsc->instances},
                  {"refuted_by_closure", result.vsc->refuted_by_closure},
                  {"states", result.vsc->states},
                  {"seconds", result.vsc->seconds}};
  }
  out["stop"] = stop_name(result.stop_reason);
  out["seconds"] = result.seconds;
  out["events"] = result.events;
  return out.dump() + "\n";
}

}  // namespace drover::cli
