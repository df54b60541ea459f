#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "serve/job_request.h"
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

// A run's output and exit status.
struct JobAnswer {
  int status = 0;
  std::string output;      // JSON, or a text: OutputIs
  std::string complaints;  // messages for users
};

// Returns status 2 with the reason: bad input.
[[nodiscard]] JobAnswer refused(std::string why);
[[nodiscard]] JobAnswer answered(const Json& json);

// Runs a job that is not a command. Nothing if no job has the name.
[[nodiscard]] std::optional<JobAnswer> run_job(const JobRequest& request);

// A path whose POST requests start a run.
struct Endpoint {
  std::string_view path;
  std::string_view job;                           // the run's job
  JobAnswer (*run)(const JobRequest&) = nullptr;  // null: a command
  OutputIs output = OutputIs::Json;
  Lane lane = Lane::Long;
};
[[nodiscard]] std::span<const Endpoint> endpoints();
[[nodiscard]] const Endpoint* find_endpoint(std::string_view path);

// Functions that run the jobs.
[[nodiscard]] JobAnswer report_job(const JobRequest& request);       // data for the page
[[nodiscard]] JobAnswer report_page_job(const JobRequest& request);  // `drover report`
[[nodiscard]] JobAnswer picture_job(const JobRequest& request);      // one drawing of a report
[[nodiscard]] JobAnswer models_job(const JobRequest& request);
[[nodiscard]] JobAnswer diagnostics_job(const JobRequest& request);
[[nodiscard]] JobAnswer convert_job(const JobRequest& request);
[[nodiscard]] JobAnswer generate_job(const JobRequest& request);
[[nodiscard]] JobAnswer format_job(const JobRequest& request);  // `drover format`
[[nodiscard]] JobAnswer play_job(const JobRequest& request);
[[nodiscard]] JobAnswer choose_job(const JobRequest& request);
[[nodiscard]] JobAnswer axioms_job(const JobRequest& request);
[[nodiscard]] JobAnswer relax_job(const JobRequest& request);   // `drover relax`
[[nodiscard]] JobAnswer repair_job(const JobRequest& request);  // `drover repair`
[[nodiscard]] JobAnswer exercise_list_job(const JobRequest& request);
[[nodiscard]] JobAnswer exercise_show_job(const JobRequest& request);
[[nodiscard]] JobAnswer exercise_hint_job(const JobRequest& request);
[[nodiscard]] JobAnswer exercise_try_job(const JobRequest& request);

}  // namespace drover::serve
