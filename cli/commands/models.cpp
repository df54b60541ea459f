// `drover models`, `models show`, `models compare` and `models audit`.

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/found_program.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/models_report.h"
#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/models/herd_text.h"
#include "explorer/models/model_registry.h"
#include "input/load_mapping.h"
#include "input/subject.h"
#include "litmus/convert/convert.h"
#include "litmus/run_litmus.h"
#include "mapping/compile.h"
#include "report/command_json.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/json.h"
#include "support/text.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

// Runs a search within the limits of a command, with a line of progress.
template <typename Search>
auto with_progress(const auto& command, const Search& search) {
  ProgressLine line;
  return search(shapes::SearchLimits{
      .max_events = command.max_events,
      .max_seconds = command.max_seconds,
      .interrupt = &interrupt_flag(),
      .progress = [&](const shapes::SearchProgress& progress) { show_search(line, progress); }});
}

int status_of(const audit::AuditReport& report) {
  const bool is_broken =
      std::ranges::any_of(report.results, [](const audit::PropertyResult& result) {
        return result.verdict == audit::AuditVerdict::Broken;
      });
  if (is_broken) return ExitViolation;
  return report.end == shapes::SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

// Returns a program that tells the models apart. Runs both files under both, to confirm the search.
DifferenceSource source_of(const compare::Difference& difference, const MemoryModel& a,
                           const MemoryModel& b) {
  const compare::ShapeSource source{difference.shape, difference.modes, &difference.outcome};
  const std::string comment = format("Allowed by {}, forbidden by {}", a.name(), b.name());
  DifferenceSource out;
  out.name = format("{}-not-{}", plain_name(a.name()), plain_name(b.name()));
  out.core = compare::core_source(source, comment + ".");
  const std::shared_ptr<const Program> program = found_program(out.core);
  DiagnosticSink sink;
  out.litmus = printed(litmus::to_c_litmus(*program, out.name, sink));
  out.litmus.insert(out.litmus.find('\n') + 1, format("\"{}\"\n", comment));
  confirm(reaches(*program, a) && !reaches(*program, b) && litmus_reaches(out.litmus, a) &&
              !litmus_reaches(out.litmus, b),
          out.name);
  return out;
}

// True if all files are written.
bool write_files(const std::string& folder, const std::array<DifferenceSource, 2>& sources) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  for (const DifferenceSource& source : sources) {
    if (source.name.empty()) continue;
    for (const auto& [ending, text] :
         {std::pair(".drv", &source.core), std::pair(".litmus", &source.litmus)}) {
      const std::filesystem::path target = std::filesystem::path(folder) / (source.name + ending);
      const std::string complaint = write_whole_file(target, *text);
      if (complaint.empty()) continue;
      write(Stream::Error, format("drover: {}\n", complaint));
      return false;
    }
  }
  return true;
}

// Returns a program that a mapping breaks, as source and compiled. Runs both, to confirm the
// search.
DifferenceSource broken_by(const compare::Difference& difference, const MappingReport& report,
                           std::string_view suffix) {
  const compare::ShapeSource shape{difference.shape, difference.modes, &difference.outcome};
  DifferenceSource out;
  out.name = format("{}-breaks-{}{}", plain_name(report.mapping.name),
                    plain_name(report.source.name()), suffix);
  out.core = compare::core_source(
      shape, format("Forbidden by {}; compiled by {}, {} allows it.", report.source.name(),
                    report.mapping.name, report.target.name()));
  const std::shared_ptr<const Program> program = found_program(out.core);
  DiagnosticSink sink;
  const auto compiled = mapping::compile(*program, report.mapping, sink);
  if (!compiled) throw std::logic_error("a program that is found cannot be compiled");
  out.litmus = printed(litmus::to_machine_litmus(*compiled, report.mapping, out.name, sink));
  confirm(!reaches(*program, report.source) && reaches(*compiled, report.target) &&
              litmus_reaches(out.litmus, report.target),
          out.name);
  return out;
}

// True if models and mapping fit together; prints the reason if not.
bool fit_together(const mapping::Mapping& mapping, const MemoryModel& target) {
  if (const std::string misfit = input::mapping_misfit(mapping, target); !misfit.empty()) {
    write(Stream::Error, misfit);
    return false;
  }
  if (mapping.machine->scopes != nullptr) {
    write(Stream::Error,
          format("drover: --mapping: `{}` is for a machine with scopes, and the programs that are "
                 "tried have none\n",
                 mapping.name));
    return false;
  }
  std::vector<std::string> missing = mapping.missing_rows();
  // The search makes no programs with non-atomic accesses.
  std::erase_if(missing, [](const std::string& each) { return each.ends_with("@na"); });
  if (missing.empty()) return true;
  write(Stream::Error, format("drover: --mapping: `{}` has no rows for {}: programs with these are "
                              "tried, too\n",
                              mapping.name, joined(missing, ", ")));
  return false;
}

int run_mapping_check(const CompareCommand& command, const MemoryModel& source,
                      const MemoryModel& asked) {
  const auto given = mapping_of_argument(command.mapping, command.colour);
  if (!given || !fit_together(**given, asked)) return ExitBadInput;
  const mapping::Mapping& mapping = **given;
  const MemoryModel& target = *asked.fitted({std::string(mapping.machine->architecture)});
  const auto check = with_progress(command, [&](const shapes::SearchLimits& limits) {
    return compare::check_mapping(source, target, mapping, limits);
  });
  MappingReport report{command, source, target, mapping, check, {}};
  if (check.thin_air) report.sources[0] = broken_by(*check.thin_air, report, "-by-thin-air");
  if (check.found) report.sources[1] = broken_by(*check.found, report, "");
  const bool is_written =
      command.output_folder.empty() || write_files(command.output_folder, report.sources);
  write(Stream::Output, command.format == ReportFormat::Json ? mapping_report_json(report)
                                                             : mapping_report_text(report));
  if (!is_written) return ExitBadInput;
  return check.end == shapes::SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

}  // namespace

int run(const CompareCommand& command) {
  const RunGuard guard(command.max_memory);
  const std::array loaded{model_of_argument(command.first, command.colour),
                          model_of_argument(command.second, command.colour)};
  if (loaded[0] == nullptr || loaded[1] == nullptr) return ExitBadInput;
  if (!command.mapping.empty()) return run_mapping_check(command, *loaded[0], *loaded[1]);
  const std::array models{loaded[0].get(), loaded[1].get()};
  const auto comparison = with_progress(command, [&](const shapes::SearchLimits& limits) {
    return compare::compare_models(*models[0], *models[1], limits);
  });
  CompareReport report{command, models, comparison, {}};
  for (const std::size_t allowing : {0U, 1U}) {
    if (!comparison.only[allowing]) continue;
    const MemoryModel& a = *models[allowing];
    const MemoryModel& b = *models[1 - allowing];
    report.sources[allowing] = source_of(*comparison.only[allowing], a, b);
  }
  const bool is_written =
      command.output_folder.empty() || write_files(command.output_folder, report.sources);
  write(Stream::Output,
        command.format == ReportFormat::Json ? compare_json(report) : compare_text(report));
  if (!is_written) return ExitBadInput;
  return comparison.end == shapes::SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

int run(const AuditCommand& command) {
  const RunGuard guard(command.max_memory);
  int status = ExitVerified;
  for (std::size_t i = 0; i < command.models.size(); ++i) {
    const auto loaded = model_of_argument(command.models[i], command.colour);
    if (loaded == nullptr) return ExitBadInput;
    const MemoryModel& model = *loaded;
    const auto report = with_progress(command, [&](const shapes::SearchLimits& limits) {
      return audit::audit(
          model, {.limits = limits, .random_graphs = command.random_graphs, .seed = command.seed});
    });
    const ModelAudit one{command, model, report};
    const bool is_json = command.format == ReportFormat::Json;
    if (i > 0 && !is_json) write(Stream::Output, "\n");
    write(Stream::Output, is_json ? audit_json(one) : audit_text(one));
    status = worse(status, status_of(report));
  }
  return status;
}

int run(const ModelsCommand& command) {
  Json json = Json::array();
  std::string text;
  if (command.show.empty()) {
    const auto list = [&](const MemoryModel& model) {
      text += format("{:7} {}\n", model.name(), model.summary());
    };
    json = report::built_in_models_json();
    for (const MemoryModel* model : all_models()) list(*model);
    for (const std::string_view name : machine_model_names()) list(*find_model(name));
    text += "`drover models show NAME` prints one.\n";
  }
  for (const std::string& name : command.show) {
    const auto model = model_of_argument(name, command.colour, command.model_options);
    if (model == nullptr) return ExitBadInput;
    if (!text.empty()) text += "\n";
    text += command.is_for_herd ? herd_text(*model).value_or("") : model->text();
    json.push_back(report::model_json(*model));
  }
  write(Stream::Output, command.format == ReportFormat::Json ? json.line() : text);
  return ExitVerified;
}

int run(const LeaveAtOnce& leave) {
  write(leave.status == ExitVerified ? Stream::Output : Stream::Error, leave.text);
  return leave.status;
}

}  // namespace drover::cli
