#include "serve/endpoints.h"

#include <algorithm>
#include <csignal>

#include "analysis/orders/model_orders.h"
#include "support/format.h"
#include "support/version.h"

namespace drover::serve {

namespace {

// Statuses of the command line.
constexpr int Incomplete = 3;
constexpr int Fault = 4;

// Returns the complete lines of a run's output, each a JSON value, as a list.
std::string list_of_lines(std::string_view text) {
  std::string out = "[";
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;  // the output was cut here
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line.empty() || !Json::parse(line)) continue;
    if (out.size() > 1) out += ",";
    out += line;
  }
  return out + "]";
}

std::string result_of(OutputIs kind, const std::string& text) {
  switch (kind) {
    case OutputIs::Lines: return list_of_lines(text);
    case OutputIs::Text: return Json(text).dump();
    case OutputIs::Json: break;
  }
  // The text is passed on unchanged, so it must be one complete value.
  return Json::parse(text) ? text.substr(0, text.find_last_not_of('\n') + 1) : "null";
}

RunFailure crash(const std::string& how) {
  return {"crash", format("The run {}. This is a fault of Drover {}, not of your input. Please "
                          "report it with this message and the program; the server goes on.",
                          how, version_with_commit())};
}

std::optional<RunFailure> failure_of(const RunOutcome& outcome, const RunLimits& limits) {
  switch (outcome.end) {
    case RunEnd::Exited: break;
    case RunEnd::Signalled: {
      if (outcome.code == SIGKILL) {
        return RunFailure{"memory",
                          "The system ended the run, for want of memory perhaps: make the "
                          "program smaller, or the bound of its loops."};
      }
      return crash(format("crashed with signal {}", outcome.code));
    }
    case RunEnd::TimedOut:
      return RunFailure{
          "time", format("The run was stopped after {} s, the limit of this server. Make the "
                         "program smaller, or the bound of its loops, or choose fewer models.",
                         limits.seconds)};
    case RunEnd::TooMuchOutput:
      return RunFailure{"output", format("The run was stopped: its answer has more than {} MiB.",
                                         limits.output >> 20)};
    case RunEnd::Stopped: return RunFailure{"stopped", "The run was stopped."};
    case RunEnd::NotStarted:
      return RunFailure{"busy", "The system has no room for another process: try again later."};
  }
  // A run that reaches its time limit prints its results. No output means lack of memory.
  if (outcome.code == Incomplete && outcome.output.empty()) {
    return RunFailure{"memory",
                      format("The run needs more memory than this server allows: {} MiB. Make the "
                             "program smaller, or the bound of its loops.",
                             limits.memory)};
  }
  if (outcome.code == Fault) return crash("failed");
  if (outcome.code > Fault) return crash(format("ended with status {}", outcome.code));
  return std::nullopt;
}

}  // namespace

RunLimits limits_on(Lane lane, const RunLimits& limits) {
  constexpr double QuickSeconds = 5;
  RunLimits out = limits;
  if (lane == Lane::Quick) out.seconds = std::min(out.seconds, QuickSeconds);
  return out;
}

Json order_models() { return Json::list(orders::all_model_orders(), &orders::ModelOrders::name); }

std::string job_text(const Endpoint& endpoint, std::string_view body, const RunLimits& limits,
                     const std::vector<std::string>& exercises) {
  const Json settings{{"job", endpoint.job}, {"seconds", limits.seconds}, {"exercises", exercises}};
  std::string text = settings.dump();
  text.back() = ',';
  // The body is valid JSON.
  return text + "\"request\":" + (body.empty() ? "{}" : std::string(body)) + "}";
}

std::string answer_of(const Endpoint& endpoint, const RunOutcome& outcome, const RunLimits& limits,
                      const Json& kept) {
  return answer_text(endpoint, outcome, failure_of(outcome, limits), kept);
}

std::string answer_text(const Endpoint& endpoint, const RunOutcome& outcome,
                        const std::optional<RunFailure>& failure, const Json& kept) {
  std::string out = "{";
  if (failure) {
    out += "\"error\":" + Json{{"kind", failure->kind}, {"text", failure->text}}.dump() + ",";
  }
  const bool has_status = outcome.end == RunEnd::Exited;
  out += format("\"status\":{},", has_status ? format("{}", outcome.code) : "null");
  out += format("\"result\":{},", result_of(endpoint.output, outcome.output));
  out += format("\"messages\":{},", Json(outcome.complaints).dump());
  if (!kept.is_null()) out += format("\"kept\":{},", kept.dump());
  out += format("\"seconds\":{}}}\n", Json(outcome.seconds).dump());
  return out;
}

}  // namespace drover::serve
