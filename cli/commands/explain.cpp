#include "analysis/explain/explain.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/explain_report.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

// A verdict is unknown if a limit was reached.
int status_of(const explain::Explanation& explanation) {
  const bool is_settled =
      std::ranges::none_of(explanation.answers, [&](const explain::ModelAnswer& each) {
        return each.verdict == explain::OutcomeVerdict::Unknown;
      });
  return is_settled ? ExitVerified : ExitIncomplete;
}

// Races, memory errors and deadlocks, which the file does not ask about.
using Errors = std::vector<explain::ErrorExplanation>;

Errors errors_of(const Program& program, const std::vector<const MemoryModel*>& models,
                 const explain::ExplainOptions& options) {
  Errors errors;
  for (const MemoryModel* model : models) {
    std::ranges::move(explain::explain_errors(program, *model,
                                              {.unroll = options.unroll,
                                               .max_seconds = options.max_seconds,
                                               .interrupt = options.interrupt}),
                      std::back_inserter(errors));
  }
  return errors;
}

std::vector<std::string> racing_models(const Errors& errors) {
  std::vector<std::string> names;
  for (const explain::ErrorExplanation& error : errors) {
    const std::string name(error.model->name());
    const bool is_new = std::ranges::find(names, name) == names.end();
    if (is_new && error.reported().kind == ErrorKind::Race) names.push_back(name);
  }
  return names;
}

// Returns the models for one file, each once.
Models asked_models(const ExplainCommand& command, const Models& given,
                    const input::QuestionFile& file) {
  Models models = given;
  if (command.asks_all) {
    for (const MemoryModel* model : models_for(kind_of(*file.program))) {
      const bool is_given = std::ranges::any_of(
          given, [&](const auto& other) { return other->name() == model->name(); });
      if (!is_given) models.push_back(builtin_model(model->name()));
    }
  }
  if (models.empty()) models.push_back(builtin_model(file.default_model));
  return models;
}

// Fits models to the program. Null for a model that does not fit, with the reason in `complaints`.
Models fitted_models(const Models& asked, const Program& program, std::string& complaints) {
  Models fitted;
  for (const auto& model : asked) {
    input::FittedModel each = input::fit_model(model, kind_of(program));
    complaints += each.complaint;
    fitted.push_back(std::move(each.model));
  }
  return fitted;
}

// Adds the models' answers to the file's questions, and the program's errors.
void add_explanations(const ExplainCommand& command, const std::string& path,
                      const input::QuestionFile& file, const Models& fitted, FileReport& out) {
  const bool is_json = command.format == ReportFormat::Json;
  const auto colour = colour_for(Stream::Output, command.input.colour);
  std::vector<const MemoryModel*> models;
  for (const auto& model : fitted) models.push_back(model.get());
  explain::ExplainOptions options;
  options.unroll = command.unroll.value_or(file.default_unroll);
  options.max_seconds = command.max_seconds;
  options.interrupt = &interrupt_flag();
  const Errors errors = command.outcome ? Errors() : errors_of(*file.program, models, options);
  for (const input::Question& question : file.questions) {
    const explain::Explanation explanation =
        explain::explain(*file.program, question.outcome, models, options);
    const ExplainReport report{file,
                               file.path,
                               question,
                               explanation,
                               options.unroll,
                               racing_models(errors),
                               command.verbosity == Verbosity::Verbose
                                   ? words::AccountDetail::All
                                   : words::AccountDetail::Main};
    if (!is_json && !out.report.empty()) out.report += "\n";
    out.report += is_json ? json_report(report) : text_report(report, colour);
    out.status = worse(out.status, status_of(explanation));
  }
  if (is_json) {
    for (const auto& error : errors) out.report += error_json(path, error, *file.program);
  } else if (!errors.empty()) {
    if (!out.report.empty()) out.report += "\n";
    out.report += error_report(path, errors, *file.program, colour);
  }
}

FileReport explain_file(const ExplainCommand& command, const Models& given,
                        const GivenMapping& mapping, const std::string& path) {
  FileReport out;
  input::QuestionFile file =
      input::read_questions({.constants = command.input.constants,
                             .unroll = command.unroll,
                             .outcome = command.outcome,
                             .assumes_kernel = asks_kernel_model(command.models),
                             .warnings = command.input.warnings,
                             .standard_input = command.input.standard_input},
                            path, colour_for(Stream::Error, command.input.colour));
  out.complaints = file.diagnostics;
  const bool is_json = command.format == ReportFormat::Json;
  const auto refused = [&] {
    out.status = ExitBadInput;
    out.complaints += file.unasked;
    if (is_json) out.report = explain_refusal_json(file.path, file);
    return std::move(out);
  };
  if (file.program == nullptr) return refused();
  const Models asked = asked_models(command, given, file);
  const input::FittedProgram compiled =
      input::fit_program(file.program, file.source ? &*file.source : nullptr, asked, mapping,
                         colour_for(Stream::Error, command.input.colour));
  out.complaints += compiled.complaint;
  if (compiled.program == nullptr) return refused();
  // Questions refer to the program as read, so keep it.
  const std::shared_ptr<const Program> read = std::exchange(file.program, compiled.program);
  if (!is_json) out.report = input::compilation_note(compiled);
  ExplorerOptions looking;
  looking.model = asked.front().get();
  looking.unfold.unroll = command.unroll.value_or(file.default_unroll);
  looking.max_seconds = command.max_seconds;
  looking.interrupt = &interrupt_flag();
  file.program = with_found_cuts(file.program, looking);
  const Models fitted = fitted_models(asked, *file.program, out.complaints);
  if (std::ranges::count(fitted, nullptr) > 0) return refused();
  add_explanations(command, path, file, fitted, out);
  // Answers of a failed model do not count.
  if (const std::string complaints = complaints_of(fitted); !complaints.empty()) {
    out.report = "";
    out.complaints += complaints;
    out.complaints +=
        format("drover: {}: not explained: something is wrong with the model\n", file.path);
    return refused();
  }
  if (out.report == input::compilation_note(compiled)) out.report = "";
  return out.report.empty() ? refused() : out;
}

}  // namespace

int run(const ExplainCommand& command) {
  const RunGuard guard(command.max_memory);
  const std::optional<Models> models =
      models_of_arguments(command.models, command.input.colour, command.input.model_options);
  const std::optional<GivenMapping> mapping =
      mapping_of_argument(command.input.mapping, command.input.colour);
  if (!models || !mapping) return ExitBadInput;
  const std::string_view between = command.format == ReportFormat::Text ? "\n" : "";
  return run_in_turn(command.input.files, between, [&](const std::string& path) {
    return explain_file(command, *models, *mapping, path);
  });
}

}  // namespace drover::cli
