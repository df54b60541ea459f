#pragma once

#include <optional>
#include <string>

#include "serve/job_request.h"
#include "support/json.h"

namespace drover::serve {

// A run's output and exit status.
struct JobAnswer {
  int status = 0;
  std::string output;      // JSON, or a text: Endpoint::output
  std::string complaints;  // messages for users
};

// Returns status 2 with the reason: bad input.
[[nodiscard]] JobAnswer refused(std::string why);
[[nodiscard]] JobAnswer answered(const Json& json);

// Runs a job that is not a command. Nothing if no job has the name.
[[nodiscard]] std::optional<JobAnswer> run_job(const JobRequest& request);

// One function per job.
[[nodiscard]] JobAnswer report_job(const JobRequest& request);       // data for the page
[[nodiscard]] JobAnswer report_page_job(const JobRequest& request);  // `drover report`
[[nodiscard]] JobAnswer picture_job(const JobRequest& request);      // one drawing of a report
[[nodiscard]] JobAnswer models_job(const JobRequest& request);
[[nodiscard]] JobAnswer diagnostics_job(const JobRequest& request);
[[nodiscard]] JobAnswer convert_job(const JobRequest& request);
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
