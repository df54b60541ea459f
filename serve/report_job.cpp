// Results of `drover report` for a program: data for the page, and a page of its own. And the
// models with their axioms.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drawing/execution_picture.h"
#include "explorer/models/model_registry.h"
#include "input/load_model.h"
#include "report/command_json.h"
#include "report/drawings.h"
#include "report/gather.h"
#include "report/report_input.h"
#include "report/report_page.h"
#include "serve/jobs.h"
#include "serve/walk.h"
#include "support/format.h"

namespace drover::serve {

namespace {

constexpr int LimitReached = 3;
// Share of the time for the models; the rest is for the report.
constexpr double ShareOfTime = 0.8;

// The program as some of the models see it.
struct ReportPart {
  report::ReportInput input;
  report::Models models;
};

struct PreparedReport {
  report::ReportCommand command;
  std::vector<ReportPart> parts;  // none: not usable
  std::string complaints;
};

PreparedReport prepare(const JobRequest& request) {
  PreparedReport out;
  out.command.constants = request.constants;
  out.command.unroll = request.unroll;
  const report::ReportInput input = report::read_input_text(out.command, source_of(request));
  out.complaints = input.complaints;
  if (!input.subject.program) return out;
  std::vector<std::string> names = request.models;
  if (names.empty()) names.assign(model_names().begin(), model_names().end());
  RequestedModels loaded = load_models(request, names);
  out.complaints += loaded.complaints;
  for (FittedGroup& group :
       fit_models(input.subject.program, *input.subject.source, loaded.models, out.complaints)) {
    ReportPart part{.input = input, .models = std::move(group.models)};
    if (!group.mapping.empty()) {
      part.input.compiled = format("{} by the mapping `{}`", group.architecture, group.mapping);
      part.input.read = std::exchange(part.input.subject.program, group.program);
    }
    out.parts.push_back(std::move(part));
  }
  // Each part explains outcomes, besides its runs.
  out.command.max_seconds =
      request.seconds * ShareOfTime / static_cast<double>(names.size() + out.parts.size() + 1);
  return out;
}

std::vector<report::ProgramReport> gather(const PreparedReport& prepared) {
  std::vector<report::ProgramReport> programs;
  for (const ReportPart& part : prepared.parts) {
    programs.push_back(report::gather(prepared.command, part.input, part.models));
  }
  return programs;
}

int status_of(const std::vector<report::ProgramReport>& programs) {
  for (const report::ProgramReport& program : programs) {
    for (const report::RunEntry& run : program.runs) {
      if (!run.stop.empty() || run.cut > 0) return LimitReached;
    }
  }
  return 0;
}

}  // namespace

JobAnswer report_job(const JobRequest& request) {
  PreparedReport prepared = prepare(request);
  if (prepared.parts.empty()) return refused(prepared.complaints);
  std::int64_t number = 0;
  prepared.command.annotate = [&](const report::DrawnExecution& execution) {
    Json json{{"number", number++}};
    // A forbidden execution has no steps.
    if (execution.request.violation) return json;
    json["walks"] = walks_json(execution.graph, execution.names, execution.models);
    return json;
  };
  const std::vector<report::ProgramReport> programs = gather(prepared);
  return {.status = status_of(programs),
          .output = report::report_json(programs) + "\n",
          .complaints = prepared.complaints};
}

JobAnswer report_page_job(const JobRequest& request) {
  const PreparedReport prepared = prepare(request);
  if (prepared.parts.empty()) return refused(prepared.complaints);
  const std::vector<report::ProgramReport> programs = gather(prepared);
  return {.status = status_of(programs),
          .output = report::write_page(programs),
          .complaints = prepared.complaints};
}

// `picture`: the number of a drawing in the report, `model`: the model of its relations, `format`.
JobAnswer picture_job(const JobRequest& request) {
  const auto wanted = request.number_member("picture");
  const std::string format_name = request.string_member("format");
  const std::string model_name = request.string_member("model");
  const auto format = drawing::format_of_file(drover::format("picture.{}", format_name));
  const bool is_text =
      format && *format != drawing::PictureFormat::Png && *format != drawing::PictureFormat::Pdf;
  if (!wanted || !is_text) {
    return refused(R"(a picture is `{"picture": NUMBER, "format": "svg", "tex" or "dot"}`)");
  }
  PreparedReport prepared = prepare(request);
  if (prepared.parts.empty()) return refused(prepared.complaints);
  std::optional<drawing::WrittenPicture> drawn;
  std::int64_t number = 0;
  prepared.command.annotate = [&](const report::DrawnExecution& execution) -> Json {
    if (number++ != *wanted || execution.models.empty()) return nullptr;
    const MemoryModel* model = execution.models.front().model;
    for (const report::PlacedModel& each : execution.models) {
      if (each.model->name() == model_name) model = each.model;
    }
    drawing::PictureRequest own = execution.request;
    own.title = prepared.parts.front().input.name;
    own.relations = drawing::usual_relations(*model);
    own.asked_for = drawing::relations_of_model(*model);
    drawn = drawing::draw_execution(execution.graph, execution.names, *model, own, *format,
                                    drawing::Theme::Light);
    return nullptr;
  };
  // Draws all executions again, to find the one with this number.
  (void)gather(prepared);
  if (!drawn) return refused("there is no such picture any more");
  if (!drawn->complaint.empty()) return refused(drawn->complaint);
  return {.status = 0, .output = std::move(drawn->text), .complaints = ""};
}

JobAnswer models_job(const JobRequest& request) {
  if (request.models.empty()) return answered(report::built_in_models_json());
  Json json = Json::array();
  for (const std::string& name : request.models) {
    const input::LoadedModel loaded = input::load_model(name, Colour::Off, request.model_options);
    if (loaded.model == nullptr) return refused(loaded.complaints);
    json.push_back(report::model_json(*loaded.model));
  }
  return answered(json);
}

}  // namespace drover::serve
