#include "cli/headline.h"
#include "cli/report.h"
#include "explorer/findings/error_places.h"
#include "report/command_json.h"
#include "support/json.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

Json place_json(const ErrorPlace& place, const CheckReport& report) {
  Json out;
  // The place may be in an included file.
  const bool has_parts = !report.source.parts().empty();
  out["file"] = has_parts ? report.source.file_of(place.source) : report.program.file;
  out["line"] = place.source.line;
  out["column"] = place.source.column;
  out["thread"] = place.thread.empty() ? Json(nullptr) : Json(place.thread);
  return out;
}

// `owner` is the error that shows the execution of this error.
Json error_json(const ReportedError& error, std::size_t owner, const CheckReport& report) {
  Json out;
  out["kind"] = error_kind_name(error.kind);
  out["message"] = words::error_text(error);
  out.update(place_json(error.place, report));
  if (!error.others.empty()) {
    out["others"] = Json::array();
    for (const ErrorPlace& other : error.others) {
      Json place = place_json(other, report);
      place["remark"] = words::fact_text(other.fact);
      out["others"].push_back(std::move(place));
    }
  }
  const report::CoherenceIs coherence =
      report.model.has_coherence() ? report::CoherenceIs::Meant : report::CoherenceIs::Arbitrary;
  const bool is_owner = &error == &report.result.errors[owner];
  if (!is_owner) out["execution_of"] = owner;
  out["execution"] = error.graph.size() == 0 || !is_owner
                         ? Json(nullptr)
                         : report::execution_json(error.graph, report.result.names,
                                                  words::event_remarks(error), coherence);
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

std::string_view stop_name(StopReason reason) {
  switch (reason) {
    case StopReason::Exhausted: return "exhausted";
    case StopReason::Void:
    case StopReason::FirstError: return "first-error";
    case StopReason::MaxTime: return "max-time";
    case StopReason::MaxExecutions: return "max-executions";
    case StopReason::MaxMemory: return "max-memory";
    case StopReason::Sampled: return "sampled";
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
      values[report.program.observables[i].name] =
          report::value_json(state[i], report.result.names);
    }
    out.push_back({{"state", std::move(values)}, {"count", count}});
  }
  return out;
}

Json cuts_json(const CheckReport& report) {
  Json out = Json::array();
  for (const CutLoop& cut : report.result.cut_loops) {
    const bool is_loop = cut.reason != CutReason::Threads;
    out.push_back({{"line", is_loop ? Json(report.program.loops[cut.loop].source.line) : Json()},
                   {"thread", cut.thread},
                   {"executions", cut.executions}});
  }
  return out;
}

Json blocked_json(const ExplorationResult& result) {
  Json out = Json::array();
  for (const BlockedPlace& place : result.blocked_places) {
    const bool is_known = place.kind != StopKind::Undecided;
    out.push_back(
        {{"line", place.source.line},
         {"column", place.source.column},
         {"threads", place.threads},
         {"why", words::stop_kind_name(place.kind)},
         {"would_go_on", is_known ? Json(place.kind == StopKind::LooksAgain) : Json(nullptr)},
         {"executions", place.executions}});
  }
  return out;
}

Json sentences_json(const std::vector<words::PlacedSentence>& sentences,
                    const CheckReport& report) {
  Json out = Json::array();
  for (const words::PlacedSentence& sentence : sentences) {
    Json entry;
    entry["message"] = sentence.text;
    entry.update(place_json(sentence.place, report));
    out.push_back(std::move(entry));
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

Json bound_json(const LoopReport& loop, const LoopInfo& info, std::uint32_t unroll) {
  if (info.recursion_depth > 0) return info.recursion_depth;
  return loop.has_events ? Json(unroll) : Json(nullptr);
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
                   {"iterations", loop.iterations ? Json(*loop.iterations) : Json(nullptr)},
                   {"only_waits", loop.only_waits},
                   {"bound", bound_json(loop, info, report.command.input.unroll)}});
  }
  return out;
}

Json sample_json(const SampleSummary& sample) {
  Json out{{"samples", sample.samples}, {"distinct", sample.distinct}};
  const auto tell = [&](const std::string& name, const std::optional<Estimate>& number) {
    out[name] = number ? Json(number->mean) : Json(nullptr);
    out[name + "_low"] = number ? Json(number->low) : Json(nullptr);
    out[name + "_high"] = number ? Json(number->high) : Json(nullptr);
  };
  tell("executions", sample.executions);
  tell("others", sample.others);
  tell("all", sample.all);
  out["seed"] = sample.seed;
  return out;
}

Json leaks_json(const CheckReport& report) {
  Json out = Json::array();
  const bool has_parts = !report.source.parts().empty();
  for (const LeakedMemory& leak : report.result.leaks) {
    Json entry;
    entry["file"] = has_parts ? report.source.file_of(leak.source) : report.program.file;
    entry["line"] = leak.source.line;
    entry["column"] = leak.source.column;
    entry["executions"] = leak.executions;
    out.push_back(std::move(entry));
  }
  return out;
}

Json holds_json(const ConditionResult& condition, const ExplorationResult& result) {
  const auto holds = words::settled_answer(condition, result);
  return holds ? Json(*holds) : Json(nullptr);
}

Json conditions_json(const ExplorationResult& result) {
  Json out = Json::array();
  for (const ConditionResult& condition : result.conditions) {
    Json entry{{"kind", condition_name(condition.condition->kind)},
               {"text", condition.condition->text},
               {"holds", holds_json(condition, result)},
               {"witnesses", condition.witnesses}};
    if (condition.condition->is_required) entry["required"] = true;
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace

std::string json_refusal(const std::string& model, const std::string& file,
                         std::span<const Diagnostic> complaints) {
  Json out;
  out["file"] = file;
  out["model"] = model;
  out["verdict"] = "invalid";
  out["diagnostics"] = report::diagnostics_json(complaints);
  return out.dump() + "\n";
}

std::string json_report(const CheckReport& report) {
  const ExplorationResult& result = report.result;
  Json out;
  out["file"] = report.program.file;
  out["model"] = report.model.name();
  if (report.mapping != nullptr) out["mapping"] = report.mapping->name;
  out["algo"] = result.algorithm;
  out["reductions"] = Json::array();
  for (const Reduction reduction : result.reductions) {
    out["reductions"].push_back(reduction_name(reduction));
  }
  out["verdict"] = words::verdict_name(result.verdict);
  if (!headline_of(result, report.command).remark.empty()) {
    out["fails"] = status_of(result, report.command) == ExitViolation;
  }
  out["executions"] = result.executions;
  out["blocked"] = result.blocked;
  out["blocked_at"] = blocked_json(result);
  if (result.verdict == Verdict::Vacuous) {
    out["vacuous"] = sentences_json(words::vacuity_sentences(result), report);
  }
  if (result.verdict == Verdict::Safe && !result.unreached.empty()) {
    out["unreached"] = sentences_json(words::unreached_sentences(result), report);
  }
  out["duplicates"] = result.duplicates ? Json(*result.duplicates) : Json(nullptr);
  out["symmetric"] = result.symmetric;
  out["remarks"] = Json::array();
  for (const PlanRemark& remark : result.remarks) {
    out["remarks"].push_back(words::remark_text(remark));
  }
  for (const auto& [name, count] : result.flags) out["flags"][name] = count;
  if (result.stop_reason != StopReason::FirstError && !result.leaks.empty()) {
    out["leaks"] = leaks_json(report);
  }
  out["errors"] = Json::array();
  const std::vector<std::size_t> owners = execution_owners(result.errors);
  for (std::size_t i = 0; i < result.errors.size(); ++i) {
    out["errors"].push_back(error_json(result.errors[i], owners[i], report));
  }
  if (result.has_more_errors) out["has_more_errors"] = true;
  out["conditions"] = conditions_json(result);
  out["outcomes"] = outcomes_json(report);
  out["deadlocks"] = result.deadlocks;
  out["erroneous"] = result.erroneous;
  out["cut"] = result.cut;
  out["stale"] = result.stale;
  out["dead_ends"] = result.dead_ends;
  out["cut_loops"] = cuts_json(report);
  out["loops"] = loops_json(report);
  for (const Assumption each : report.program.assumptions) {
    out["assumptions"].push_back(words::assumption_name(each));
  }
  if (result.vsc) {
    out["vsc"] = {{"instances", result.vsc->instances},
                  {"refuted_by_closure", result.vsc->refuted_by_closure},
                  {"states", result.vsc->states},
                  {"seconds", result.vsc->seconds}};
  }
  out["stop"] = stop_name(result.stop_reason);
  if (result.sample) out["sample"] = sample_json(*result.sample);
  if (report.command.verbosity == Verbosity::Verbose || report.command.simulates) {
    out["workers"] = {{"events", result.events_of_workers}, {"given", result.items_given}};
  }
  out["seconds"] = result.seconds;
  out["events"] = result.events;
  return out.dump() + "\n";
}

}  // namespace drover::cli
