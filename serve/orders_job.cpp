// `relax` and `repair`: find the modes a program needs. The answer is the command's JSON.
//
//   {…, "models": ["rc11"], "cost": "aarch64", "group": "function", "same_outcomes": true}
//
// With `"pictures": true` the answer adds `pictures`, a list of drawings. Each member of `needed`,
// a step that is too weak, then has `picture`, the number of the drawing of its execution, and
// `forbidden`, the reason why the answer's modes exclude that execution: the violated axiom, the
// cycle in words and the number of a drawing; or that the execution does not race with these modes.
// `error_picture` is the number of a drawing of `error`.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "drawing/execution_picture.h"
#include "explorer/graph/errors_of_graph.h"
#include "input/load_model.h"
#include "input/read_c.h"
#include "report/command_json.h"
#include "report/orders_report.h"
#include "serve/jobs.h"
#include "support/format.h"
#include "words/fact_words.h"

namespace drover::serve {

namespace {

constexpr std::size_t MaxOrderPictures = 80;
// The rest of the time is for drawings.
constexpr double ShareOfOrdersSearch = 0.8;

// Draws the results of a search. Short-lived: holds references.
class OrderPictures {
 public:
  explicit OrderPictures(const report::OrdersReport& report) : report_(report) {}

  [[nodiscard]] Json tell() {
    Json json = report::orders_json(
        report_, [&](const orders::Answer& answer, const orders::WeakerStep& step) {
          return step_json(answer, step);
        });
    const orders::SearchResult& result = report_.result;
    if (result.shown && result.shown->error.graph.size() > 0) {
      const orders::Fault& shown = *result.shown;
      json["error_picture"] =
          drawn(orders::shown_with(report_.program, shown, shown.explored), shown);
    }
    json["pictures"] = Json(texts_);
    return json;
  }

 private:
  Json step_json(const orders::Answer& answer, const orders::WeakerStep& step) {
    const orders::Fault& fault = report_.result.faults[step.fault];
    Json picture = drawn(orders::shown_with(report_.program, fault, step.assignment), fault);
    return Json{{"picture", std::move(picture)}, {"forbidden", forbidden(answer, fault)}};
  }

  // Null for an execution without events, and beyond the limit of drawings.
  Json drawn(const ReportedError& error, const orders::Fault& fault) {
    if (error.graph.size() == 0) return nullptr;
    drawing::PictureRequest request =
        drawing::request_of(error, words::error_text(error), fault.result->names);
    return draw(error.graph, fault, std::move(request));
  }
  Json draw(const ExecutionGraph& graph, const orders::Fault& fault,
            drawing::PictureRequest request) {
    request.relations = drawing::usual_relations(*report_.model);
    std::string svg = drawing::draw_in_page(graph, fault.result->names, *report_.model, request);
    const auto known = std::ranges::find(texts_, svg);
    if (known != texts_.end()) return known - texts_.begin();
    if (texts_.size() >= MaxOrderPictures) return nullptr;
    texts_.push_back(std::move(svg));
    return texts_.size() - 1;
  }

  // Returns why the modes of an answer exclude the execution of a fault. Null if the effect of
  // modes on the execution is unknown.
  Json forbidden(const orders::Answer& answer, const orders::Fault& fault) {
    const ReportedError& error = fault.error;
    const bool is_known =
        error.graph.size() > 0 && report_.program.is_of(error.graph, fault.explored);
    if (!is_known) return nullptr;
    const ExecutionGraph with_fences = report_.program.with(error.graph, answer.assignment);
    std::vector<EventId> kept;
    const ExecutionGraph graph =
        report_.program.without_missing_fences(with_fences, answer.assignment, kept);
    const std::vector<Violation> violations = report_.model->find_violations(graph);
    if (violations.empty()) {
      const bool has_race = !find_races(graph, report_.model->happens_before(graph)).empty();
      const bool was_race = error.kind == ErrorKind::Race && report_.model->reports_races();
      return was_race && !has_race ? Json{{"kind", "ordered"}} : Json();
    }
    drawing::PictureRequest request;
    request.violation = violations.front();
    return Json{{"kind", "axiom"},
                {"axiom", violations.front().axiom},
                {"cycle", report::cycle_json(violations.front(), graph, fault.result->names)},
                {"picture", draw(graph, fault, std::move(request))}};
  }

  const report::OrdersReport& report_;
  std::vector<std::string> texts_;
};

std::string why_not_asked(const JobRequest& request, report::OrdersQuestion& question) {
  question.cost_name = request.string_member("cost");
  const auto cost = report::named_cost(question.repairs, question.cost_name);
  if (!cost) {
    return format("`cost` is {}`all`, `x86`, `aarch64` or `power`",
                  question.repairs ? "`changes`, " : "");
  }
  question.cost = *cost;
  const std::string group = request.string_member("group");
  if (!group.empty() && group != "site" && group != "function") {
    return "`group` is `site` or `function`";
  }
  question.groups_functions = group == "function";
  question.keeps_outcomes = request.is_set("same_outcomes");
  if (question.keeps_outcomes && question.repairs) return "`same_outcomes` is for relax";
  if (request.models.size() > 1) return "modes are looked for under one model";
  return "";
}

// Throws if the text of an answer to a C program, read again, is not the explored program.
void require_orders_texts(const report::OrdersReport& report) {
  if (report.subject->kind() != input::SubjectKind::C) return;
  for (const orders::Answer& answer : report.result.answers) {
    const input::Subject again = input::read_again(*report.subject, report.new_files(answer));
    if (report::is_text_of(report, answer, again)) continue;
    throw std::runtime_error("the text of an answer is not the program that was explored");
  }
}

JobAnswer orders_job(const JobRequest& request, bool repairs) {
  report::OrdersQuestion question;
  question.repairs = repairs;
  if (const std::string why = why_not_asked(request, question); !why.empty()) return refused(why);
  input::Subject subject = subject_of(request);
  if (subject.program) {
    if (const std::string why = report::orders_misfit(question, subject); !why.empty()) {
      subject.refuse(why);
    }
  }
  const auto refuse = [&](std::string complaints) {
    JobAnswer answer = refused(std::move(complaints));
    answer.output = report::orders_refusal_json(question, subject).dump() + "\n";
    return answer;
  };
  if (!subject.program) return refuse(subject.complaints(Colour::Off));
  const std::string name = request.models.empty() ? subject.default_model : request.models.front();
  const input::LoadedModel loaded = input::load_model(name, Colour::Off, request.model_options);
  if (loaded.model == nullptr) return refuse(loaded.complaints);
  question.unroll = subject.unroll;
  question.explorer.max_seconds = request.seconds * ShareOfOrdersSearch;
  std::string complaint;
  const auto found = report::find_orders(question, subject, loaded.model, complaint);
  if (!found) return refuse(complaint);
  require_orders_texts(*found);
  JobAnswer answer = answered(request.is_set("pictures") ? OrderPictures(*found).tell()
                                                         : report::orders_json(*found));
  answer.status = report::status_of(*found);
  answer.complaints = subject.complaints(Colour::Off) + complaint;
  if (found->result.ending == orders::Ending::NotAsked) {
    answer.complaints += report::refusal_text(*found);
  }
  return answer;
}

}  // namespace

JobAnswer relax_job(const JobRequest& request) { return orders_job(request, false); }
JobAnswer repair_job(const JobRequest& request) { return orders_job(request, true); }

}  // namespace drover::serve
