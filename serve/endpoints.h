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

// What a run prints, and so what `result` is in the answer.
enum class OutputIs : std::uint8_t {
  Json,   // one value
  Lines,  // one on each line: a list
  Text    // anything: a string
};

// Short runs do not wait behind long ones.
enum class Lane : std::uint8_t { Quick, Long };

[[nodiscard]] RunLimits limits_on(Lane lane, const RunLimits& limits);

// A path that starts a run when a request is posted to it: a row of the table in endpoints.cpp.
struct Endpoint {
  std::string_view path;
  std::string_view job;  // what the run is told to do
  OutputIs output = OutputIs::Json;
  Lane lane = Lane::Long;
};
[[nodiscard]] std::span<const Endpoint> endpoints();
[[nodiscard]] const Endpoint* find_endpoint(std::string_view path);

// The models under which `/api/relax` and `/api/repair` search, as a list of names.
[[nodiscard]] Json order_models();

// What a run for a request reads: JobRequest. `body` is a JSON object, or empty.
[[nodiscard]] std::string job_text(const Endpoint& endpoint, std::string_view body,
                                   const RunLimits& limits,
                                   const std::vector<std::string>& exercises);

// Why there is no result to rely on.
struct RunFailure {
  std::string_view kind;
  std::string text;
};

// The answer to a request whose run has ended, as JSON: `status`, `result`, `messages`, `seconds`,
// or `error` in place of what there is not.
[[nodiscard]] std::string answer_of(const Endpoint& endpoint, const RunOutcome& outcome,
                                    const RunLimits& limits);
// The same, where somebody else knows what has failed.
[[nodiscard]] std::string answer_text(const Endpoint& endpoint, const RunOutcome& outcome,
                                      const std::optional<RunFailure>& failure);

}  // namespace drover::serve
