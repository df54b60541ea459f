#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/run_outcome.h"
#include "support/json.h"

namespace drover::serve {

// Format of a run's output, and so of `result` in the answer.
enum class OutputIs : std::uint8_t {
  Json,   // one value
  Lines,  // one value per line: a list
  Text    // any text: a string
};

// Short runs do not wait behind long ones.
enum class Lane : std::uint8_t { Quick, Long };

[[nodiscard]] RunLimits limits_on(Lane lane, const RunLimits& limits);

// A path whose POST requests start a run: a row of the table in endpoints.cpp.
struct Endpoint {
  std::string_view path;
  std::string_view job;  // the run's job
  OutputIs output = OutputIs::Json;
  Lane lane = Lane::Long;
};
[[nodiscard]] std::span<const Endpoint> endpoints();
[[nodiscard]] const Endpoint* find_endpoint(std::string_view path);

// Returns the names of the models for `/api/relax` and `/api/repair`.
[[nodiscard]] Json order_models();

// Returns the input of a run for a request: JobRequest. `body` is a JSON object, or empty.
[[nodiscard]] std::string job_text(const Endpoint& endpoint, std::string_view body,
                                   const RunLimits& limits,
                                   const std::vector<std::string>& exercises);

// Why there is no reliable result.
struct RunFailure {
  std::string_view kind;
  std::string text;
};

// Returns the answer after a run, as JSON: `status`, `result`, `messages`, `seconds`, or `error` in
// place of missing members.
[[nodiscard]] std::string answer_of(const Endpoint& endpoint, const RunOutcome& outcome,
                                    const RunLimits& limits);
// The same, with a given failure.
[[nodiscard]] std::string answer_text(const Endpoint& endpoint, const RunOutcome& outcome,
                                      const std::optional<RunFailure>& failure);

}  // namespace drover::serve
