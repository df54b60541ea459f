#include <array>
#include <memory>
#include <string>
#include <utility>

#include "analysis/orders/search.h"
#include "cli/commands/commands.h"
#include "cli/estimate.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/robust_report.h"
#include "cli/terminal.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/program_features.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "input/outcome_argument.h"
#include "litmus/run_litmus.h"
#include "report/command_json.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "words/plan_words.h"

namespace drover::cli {

namespace {

int status_of(robust::RobustVerdict verdict) {
  switch (verdict) {
    case robust::RobustVerdict::Robust: return ExitVerified;
    case robust::RobustVerdict::NotRobust:
    case robust::RobustVerdict::Undefined: return ExitViolation;
    case robust::RobustVerdict::Incomplete: break;
  }
  return ExitIncomplete;
}

// Runs one file. Short-lived: holds references.
class RobustRun {
 public:
  RobustRun(const RobustCommand& command, std::shared_ptr<const MemoryModel> model,
            const GivenMapping& mapping)
      : command_(command), model_(std::move(model)), mapping_(mapping) {}

  FileReport run(const std::string& path) {
    input::Subject subject = input::read_subject(
        path, subject_options(command_.input, command_.unroll, {command_.model}));
    const bool is_c = subject.kind() == input::SubjectKind::C;
    if (subject.program && is_c && command_.by == robust::Behaviour::States) {
      subject.refuse("--by states: final states of C programs have no names (--by traces, reads)");
    }
    out_.complaints = subject.complaints(colour_for(Stream::Error, command_.input.colour));
    if (!subject.program) return refuse(subject);
    const auto asked = model_ != nullptr
                           ? model_
                           : model_of_argument(subject.default_model, command_.input.colour);
    if (asked == nullptr) return refuse(subject);
    const input::FittedProgram compiled =
        input::fit_program(subject.program, &*subject.source, std::array{asked}, mapping_,
                           colour_for(Stream::Error, command_.input.colour));
    if (compiled.program == nullptr) return refuse(subject, compiled.complaint);
    const input::FittedModel model = input::fit_model(asked, kind_of(*compiled.program));
    if (model.model == nullptr) return refuse(subject, model.complaint);
    const input::FittedModel sc = input::fit_model(builtin_model("sc"), kind_of(*compiled.program));
    if (sc.model == nullptr) return refuse(subject, sc.complaint);
    if (!robust::can_compare(*model.model, command_.by)) {
      return refuse(subject, format("drover: --by: executions of `{}` show no coherence order, so "
                                    "traces cannot be compared (--by reads, states)\n",
                                    model.model->name()));
    }
    decide(subject, compiled, *model.model, *sc.model);
    return std::move(out_);
  }

 private:
  void decide(const input::Subject& subject, const input::FittedProgram& compiled,
              const MemoryModel& model, const MemoryModel& sc) {
    const Program program = command_.by == robust::Behaviour::States
                                ? orders::with_all_observables(*compiled.program)
                                : *compiled.program;
    robust::RobustOptions options;
    options.explorer = explorer_options(subject, model);
    options.sc = &sc;
    options.by = command_.by;
    options.stops_at_first = command_.stops_at_first;
    if (const auto refusal = find_refusal(program, options.explorer)) {
      refuse(subject, format("{}: {}\n", subject.path, words::refusal_text(*refusal)));
      return;
    }
    RunWatcher watcher(command_.progress, subject.path);
    options.explorer.progress = watcher.watch("", program, options.explorer);
    const robust::Robustness result = robust::find_robustness(program, options);
    if (const auto complaint = model.complaint()) {
      refuse(subject, *complaint);
      return;
    }
    RobustReport report{.command = command_,
                        .subject = subject,
                        .program = program,
                        .model = model,
                        .sc = sc,
                        .result = result,
                        .mapping = compiled.mapping == nullptr ? "" : compiled.mapping->name,
                        .unroll = subject.unroll};
    report.explanation = explanation_of(report);
    out_.report = command_.format == ReportFormat::Json
                      ? json_report(report)
                      : text_report(report, colour_for(Stream::Output, command_.input.colour));
    out_.status = status_of(result.verdict);
  }

  [[nodiscard]] ExplorerOptions explorer_options(const input::Subject& subject,
                                                 const MemoryModel& model) const {
    ExplorerOptions options;
    if (subject.test() != nullptr) options = litmus::herd_options(*subject.test(), model);
    options.model = &model;
    options.unfold.unroll = subject.unroll;
    options.max_seconds = command_.max_seconds;
    options.max_executions = command_.max_executions;
    options.interrupt = &interrupt_flag();
    return options;
  }

  FileReport refuse(const input::Subject& subject, const std::string& complaint = "") {
    out_.status = ExitBadInput;
    out_.complaints += complaint;
    if (command_.format == ReportFormat::Json) {
      out_.report = report::refusal_line(subject.path, subject.sink.sorted());
    }
    return std::move(out_);
  }

  const RobustCommand& command_;
  std::shared_ptr<const MemoryModel> model_;
  const GivenMapping& mapping_;
  FileReport out_;
};

}  // namespace

int run(const RobustCommand& command) {
  const RunGuard guard(command.max_memory);
  std::shared_ptr<const MemoryModel> model;
  if (!command.model.empty()) {
    model = model_of_argument(command.model, command.input.colour, command.input.model_options);
    if (model == nullptr) return ExitBadInput;
  }
  const auto mapping = mapping_of_argument(command.input.mapping, command.input.colour);
  if (!mapping) return ExitBadInput;
  const std::vector<std::string>& files = command.input.files;
  const std::string between = command.format == ReportFormat::Text ? "\n" : "";
  work::Pool pool(thread_count(command.jobs));
  return run_files(pool, files.size(), [&](std::size_t i) {
    FileReport report;
    report.status = ExitIncomplete;
    if (was_interrupted()) return report;
    report =
        run_guarded(files[i], [&] { return RobustRun(command, model, *mapping).run(files[i]); });
    if (i > 0) report.report.insert(0, between);
    return report;
  });
}

}  // namespace drover::cli
