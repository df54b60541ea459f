#pragma once

// Runs jobs of the server without a server.

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "serve/jobs.h"
#include "support/format.h"
#include "support/json.h"

namespace drover::testing {

// Store buffering: both threads read 0 under tso, and not under sc.
inline constexpr std::string_view StoreBuffering =
    "shared x, y; thread a { x := 1; r := y; } thread b { y := 1; s := x; } "
    "exists (a:r == 0 && b:s == 0);";

inline serve::JobRequest job_request(std::string_view job, const Json& request) {
  const Json text{{"job", job}, {"seconds", 20}, {"request", request}};
  auto read = serve::read_job(text.dump());
  REQUIRE(std::holds_alternative<serve::JobRequest>(read));
  return std::get<serve::JobRequest>(std::move(read));
}

inline serve::JobAnswer run_job(std::string_view job, const Json& request) {
  const std::optional<serve::JobAnswer> answer = serve::run_job(job_request(job, request));
  REQUIRE(answer.has_value());
  return *answer;
}

// The answer of a job that succeeds, as JSON.
inline Json job_json(std::string_view job, const Json& request) {
  const serve::JobAnswer answer = run_job(job, request);
  CAPTURE(answer.complaints);
  CHECK(answer.status == 0);
  return Json::parse(answer.output).value_or(nullptr);
}

}  // namespace drover::testing
