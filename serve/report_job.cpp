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

struct PreparedReport {
  report::ReportCommand command;
  report::ReportInput input;
  report::Models models;
  std::string complaints;
  bool is_usable = false;
};

PreparedReport prepare(const JobRequest& request) {
  PreparedReport out;
  out.command.constants = request.constants;
  out.command.unroll = request.unroll;
  out.input = report::read_input_text(out.command, source_of(request));
  out.complaints = out.input.complaints;
  if (!out.input.subject.program) return out;
  std::vector<std::string> names = request.models;
  if (names.empty()) names.assign(model_names().begin(), model_names().end());
  out.command.max_seconds = request.seconds * ShareOfTime / static_cast<double>(names.size() + 1);
  RequestedModels loaded = load_models(request, names, {out.input.subject.program->architecture});
  out.complaints += loaded.complaints;
  out.is_usable = loaded.models.size() == names.size();
  out.models = std::move(loaded.models);
  return out;
}

int status_of(const report::ProgramReport& program) {
  for (const report::RunEntry& run : program.runs) {
    if (!run.stop.empty() || run.cut > 0) return LimitReached;
  }
  return 0;
}

}  // namespace

JobAnswer report_job(const JobRequest& request) {
  PreparedReport prepared = prepare(request);
  if (!prepared.is_usable) return refused(prepared.complaints);
  std::int64_t number = 0;
  prepared.command.annotate = [&](const report::DrawnExecution& execution) {
    Json json{{"number", number++}};
    // A forbidden execution has no steps.
    if (execution.request.violation) return json;
    json["walks"] = walks_json(execution.graph, execution.names, execution.models);
    return json;
  };
  const report::ProgramReport program =
      report::gather(prepared.command, prepared.input, prepared.models);
  return {.status = status_of(program),
          .output = report::report_json({program}) + "\n",
          .complaints = prepared.complaints};
}

JobAnswer report_page_job(const JobRequest& request) {
  PreparedReport prepared = prepare(request);
  if (!prepared.is_usable) return refused(prepared.complaints);
  const report::ProgramReport program =
      report::gather(prepared.command, prepared.input, prepared.models);
  return {.status = status_of(program),
          .output = report::write_page({program}),
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
  if (!prepared.is_usable) return refused(prepared.complaints);
  std::optional<drawing::WrittenPicture> drawn;
  std::int64_t number = 0;
  prepared.command.annotate = [&](const report::DrawnExecution& execution) -> Json {
    if (number++ != *wanted || execution.models.empty()) return nullptr;
    const MemoryModel* model = execution.models.front().model;
    for (const report::PlacedModel& each : execution.models) {
      if (each.model->name() == model_name) model = each.model;
    }
    drawing::PictureRequest own = execution.request;
    own.title = prepared.input.name;
    own.relations = drawing::usual_relations(*model);
    own.asked_for = drawing::relations_of_model(*model);
    drawn = drawing::draw_execution(execution.graph, execution.names, *model, own, *format,
                                    drawing::Theme::Light);
    return nullptr;
  };
  // Draws all executions again, to find the one with this number.
  (void)report::gather(prepared.command, prepared.input, prepared.models);
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
