#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/jobs.h"
#include "serve/run_outcome.h"
#include "support/json.h"

namespace drover::serve {

[[nodiscard]] RunLimits limits_on(Lane lane, const RunLimits& limits);

// Returns the names of the models for `/api/relax` and `/api/repair`.
[[nodiscard]] Json order_models();

// Returns the input of a run for a request: JobRequest. `body` is a JSON object, or empty.
[[nodiscard]] std::string job_text(const Endpoint& endpoint, std::string_view body,
                                   const RunLimits& limits,
                                   const std::vector<std::string>& exercises);

// Reason why a run has no reliable result.
struct RunFailure {
  std::string_view kind;
  std::string text;
};

// Returns the answer after a run, as JSON: `status`, `result`, `messages`, `seconds`, or `error` in
// place of missing members; and `kept`, unless it is null.
[[nodiscard]] std::string answer_of(const Endpoint& endpoint, const RunOutcome& outcome,
                                    const RunLimits& limits, const Json& kept = nullptr);
// The same, with a given failure.
[[nodiscard]] std::string answer_text(const Endpoint& endpoint, const RunOutcome& outcome,
                                      const std::optional<RunFailure>& failure,
                                      const Json& kept = nullptr);

}  // namespace drover::serve
