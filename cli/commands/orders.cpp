// `relax` and `repair`: which modes a program needs.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "analysis/orders/costs.h"
#include "cli/commands/commands.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/model_argument.h"
#include "cli/orders_report.h"
#include "cli/terminal.h"
#include "drawing/execution_picture.h"
#include "explorer/work/pool.h"
#include "frontend/source.h"
#include "input/load_model.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/unified_diff.h"
#include "support/write_file.h"
#include "words/order_words.h"

namespace drover::cli {

namespace {

// What answers cost; nothing, and a complaint, if the table cannot be used.
struct Costs {
  orders::SiteCost cost;
  std::string complaint;
};

Costs costs_of(const OrdersCommand& command) {
  const std::string& name = command.cost;
  if (name == "all") return {};
  if (name.empty() || name == "changes") {
    return {command.repairs ? orders::number_of_changes() : orders::SiteCost(), ""};
  }
  if (const auto table = orders::CostTable::of_machine(name)) return {table->cost(), ""};
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(name, sink);
  if (!source) return {{}, render(sink, name, nullptr, Colour::Off)};
  std::string complaint;
  const auto table = orders::CostTable::read(source->text(), complaint);
  if (!table) return {{}, format("drover: --cost: `{}`: {}\n", name, complaint)};
  return {table->cost(), ""};
}

int status_of(orders::Ending ending) {
  switch (ending) {
    case orders::Ending::Found: return ExitVerified;
    case orders::Ending::NotAsked: return ExitBadInput;
    case orders::Ending::Impossible:
    case orders::Ending::Lost: return ExitViolation;
    case orders::Ending::Cut: break;
  }
  return ExitIncomplete;
}

// Runs one file. A short-lived worker: it holds references.
class OrdersRun {
 public:
  OrdersRun(const OrdersCommand& command, const orders::SiteCost& cost,
            std::shared_ptr<const MemoryModel> model, work::Pool& pool)
      : command_(command), cost_(cost), model_(std::move(model)), pool_(pool) {}

  FileReport run(const std::string& path) {
    input::Subject subject =
        input::read_subject(path, {.constants = command_.input.constants,
                                   .max_threads = command_.input.max_threads,
                                   .warnings = command_.input.warnings,
                                   .standard_input = command_.input.standard_input});
    require_kind(subject);
    out_.complaints = subject.complaints(colour_for(Stream::Error, command_.input.colour));
    if (!subject.program) return refuse(subject);
    const std::shared_ptr<const MemoryModel> asked =
        model_ != nullptr ? model_
                          : model_of_argument(subject.default_model, command_.input.colour);
    const orders::ModelOrders* known = orders::find_model_orders(*asked);
    if (known == nullptr) {
      out_.complaints += format(
          "drover: --model: of `{}` it is not known that weaker modes allow all that stronger ones "
          "do; it is known of {}\n",
          asked->name(), orders::names_of_model_orders());
      return refuse(subject);
    }
    const input::FittedModel fitted = input::fit_model(asked, {subject.program->architecture});
    out_.complaints += fitted.complaint;
    if (fitted.model == nullptr) return refuse(subject);
    search(subject, *fitted.model, *known);
    return std::move(out_);
  }

 private:
  void require_kind(input::Subject& subject) const {
    if (subject.kind == input::SubjectKind::Litmus && subject.program) {
      subject.refuse(
          format("modes are looked for in programs, and this is a litmus test (`drover "
                 "convert {}` makes a program of it)",
                 subject.path));
    }
    if (subject.kind != input::SubjectKind::C || !subject.program) return;
    if (command_.groups_functions) {
      subject.refuse("--group function goes with core programs: of C, each call is for itself");
    } else if (command_.keeps_outcomes) {
      subject.refuse("--same-outcomes goes with core programs: those of C have no final states");
    }
  }

  FileReport refuse(const input::Subject& subject) {
    out_.status = ExitBadInput;
    if (command_.format == ReportFormat::Json) {
      out_.report = orders_refusal_json(command_, subject);
    }
    return std::move(out_);
  }

  void search(const input::Subject& subject, const MemoryModel& model,
              const orders::ModelOrders& known) {
    const auto start = std::chrono::steady_clock::now();
    const input::OrderSites sites = input::order_sites(
        subject, known,
        command_.repairs ? input::OrderChanges::AndFences : input::OrderChanges::Modes);
    const orders::ModedProgram program(
        command_.keeps_outcomes ? orders::with_all_observables(sites.program) : sites.program,
        sites.sites);
    orders::SearchOptions options;
    options.explorer.model = &model;
    options.explorer.unfold.unroll = command_.input.unroll;
    options.explorer.max_seconds = command_.max_seconds;
    options.explorer.max_executions = command_.max_executions;
    options.explorer.interrupt = &interrupt_flag();
    options.explorer.pool = &pool_;
    options.grouping = command_.groups_functions ? orders::Atoms::Grouping::Functions
                                                 : orders::Atoms::Grouping::Sites;
    options.cost = cost_;
    options.same_outcomes = command_.keeps_outcomes;
    const orders::SearchResult result =
        command_.repairs ? orders::repair(program, options) : orders::relax(program, options);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    out_.status = status_of(result.ending);
    const OrdersReport report{command_, subject, model, known, sites, program, result, seconds};
    print_report(report);
    if (!command_.picture.empty()) draw(report);
  }

  void print_report(const OrdersReport& report) {
    if (report.result.ending == orders::Ending::NotAsked) {
      out_.complaints += refusal_text(report);
    }
    if (command_.format == ReportFormat::Json) {
      out_.report = json_report(report);
    } else if (command_.prints_patch) {
      print_patch(report);
    } else if (report.result.ending != orders::Ending::NotAsked) {
      out_.report = text_report(report, colour_for(Stream::Output, command_.input.colour));
    }
  }

  void print_patch(const OrdersReport& report) {
    const std::vector<orders::Answer>& answers = report.result.answers;
    const std::string& path = report.subject.path;
    if (answers.empty()) {
      if (report.result.ending == orders::Ending::NotAsked) return;
      out_.complaints += format("drover: {}: there is no answer to make a patch of\n", path);
      out_.report = text_report(report, colour_for(Stream::Output, command_.input.colour));
      return;
    }
    if (command_.pick > answers.size()) {
      out_.complaints += format("drover: --pick: {}: there {} {}\n", path,
                                answers.size() == 1 ? "is one answer" : "are answers",
                                answers.size() == 1 ? "" : format("1 to {}", answers.size()));
      out_.status = ExitBadInput;
      return;
    }
    if (answers.size() > 1) {
      out_.complaints += format("drover: {}: this is answer {} of {} (--pick)\n", path,
                                command_.pick, answers.size());
    }
    if (report.result.ending == orders::Ending::Cut) {
      out_.complaints += format("drover: {}: a limit was reached: there may be others\n", path);
    }
    const std::string text = report.new_text(answers[command_.pick - 1]);
    out_.report = unified_diff(path, input::file_text(report.subject), text);
    if (out_.report.empty()) {
      out_.complaints += format("drover: {}: every mode is needed as it is: no changes\n", path);
    }
  }

  // The executions that speak against weaker modes, each once.
  void draw(const OrdersReport& report) {
    std::vector<std::size_t> drawn;
    for (const orders::Answer& answer : report.result.answers) {
      for (const orders::WeakerStep& step : answer.steps) {
        if (std::ranges::find(drawn, step.fault) != drawn.end()) continue;
        drawn.push_back(step.fault);
        const orders::Fault& fault = report.result.faults[step.fault];
        draw(report, fault, orders::shown_with(report.program, fault, step.assignment),
             drawn.size());
      }
    }
    if (drawn.empty() && report.result.shown && report.result.shown->error.graph.size() > 0) {
      const orders::Fault& shown = *report.result.shown;
      draw(report, shown, orders::shown_with(report.program, shown, shown.explored), 1);
    }
  }
  void draw(const OrdersReport& report, const orders::Fault& fault, const ReportedError& error,
            std::size_t number) {
    drawing::PictureRequest request =
        drawing::request_of(error, error.message, fault.result->names);
    request.title = format("{} under {}", report.subject.name, report.model.name());
    request.relations = drawing::usual_relations(report.model);
    const std::string& path = command_.picture;
    const std::string target = number == 1 ? path : drawing::numbered(path, number);
    const drawing::WrittenPicture picture =
        drawing::draw_execution(error.graph, fault.result->names, report.model, request,
                                *drawing::format_of_file(path), drawing::Theme::Viewer);
    const std::string complaint =
        picture.complaint.empty() ? write_whole_file(target, picture.text) : picture.complaint;
    if (!complaint.empty()) {
      out_.complaints += format("drover: --output: {}\n", complaint);
      out_.status = ExitBadInput;
    } else if (command_.format == ReportFormat::Text && !command_.prints_patch) {
      out_.report += format("picture of execution {}: {}\n", number, target);
    }
  }

  const OrdersCommand& command_;
  const orders::SiteCost& cost_;
  std::shared_ptr<const MemoryModel> model_;
  work::Pool& pool_;
  FileReport out_;
};

}  // namespace

int run_orders(const OrdersCommand& command) {
  const InterruptGuard guard;
  const Costs costs = costs_of(command);
  if (!costs.complaint.empty()) {
    write(Stream::Error, costs.complaint);
    return ExitBadInput;
  }
  std::shared_ptr<const MemoryModel> model;
  if (!command.model.empty()) {
    model = model_of_argument(command.model, command.input.colour, command.input.model_options);
    if (model == nullptr) return ExitBadInput;
  }
  work::Pool pool(thread_count(command.jobs));
  int status = ExitVerified;
  bool is_first = true;
  for (const std::string& path : command.input.files) {
    if (was_interrupted()) return worse(status, ExitIncomplete);
    if (!is_first && command.format == ReportFormat::Text && !command.prints_patch) {
      write(Stream::Output, "\n");
    }
    is_first = false;
    FileReport report;
    try {
      report = OrdersRun(command, costs.cost, model, pool).run(path);
    } catch (...) {
      report = report_of_exception(path);
    }
    print(report);
    status = worse(status, report.status);
  }
  return status;
}

}  // namespace drover::cli
