// `relax` and `repair`: find the modes a program needs.

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "analysis/orders/costs.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/orders_report.h"
#include "cli/state_keeper.h"
#include "cli/terminal.h"
#include "drawing/execution_picture.h"
#include "explorer/work/pool.h"
#include "frontend/source.h"
#include "input/load_model.h"
#include "input/read_c.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "words/fact_words.h"
#include "words/order_words.h"

namespace drover::cli {

namespace {

// Costs of answers. Nothing, and a message, if the table is unusable.
struct Costs {
  orders::SiteCost cost;
  std::string complaint;
  std::string text;  // of the table
};

Costs costs_of(const OrdersCommand& command) {
  const std::string& name = command.cost;
  if (const auto cost = report::named_cost(command.repairs, name)) return {*cost, "", ""};
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(name, sink);
  if (!source) return {{}, render(sink, name, nullptr, Colour::Off), ""};
  const auto table = orders::CostTable::read(source->text());
  if (const auto* fault = std::get_if<orders::CostFault>(&table)) {
    return {{}, format("drover: --cost: `{}`: {}\n", name, words::cost_fault_text(*fault)), ""};
  }
  return {std::get<orders::CostTable>(table).cost(), "", source->text()};
}

// Runs one file. Short-lived: holds references.
class OrdersRun {
 public:
  OrdersRun(const OrdersCommand& command, const Costs& costs,
            std::shared_ptr<const MemoryModel> model, work::Pool& pool)
      : command_(command), costs_(costs), model_(std::move(model)), pool_(pool) {}

  FileReport run(const std::string& path) {
    input::Subject subject = input::read_subject(
        path, subject_options(command_.input, command_.unroll, {command_.model}));
    report::OrdersQuestion question = this->question();
    if (subject.program) {
      if (const std::string why = report::orders_misfit(question, subject); !why.empty()) {
        subject.refuse(why);
      }
    }
    out_.complaints = subject.complaints(colour_for(Stream::Error, command_.input.colour));
    if (!subject.program) return refuse(question, subject);
    const std::shared_ptr<const MemoryModel> asked =
        model_ != nullptr ? model_
                          : model_of_argument(subject.default_model, command_.input.colour);
    if (asked == nullptr) return refuse(question, subject);
    StateKeeper<orders::SearchState> keeper(
        command_.state, identity_of(command_, subject.source->text(), *asked, costs_.text));
    std::string complaint;
    std::optional<report::OrdersReport> found;
    if (keeper.prepare({})) {
      question.resume = keeper.resumed();
      question.keep = keeper.keeping();
      found = report::find_orders(question, subject, asked, complaint);
    }
    out_.complaints += complaint + keeper.complaint();
    if (!found) return refuse(question, subject);
    require_texts(*found);
    out_.status = report::status_of(*found);
    // The results are reported although the state could not be written.
    if (!keeper.complaint().empty()) out_.status = worse(out_.status, ExitBadInput);
    print_report(*found);
    if (!command_.picture.empty()) draw(*found);
    return std::move(out_);
  }

 private:
  // Throws if an answer's text is not the explored program. Macros also decide where C statements
  // end, so each answer that is shown is read again.
  void require_texts(const report::OrdersReport& report) const {
    if (report.subject->kind() != input::SubjectKind::C) return;
    const std::vector<orders::Answer>& answers = report.result.answers;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const bool is_told =
          command_.prints_patch ? i + 1 == command_.pick : i < MaxToldAnswers || prints_all();
      if (!is_told) continue;
      const input::Subject again = input::read_again(*report.subject, report.new_files(answers[i]));
      if (report::is_text_of(report, answers[i], again)) continue;
      throw std::runtime_error(
          format("the text of answer {} is not the program that was explored", i + 1));
    }
  }
  [[nodiscard]] bool prints_all() const { return command_.format == ReportFormat::Json; }

  [[nodiscard]] report::OrdersQuestion question() const {
    report::OrdersQuestion question{.repairs = command_.repairs,
                                    .groups_functions = command_.groups_functions,
                                    .keeps_outcomes = command_.keeps_outcomes,
                                    .is_robustness = command_.is_robustness,
                                    .cost_name = command_.cost,
                                    .cost = costs_.cost,
                                    .unroll = command_.unroll,
                                    .explorer = {}};
    question.explorer.max_seconds = command_.max_seconds;
    question.explorer.max_executions = command_.max_executions;
    question.explorer.interrupt = &interrupt_flag();
    question.explorer.pool = &pool_;
    return question;
  }

  FileReport refuse(const report::OrdersQuestion& question, const input::Subject& subject) {
    out_.status = ExitBadInput;
    if (command_.format == ReportFormat::Json) {
      out_.report = report::orders_refusal_json(question, subject).dump() + "\n";
    }
    return std::move(out_);
  }

  void print_report(const report::OrdersReport& report) {
    if (report.result.ending == orders::Ending::NotAsked) {
      out_.complaints += report::refusal_text(report);
    }
    if (command_.format == ReportFormat::Json) {
      out_.report = report::orders_json(report).dump() + "\n";
    } else if (command_.prints_patch) {
      print_patch(report);
    } else if (report.result.ending != orders::Ending::NotAsked) {
      out_.report = text_report(report, colour_for(Stream::Output, command_.input.colour));
    }
  }

  void print_patch(const report::OrdersReport& report) {
    const std::vector<orders::Answer>& answers = report.result.answers;
    const std::string& path = report.subject->path;
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
    out_.report = report.patch(answers[command_.pick - 1]);
    if (out_.report.empty()) {
      out_.complaints +=
          format("drover: {}: {}: no changes\n", path, report::nothing_weaker_text(report));
    }
    // Messages beside the patch name the modes that were not tried.
    for (const std::string& text : report::left_alone_remarks(report)) {
      out_.complaints += format("drover: {}: {}\n", path, text);
    }
  }

  // Draws the executions that rule out weaker modes, each once.
  void draw(const report::OrdersReport& report) {
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
  void draw(const report::OrdersReport& report, const orders::Fault& fault,
            const ReportedError& error, std::size_t number) {
    const std::string target = drawing::path_of_picture(command_.picture, number);
    const std::string complaint = drawing::draw_error(error, fault.result->names, *report.model,
                                                      report.subject->name, target);
    if (!complaint.empty()) {
      out_.complaints += format("drover: --output: {}\n", complaint);
      out_.status = ExitBadInput;
    } else if (command_.format == ReportFormat::Text && !command_.prints_patch) {
      out_.report += format("picture of execution {}: {}\n", number, target);
    }
  }

  const OrdersCommand& command_;
  const Costs& costs_;
  std::shared_ptr<const MemoryModel> model_;
  work::Pool& pool_;
  FileReport out_;
};

}  // namespace

int run(const OrdersCommand& command) {
  const RunGuard guard(command.max_memory);
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
  const bool has_gaps = command.format == ReportFormat::Text && !command.prints_patch;
  return run_in_turn(command.input.files, has_gaps ? "\n" : "", [&](const std::string& path) {
    return OrdersRun(command, costs, model, pool).run(path);
  });
}

}  // namespace drover::cli
