#include "serve/inside.h"

#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <utility>
#include <variant>

#include "serve/endpoints.h"
#include "serve/gallery.h"
#include "serve/http_message.h"
#include "support/format.h"
#include "support/json.h"
#include "support/version.h"

namespace drover::serve {

namespace {

JobAnswer run_inside(const std::string& job) {
  const auto read = read_job(job);
  if (const auto* complaint = std::get_if<std::string>(&read)) return refused(*complaint);
  const auto& request = std::get<JobRequest>(read);
  if (auto answer = run_job(request)) return *std::move(answer);
  return refused(
      format("`{}` is a command of the program: this page does not have it; `drover "
             "serve` does",
             request.job));
}

RunFailure fault(std::string_view what) {
  return {"crash", format("The run failed: {}. This is a fault of Drover {}, not of your input. "
                          "Please report it with this message and the program.",
                          what, version_with_commit())};
}

// Returns the server's description, with a time limit per path, which the page enforces.
Json about_inside(const RunLimits& limits) {
  Json seconds = Json::object();
  Json long_paths = Json::array();
  for (const Endpoint& each : endpoints()) {
    seconds[each.path] = limits_on(each.lane, limits).seconds;
    if (each.lane == Lane::Long) long_paths.push_back(each.path);
  }
  return Json{{"version", version_with_commit()}, {"max_time", limits.seconds},
              {"max_memory", limits.memory},      {"collects", false},
              {"has_exercises", false},           {"order_models", order_models()},
              {"seconds", std::move(seconds)},    {"long_paths", std::move(long_paths)}};
}

}  // namespace

std::string answer_inside(std::string_view path, std::string_view body, const RunLimits& limits) {
  if (path == "/api/gallery") return gallery_json().dump() + "\n";
  if (path == "/api/card") return card_json().dump() + "\n";
  if (path == "/api/server") return about_inside(limits).dump() + "\n";
  const Endpoint* endpoint = find_endpoint(path);
  if (endpoint == nullptr) return refusal(404, "path", "there is nothing of this name").body;
  const auto json = Json::parse(body.empty() ? "{}" : body);
  if (!json || !json->is_object()) {
    return refusal(400, "json", "a request is a JSON object").body;
  }
  const auto start = std::chrono::steady_clock::now();
  RunOutcome outcome;
  std::optional<RunFailure> failure;
  try {
    JobAnswer answer = run_inside(job_text(*endpoint, body, limits_on(endpoint->lane, limits), {}));
    outcome.code = answer.status;
    outcome.output = std::move(answer.output);
    outcome.complaints = std::move(answer.complaints);
  } catch (const std::bad_alloc&) {
    failure = RunFailure{"memory",
                         "The run needs more memory than a page may have. Make the program "
                         "smaller, or the bound of its loops."};
  } catch (const std::exception& thrown) {
    failure = fault(thrown.what());
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // The answer of a failed run has no status, as if the run had crashed.
  if (failure) outcome.end = RunEnd::Signalled;
  return answer_text(*endpoint, outcome, failure);
}

}  // namespace drover::serve
