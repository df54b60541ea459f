#include "serve/jobs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/format.h"

namespace drover::serve {

namespace {

constexpr int BadInput = 2;

constexpr std::array Endpoints{
    // Commands, with their JSON.
    Endpoint{"/api/check", "check", nullptr, OutputIs::Lines, Lane::Long},
    Endpoint{"/api/explain", "explain", nullptr, OutputIs::Lines, Lane::Long},
    Endpoint{"/api/draw", "draw", picture_job, OutputIs::Text, Lane::Long},
    Endpoint{"/api/models", "models", models_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/convert", "convert", convert_job, OutputIs::Text, Lane::Quick},
    Endpoint{"/api/format", "format", format_job, OutputIs::Text, Lane::Quick},
    Endpoint{"/api/relax", "relax", relax_job, OutputIs::Json, Lane::Long},
    Endpoint{"/api/repair", "repair", repair_job, OutputIs::Json, Lane::Long},
    Endpoint{"/api/report/page", "report-page", report_page_job, OutputIs::Text, Lane::Long},
    Endpoint{"/api/exercise/list", "exercise-list", exercise_list_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/exercise/show", "exercise-show", exercise_show_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/exercise/hint", "exercise-hint", exercise_hint_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/exercise/try", "exercise-try", exercise_try_job, OutputIs::Json, Lane::Long},
    // Other requests of the page.
    Endpoint{"/api/report", "report", report_job, OutputIs::Json, Lane::Long},
    Endpoint{"/api/diagnostics", "diagnostics", diagnostics_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/generate", "generate", generate_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/play", "play", play_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/choose", "choose", choose_job, OutputIs::Json, Lane::Quick},
    Endpoint{"/api/axioms", "axioms", axioms_job, OutputIs::Json, Lane::Long},
};

}  // namespace

std::span<const Endpoint> endpoints() { return Endpoints; }

const Endpoint* find_endpoint(std::string_view path) {
  const auto found = std::ranges::find(Endpoints, path, &Endpoint::path);
  return found == Endpoints.end() ? nullptr : &*found;
}

JobAnswer refused(std::string why) {
  if (!why.ends_with('\n')) why = format("drover: {}\n", why);
  return {.status = BadInput, .output = "", .complaints = std::move(why)};
}

JobAnswer answered(const Json& json) {
  return {.status = 0, .output = json.dump() + "\n", .complaints = ""};
}

std::optional<JobAnswer> run_job(const JobRequest& request) {
  const auto found = std::ranges::find(Endpoints, request.job, &Endpoint::job);
  if (found == Endpoints.end() || found->run == nullptr) return std::nullopt;
  // With a number, `draw` is a picture of a report; without, it is a command.
  if (request.job == "draw" && !request.number_member("picture")) return std::nullopt;
  return found->run(request);
}

}  // namespace drover::serve
