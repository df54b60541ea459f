#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "cli/commands/commands.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/models_report.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"
#include "explorer/explore.h"
#include "input/load_mapping.h"
#include "input/subject.h"
#include "litmus/convert/convert.h"
#include "litmus/run_litmus.h"
#include "mapping/compile.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

// Makes a name valid for files and litmus tests.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : std::filesystem::path(name).stem().string()) {
    const bool is_fine = std::isalnum(static_cast<unsigned char>(c)) != 0;
    plain += is_fine ? c : '_';
  }
  return plain;
}

DifferenceSource source_of(const compare::Difference& difference, const MemoryModel& a,
                           const MemoryModel& b) {
  const compare::ShapeSource source{difference.shape, difference.modes, &difference.outcome};
  const std::string comment = format("Allowed by {}, forbidden by {}", a.name(), b.name());
  const std::string name = format("{}-not-{}", plain_name(a.name()), plain_name(b.name()));
  return {name, compare::core_source(source, comment + "."),
          compare::litmus_source(source, name, comment)};
}

ExplorerOptions reference_options(const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Enumerate;
  options.reductions = ReductionSet::none();
  return options;
}

// True if the reference algorithm reaches the program's condition.
bool core_reaches(const std::string& text, const MemoryModel& model) {
  const input::Subject subject = input::read_subject_text(
      SourceBuffer::from_text("difference.drv", text), {.as = input::SubjectKind::Core});
  if (!subject.program) {
    throw std::logic_error("a program that tells models apart is not well-formed");
  }
  return explore(*subject.program, reference_options(model)).conditions.front().witnesses > 0;
}

bool litmus_reaches(const std::string& text, const MemoryModel& model) {
  input::Subject subject = input::read_subject_text(
      SourceBuffer::from_text("difference.litmus", text), {.as = input::SubjectKind::Litmus});
  if (!subject.test()) {
    throw std::logic_error("a litmus test that tells models apart is not well-formed");
  }
  ExplorerOptions options = litmus::herd_options(*subject.test(), model);
  options.algorithm = AlgorithmKind::Enumerate;
  const ExplorationResult result = explore(*subject.program, options);
  return litmus::judge(*subject.test(), result).satisfying > 0;
}

// Runs both files under both models, to confirm the search.
void verify(const DifferenceSource& source, const MemoryModel& a, const MemoryModel& b) {
  const bool is_so = core_reaches(source.core, a) && !core_reaches(source.core, b) &&
                     litmus_reaches(source.litmus, a) && !litmus_reaches(source.litmus, b);
  if (!is_so) {
    throw std::logic_error(format("the search and `--algo enumerate` disagree on {}", source.name));
  }
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
      std::ofstream stream(target);
      stream << *text;
      if (stream.flush()) continue;
      write(Stream::Error, format("drover: cannot write `{}`\n", target.string()));
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
  const input::Subject subject = input::read_subject_text(
      SourceBuffer::from_text("difference.drv", out.core), {.as = input::SubjectKind::Core});
  if (!subject.program) throw std::logic_error("a program that is found is not well-formed");
  DiagnosticSink sink;
  const auto compiled = mapping::compile(*subject.program, report.mapping, sink);
  if (!compiled) throw std::logic_error("a program that is found cannot be compiled");
  const auto litmus = litmus::to_machine_litmus(*compiled, report.mapping, out.name, sink);
  if (!litmus) throw std::logic_error("a program that is found cannot be printed");
  out.litmus = *litmus;
  const auto reaches = [](const Program& program, const MemoryModel& model) {
    return explore(program, reference_options(model)).conditions.front().witnesses > 0;
  };
  const bool is_so = !reaches(*subject.program, report.source) &&
                     reaches(*compiled, report.target) && litmus_reaches(out.litmus, report.target);
  if (!is_so) {
    throw std::logic_error(format("the search and `--algo enumerate` disagree on {}", out.name));
  }
  return out;
}

// True if models and mapping fit together; prints the reason if not.
bool fit_together(const mapping::Mapping& mapping, const MemoryModel& target) {
  if (const std::string misfit = input::mapping_misfit(mapping, target); !misfit.empty()) {
    write(Stream::Error, misfit);
    return false;
  }
  const std::vector<std::string> missing = mapping.missing_rows();
  if (missing.empty()) return true;
  std::string list;
  for (const std::string& each : missing) {
    if (each.ends_with("@na")) continue;  // searched programs have no such accesses
    list += (list.empty() ? "" : ", ") + each;
  }
  if (list.empty()) return true;
  write(Stream::Error, format("drover: --mapping: `{}` has no rows for {}: programs with these are "
                              "tried, too\n",
                              mapping.name, list));
  return false;
}

int run_mapping_check(const CompareCommand& command, const MemoryModel& source,
                      const MemoryModel& asked) {
  const auto given = mapping_of_argument(command.mapping, command.colour);
  if (!given || !fit_together(**given, asked)) return ExitBadInput;
  const mapping::Mapping& mapping = **given;
  const MemoryModel& target = *asked.fitted({std::string(mapping.machine->architecture)});
  std::optional<ProgressLine> line(std::in_place);
  const shapes::SearchLimits limits{
      .max_events = command.max_events,
      .max_seconds = command.max_seconds,
      .interrupt = &interrupt_flag(),
      .progress = [&](const shapes::SearchProgress& progress) { show_search(*line, progress); }};
  const compare::MappingCheck check = compare::check_mapping(source, target, mapping, limits);
  line.reset();
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

int run_compare(const CompareCommand& command) {
  const RunGuard guard(command.max_memory);
  const std::array loaded{model_of_argument(command.first, command.colour),
                          model_of_argument(command.second, command.colour)};
  if (loaded[0] == nullptr || loaded[1] == nullptr) return ExitBadInput;
  if (!command.mapping.empty()) return run_mapping_check(command, *loaded[0], *loaded[1]);
  const std::array models{loaded[0].get(), loaded[1].get()};
  std::optional<ProgressLine> line(std::in_place);
  const shapes::SearchLimits limits{
      .max_events = command.max_events,
      .max_seconds = command.max_seconds,
      .interrupt = &interrupt_flag(),
      .progress = [&](const shapes::SearchProgress& progress) { show_search(*line, progress); }};
  const compare::ModelComparison comparison =
      compare::compare_models(*models[0], *models[1], limits);
  line.reset();

  CompareReport report{command, models, comparison, {}};
  for (const std::size_t allowing : {0U, 1U}) {
    if (!comparison.only[allowing]) continue;
    const MemoryModel& a = *models[allowing];
    const MemoryModel& b = *models[1 - allowing];
    report.sources[allowing] = source_of(*comparison.only[allowing], a, b);
    verify(report.sources[allowing], a, b);
  }
  const bool is_written =
      command.output_folder.empty() || write_files(command.output_folder, report.sources);
  write(Stream::Output,
        command.format == ReportFormat::Json ? compare_json(report) : compare_text(report));
  if (!is_written) return ExitBadInput;
  return comparison.end == shapes::SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

}  // namespace drover::cli
