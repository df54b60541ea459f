#include "serve/jobs.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "support/format.h"

namespace drover::serve {

namespace {

constexpr int BadInput = 2;

struct NamedJob {
  std::string_view name;
  JobAnswer (*run)(const JobRequest&) = nullptr;
};

constexpr std::array Jobs{
    NamedJob{"report", report_job},
    NamedJob{"report-page", report_page_job},
    NamedJob{"models", models_job},
    NamedJob{"diagnostics", diagnostics_job},
    NamedJob{"convert", convert_job},
    NamedJob{"play", play_job},
    NamedJob{"choose", choose_job},
    NamedJob{"axioms", axioms_job},
    NamedJob{"relax", relax_job},
    NamedJob{"repair", repair_job},
    NamedJob{"exercise-list", exercise_list_job},
    NamedJob{"exercise-show", exercise_show_job},
    NamedJob{"exercise-hint", exercise_hint_job},
    NamedJob{"exercise-try", exercise_try_job},
};

}  // namespace

JobAnswer refused(std::string why) {
  if (!why.ends_with('\n')) why = format("drover: {}\n", why);
  return {.status = BadInput, .output = "", .complaints = std::move(why)};
}

JobAnswer answered(const Json& json) {
  return {.status = 0, .output = json.dump() + "\n", .complaints = ""};
}

std::optional<JobAnswer> run_job(const JobRequest& request) {
  // A picture of a report. Without a number, `draw` is a command.
  if (request.job == "draw" && request.number_member("picture")) return picture_job(request);
  const auto found = std::ranges::find(Jobs, request.job, &NamedJob::name);
  if (found == Jobs.end()) return std::nullopt;
  return found->run(request);
}

}  // namespace drover::serve
