#include "cli/sarif.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "explorer/findings/error_places.h"
#include "explorer/graph/text_printer.h"
#include "explorer/plan/error_kinds.h"
#include "support/format.h"
#include "support/version.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

std::string_view meaning_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Assertion: return "An assertion fails, or an `error` statement is reached.";
    case ErrorKind::Race: return "Two unordered accesses, one of them non-atomic.";
    case ErrorKind::Memory: return "Memory is used that is not allocated, or is freed twice.";
    case ErrorKind::Annotation: return "A `main` or `help` call does not satisfy its annotation.";
    case ErrorKind::Deadlock: return "Threads wait for something that never happens.";
    case ErrorKind::Condition: return "A final state is not as the program says it must be.";
    case ErrorKind::Arithmetic: return "A division by zero, or another operation without a value.";
    case ErrorKind::Thread: return "A join of something that cannot be joined.";
    case ErrorKind::Unsupported: return "Drover does not support what is reached here.";
    case ErrorKind::Linearizability:
      return "Calls of an object that its specification does not allow.";
  }
  return "";
}

Json text_json(std::string text) { return {{"text", std::move(text)}}; }

// Returns a path as a URI: relative to the working directory, unless absolute.
std::string uri_of(const std::string& path) {
  constexpr std::string_view Plain = "-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte < 0x80 && (std::isalnum(byte) != 0 || Plain.find(c) != Plain.npos);
    uri += is_plain ? std::string(1, c) : format("%{:02X}", byte);
  }
  return uri;
}

// `source` is null without a text. Line 0: the whole file.
Json place_json(const std::string& file, const SourceBuffer* source, const SourceRange& range) {
  // The place may be in an included file.
  const bool has_parts = source != nullptr && !source->parts().empty();
  Json place{{"artifactLocation", {{"uri", uri_of(has_parts ? source->file_of(range) : file)}}}};
  if (range.line == 0) return place;
  Json region{{"startLine", range.line}, {"startColumn", std::max(range.column, 1U)}};
  if (source != nullptr && range.end > range.begin) {
    const SourceRange end = source->range(range.end, range.end);
    region["endLine"] = end.line;
    region["endColumn"] = end.column;
  }
  place["region"] = std::move(region);
  return place;
}

std::size_t rule_of(ErrorKind kind) {
  return static_cast<std::size_t>(std::ranges::find(AllErrorKinds, kind) - AllErrorKinds.begin());
}

Json rules_json() {
  return Json::list(AllErrorKinds, [](ErrorKind kind) -> Json {
    return {{"id", error_kind_name(kind)},
            {"shortDescription", text_json(std::string(meaning_of(kind)))},
            {"defaultConfiguration", {{"level", "error"}}}};
  });
}

// The results of one report. Short-lived: holds references.
class Results {
 public:
  Results(const CheckReport& report, ErrorKindSet fails)
      : report_(report), file_(report.program.file), fails_(fails) {}

  // Errors of one kind on one line are one result. An execution is shown once, with the first of
  // its errors; only the first executions are shown.
  [[nodiscard]] Json all() const {
    Json results = Json::array();
    const std::vector<ReportedError>& errors = report_.result.errors;
    std::set<const ExecutionGraph*> shown;
    for (const ErrorsOfPlace& place : errors_by_place(errors)) {
      const ReportedError& first = errors[place.first];
      Json result = result_of(first);
      std::uint64_t times = first.times;
      for (const std::size_t i : place.others) times += errors[i].times;
      result["occurrenceCount"] = std::max<std::uint64_t>(times, 1);
      add_others(place, result);
      const bool has_flow = first.graph.size() > 0 && shown.size() < MaxExecutions &&
                            shown.insert(first.graph.identity()).second;
      if (has_flow) result["codeFlows"] = Json::array({flow_of(first)});
      results.push_back(std::move(result));
    }
    return results;
  }

 private:
  static constexpr std::size_t MaxExecutions = 20;
  static constexpr std::size_t MaxRelated = 20;  // places of a result

  // Adds the places of the other errors of a line to the result of the first one.
  void add_others(const ErrorsOfPlace& place, Json& result) const {
    const auto& errors = report_.result.errors;
    std::set<std::uint32_t> known;
    for (const ErrorPlace& other : errors[place.first].others) known.insert(other.source.begin);
    for (const std::size_t i : place.others) {
      for (const ErrorPlace& other : errors[i].others) {
        if (known.size() == MaxRelated) return;
        if (other.source.line == 0 || !known.insert(other.source.begin).second) continue;
        result["relatedLocations"].push_back(location_of(other));
      }
    }
  }

  [[nodiscard]] Json result_of(const ReportedError& error) const {
    Json out{{"ruleId", error_kind_name(error.kind)},
             {"ruleIndex", rule_of(error.kind)},
             {"level", fails_.contains(error.kind) ? "error" : "warning"},
             {"message",
              text_json(format("{} (under {})", words::error_text(error), report_.model.name()))},
             {"locations", Json::array({location_of(error.place)})}};
    for (const ErrorPlace& other : error.others) {
      if (other.source.line != 0) out["relatedLocations"].push_back(location_of(other));
    }
    if (Json stack = stack_of(error.place); !stack.is_null()) {
      out["stacks"] = Json::array({std::move(stack)});
    }
    out["properties"] = {{"model", report_.model.name()}};
    return out;
  }

  // Null in the function of a thread itself.
  [[nodiscard]] Json stack_of(const ErrorPlace& place) const {
    const std::vector<CodePlaces::Frame> frames = report_.program.places.frames(place.source);
    if (frames.size() < 2) return {};
    return {{"frames", Json::list(frames, [&](const CodePlaces::Frame& frame) -> Json {
               return {{"location",
                        {{"physicalLocation", place_json(file_, &report_.source, frame.at)},
                         {"logicalLocations", thread_json(frame.function)}}}};
             })}};
  }

  [[nodiscard]] Json location_of(const ErrorPlace& place) const {
    Json out{{"physicalLocation", place_json(file_, &report_.source, place.source)}};
    if (!place.thread.empty()) out["logicalLocations"] = thread_json(place.thread);
    std::string text = words::fact_text(place.fact);
    if (!text.empty()) out["message"] = text_json(std::move(text));
    return out;
  }

  static Json thread_json(const std::string& thread) {
    return Json::array({{{"name", thread}, {"fullyQualifiedName", thread}}});
  }

  // Returns the execution: one flow per thread, with events ordered as in the text report.
  [[nodiscard]] Json flow_of(const ReportedError& error) const {
    std::map<std::uint32_t, Json> steps;  // by thread
    std::size_t number = 0;
    for (const EventId id : reading_order(error.graph)) {
      steps[error.graph.event(id).thread.value].push_back(step_of(error, id, ++number));
    }
    Json flows = Json::array();
    for (auto& [thread, locations] : steps) {
      flows.push_back(
          {{"id", report_.result.names.threads[thread]}, {"locations", std::move(locations)}});
    }
    return {{"message", text_json("The execution that shows it, thread by thread.")},
            {"threadFlows", std::move(flows)}};
  }

  [[nodiscard]] Json step_of(const ReportedError& error, EventId id, std::size_t number) const {
    const GraphNames& names = report_.result.names;
    const Event& event = error.graph.event(id);
    std::string text = describe_event(event, names);
    if (!event.reads_from.is_none()) {
      const Event& write = error.graph.event(event.reads_from);
      text += format(", read from {}", describe_place(write, names));
    }
    bool is_essential = false;
    for (const EventFact& each : error.events) {
      if (each.event != id) continue;
      text += format(" ({})", words::fact_text(each.fact));
      is_essential = true;
    }
    const Json location{
        {"physicalLocation", place_json(file_, &report_.source, event.label.source)},
        {"logicalLocations", thread_json(names.threads[event.thread.value])},
        {"message", text_json(std::move(text))}};
    return {{"location", location},
            {"executionOrder", number},
            {"importance", is_essential ? "essential" : "important"}};
  }

  const CheckReport& report_;
  const std::string& file_;
  ErrorKindSet fails_;
};

Json notification(std::string_view level, std::string text, Json place) {
  return {{"level", level},
          {"message", text_json(std::move(text))},
          {"locations", Json::array({{{"physicalLocation", std::move(place)}}})}};
}

}  // namespace

SarifPart sarif_of(const CheckReport& report, ErrorKindSet fails) {
  const std::string& file = report.program.file;
  SarifPart part{.file = file, .results = Results(report, fails).all()};
  const ExplorationResult& result = report.result;
  const auto tell = [&](std::string_view level, const std::string& what, const SourceRange& where) {
    part.notifications.push_back(notification(level,
                                              format("{} (under {})", what, report.model.name()),
                                              place_json(file, &report.source, where)));
  };
  if (const std::string why = words::stop_text(result.stop_reason); !why.empty()) {
    tell(result.stop_reason == StopReason::FirstError ? "note" : "warning", why, {});
  }
  for (const LoopReport& loop : result.loops) {
    if (loop.fate != LoopFate::Cut) continue;
    for (const std::string& sentence :
         words::loop_sentences(loop, result, report.program, report.command.unroll)) {
      tell("warning", sentence, report.program.loops[loop.loop].source);
    }
  }
  for (const std::string& sentence : words::thread_limit_sentences(result)) {
    tell("warning", sentence, {});
  }
  return part;
}

SarifPart sarif_of_refusal(const std::string& file, const SourceBuffer* source,
                           std::span<const Diagnostic> complaints) {
  SarifPart part{.file = file};
  for (const Diagnostic& each : complaints) {
    const bool is_error = each.severity() == Severity::Error;
    Json told =
        notification(is_error ? "error" : "warning",
                     each.message() + (each.hint.empty() ? "" : format("; hint: {}", each.hint)),
                     place_json(file, source, each.range));
    told["descriptor"] = {{"id", diagnostic_name(each.kind)}};
    part.notifications.push_back(std::move(told));
  }
  return part;
}

SarifPart sarif_of_failure(const std::string& file, const std::string& why) {
  SarifPart part{.file = file};
  part.notifications.push_back(notification("error", why, place_json(file, nullptr, {})));
  return part;
}

std::string sarif_log(std::span<const SarifPart> parts, int status) {
  Json results = Json::array();
  Json notifications = Json::array();
  Json artifacts = Json::array();
  std::set<std::string> known;
  const auto add_all = [](Json& to, const Json& from) {
    for (const Json& each : from.items()) to.push_back(each);
  };
  for (const SarifPart& part : parts) {
    add_all(results, part.results);
    add_all(notifications, part.notifications);
    if (!known.insert(part.file).second) continue;
    artifacts.push_back(
        {{"location", {{"uri", uri_of(part.file)}}}, {"roles", Json::array({"analysisTarget"})}});
  }
  const bool has_ended = status == ExitVerified || status == ExitViolation;
  const Json driver{{"name", "Drover"},
                    {"version", version_with_commit()},
                    {"semanticVersion", version()},
                    {"rules", rules_json()}};
  const Json invocation{{"executionSuccessful", has_ended},
                        {"exitCode", status},
                        {"toolExecutionNotifications", std::move(notifications)}};
  const Json run{{"tool", {{"driver", driver}}},
                 {"columnKind", "unicodeCodePoints"},
                 {"invocations", Json::array({invocation})},
                 {"artifacts", std::move(artifacts)},
                 {"results", std::move(results)}};
  const Json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", Json::array({run})}};
  return log.line();
}

}  // namespace drover::cli
