#include <set>

#include "cli/estimate.h"
#include "cli/report.h"
#include "explorer/findings/error_places.h"
#include "report/command_json.h"
#include "support/json.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// The place may be in an included file.
const std::string& file_of(const SourceRange& place, const CheckReport& report) {
  const bool has_parts = !report.source.parts().empty();
  return has_parts ? report.source.file_of(place) : report.program.file;
}

Json files_json(const CodePlaces& places) {
  std::set<std::string> known;
  Json files = Json::array();
  for (const CodePlaces::File& file : places.files) {
    if (known.insert(file.name).second) files.push_back(file.name);
  }
  return files;
}

// In a program of several files, adds the file of a place.
Json with_file(Json out, const SourceRange& place, const CheckReport& report) {
  std::string path = report.program.places.path(place);
  if (!path.empty()) out["file"] = std::move(path);
  return out;
}

Json place_json(const ErrorPlace& place, const CheckReport& report) {
  Json out{{"file", file_of(place.source, report)},
           {"line", place.source.line},
           {"column", place.source.column},
           {"thread", place.thread.empty() ? Json() : Json(place.thread)}};
  report::add_stack(place.source, report.program.places, out);
  return out;
}

// `owner` is the error that shows the execution of this error.
Json error_json(const ReportedError& error, std::size_t owner, const CheckReport& report) {
  Json out{{"kind", error_kind_name(error.kind)},
           {"message", words::error_text(error)},
           {"executions", error.executions},
           {"times", error.times}};
  out.update(place_json(error.place, report));
  if (!error.others.empty()) {
    out["others"] = Json::list(error.others, [&](const ErrorPlace& other) {
      Json place = place_json(other, report);
      place["remark"] = words::fact_text(other.fact);
      return place;
    });
  }
  const report::CoherenceIs coherence =
      report.model.has_coherence() ? report::CoherenceIs::Meant : report::CoherenceIs::Arbitrary;
  const bool is_owner = &error == &report.result.errors[owner];
  if (!is_owner) out["execution_of"] = owner;
  out["execution"] = error.graph.size() == 0 || !is_owner
                         ? Json()
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
  return Json::list(report.result.cut_loops, [&](const CutLoop& cut) -> Json {
    const bool is_loop = cut.reason != CutReason::Threads;
    const SourceRange at = is_loop ? report.program.loops[cut.loop].source : SourceRange();
    return with_file({{"line", is_loop ? Json(at.line) : Json()},
                      {"thread", cut.thread},
                      {"executions", cut.executions}},
                     at, report);
  });
}

Json blocked_json(const CheckReport& report) {
  return Json::list(report.result.blocked_places, [&](const BlockedPlace& place) -> Json {
    const bool is_known = place.kind != StopKind::Undecided;
    return with_file({{"line", place.source.line},
                      {"column", place.source.column},
                      {"threads", place.threads},
                      {"why", words::stop_kind_name(place.kind)},
                      {"would_go_on", is_known ? Json(place.kind == StopKind::LooksAgain) : Json()},
                      {"executions", place.executions}},
                     place.source, report);
  });
}

Json sentences_json(const std::vector<words::PlacedSentence>& sentences,
                    const CheckReport& report) {
  return Json::list(sentences, [&](const words::PlacedSentence& sentence) {
    Json entry{{"message", sentence.text}};
    entry.update(place_json(sentence.place, report));
    return entry;
  });
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
  return loop.has_events ? Json(unroll) : Json();
}

Json loops_json(const CheckReport& report) {
  return Json::list(report.result.loops, [&](const LoopReport& loop) -> Json {
    const LoopInfo& info = report.program.loops[loop.loop];
    return with_file({{"line", info.source.line},
                      {"column", info.source.column},
                      {"kind", info.text},
                      {"fate", fate_name(loop.fate)},
                      {"pure_iterations", pure_iterations_json(loop.pure_iterations)},
                      {"iterations", loop.iterations},
                      {"only_waits", loop.only_waits},
                      {"bound", bound_json(loop, info, report.command.unroll)}},
                     info.source, report);
  });
}

Json sample_json(const SampleSummary& sample) {
  Json out{{"samples", sample.samples}, {"distinct", sample.distinct}};
  add_estimate("executions", sample.executions, out);
  add_estimate("others", sample.others, out);
  add_estimate("all", sample.all, out);
  out["seed"] = sample.seed;
  return out;
}

Json leaks_json(const CheckReport& report) {
  return Json::list(report.result.leaks, [&](const LeakedMemory& leak) -> Json {
    return {{"file", file_of(leak.source, report)},
            {"line", leak.source.line},
            {"column", leak.source.column},
            {"executions", leak.executions}};
  });
}

Json conditions_json(const ExplorationResult& result) {
  return Json::list(result.conditions, [&](const ConditionResult& condition) {
    Json entry{{"kind", condition_name(condition.condition->kind)},
               {"text", condition.condition->text},
               {"holds", words::settled_answer(condition, result)},
               {"witnesses", condition.witnesses}};
    if (condition.condition->is_required) entry["required"] = true;
    return entry;
  });
}

}  // namespace

std::string json_refusal(const std::string& model, const std::string& file,
                         std::span<const Diagnostic> complaints) {
  return Json{{"file", file},
              {"model", model},
              {"verdict", "invalid"},
              {"diagnostics", report::diagnostics_json(complaints)}}
      .line();
}

std::string json_report(const CheckReport& report) {
  const ExplorationResult& result = report.result;
  Json out{{"file", report.program.file}, {"model", report.model.name()}};
  if (!report.program.places.files.empty()) out["files"] = files_json(report.program.places);
  if (report.mapping != nullptr) out["mapping"] = report.mapping->name;
  out["algo"] = result.algorithm;
  out["reductions"] = Json::list(result.reductions, reduction_name);
  out["verdict"] = words::verdict_name(result.verdict);
  if (!headline_of(result, report.command).remark.empty()) {
    out["fails"] = status_of(result, report.command) == ExitViolation;
  }
  out["executions"] = result.executions;
  out["blocked"] = result.blocked;
  out["blocked_at"] = blocked_json(report);
  if (result.verdict == Verdict::Vacuous) {
    out["vacuous"] = sentences_json(words::vacuity_sentences(result), report);
  }
  if (result.verdict == Verdict::Safe && !result.unreached.empty()) {
    out["unreached"] = sentences_json(words::unreached_sentences(result), report);
  }
  out["duplicates"] = result.duplicates;
  out["symmetric"] = result.symmetric;
  out["remarks"] = Json::list(result.remarks, words::remark_text);
  for (const auto& [name, count] : result.flags) out["flags"][name] = count;
  if (result.stop_reason != StopReason::FirstError && !result.leaks.empty()) {
    out["leaks"] = leaks_json(report);
  }
  if (const auto orders = words::open_order_sentences(result); !orders.empty()) {
    out["open_orders"] = sentences_json(orders, report);
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
  if (const std::string range = nondet_range(report.command.input.constants); !range.empty()) {
    out["nondet"] = range;
  }
  if (result.vsc) {
    out["vsc"] = {{"instances", result.vsc->instances},
                  {"refuted_by_closure", result.vsc->refuted_by_closure},
                  {"states", result.vsc->states},
                  {"seconds", result.vsc->seconds}};
  }
  if (report.progress) out["progress"] = progress_json(*report.progress, report.program);
  out["stop"] = stop_name(result.stop_reason);
  if (result.sample) out["sample"] = sample_json(*result.sample);
  if (report.command.verbosity == Verbosity::Verbose || report.command.simulates) {
    out["workers"] = {{"events", result.events_of_workers}, {"given", result.items_given}};
  }
  out["seconds"] = result.seconds;
  out["events"] = result.events;
  return out.line();
}

}  // namespace drover::cli
