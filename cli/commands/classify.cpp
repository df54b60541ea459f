#include <algorithm>
#include <string>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/terminal.h"
#include "generate/classify.h"
#include "input/subject.h"
#include "report/command_json.h"
#include "support/format.h"
#include "support/json.h"

namespace drover::cli {

namespace {

// The line of a test: name, family, cycle.
std::string line_of(const generate::Cycle& cycle) {
  const generate::Name name = generate::name_of(cycle);
  return format("{} {} {}\n", name.name, name.family, print(cycle));
}

std::string json_of(const input::Subject& subject, const generate::Classification& found,
                    const ClassifyCommand& command) {
  Json cycles = Json::array();
  for (const generate::Cycle& each : found.cycles) {
    const generate::Name name = generate::name_of(each);
    cycles.push_back({{"name", name.name}, {"family", name.family}, {"cycle", print(each)}});
    if (!command.shows_all) break;
  }
  Json out{{"file", subject.path}, {"test", subject.name}, {"cycles", std::move(cycles)}};
  if (found.cycles.empty()) out["complaint"] = found.complaint;
  return out.line();
}

FileReport classify(const ClassifyCommand& command, const std::string& path) {
  FileReport out;
  input::Subject subject = input::read_subject(
      path, {.as = input::SubjectKind::Litmus, .standard_input = command.input.standard_input});
  out.complaints = subject.complaints(colour_for(Stream::Error, command.input.colour));
  const bool is_json = command.format == ReportFormat::Json;
  if (!subject.test()) {
    if (is_json) out.report = report::refusal_line(subject.path, subject.sink.sorted());
    out.status = ExitBadInput;
    return out;
  }
  const generate::Architecture* architecture = generate::architecture_of(*subject.test());
  if (architecture == nullptr) {
    const std::string why =
        format("no cycles are known for tests of {}", subject.test()->dialect->architecture);
    if (is_json) out.report = json_of(subject, {{}, why}, command);
    out.complaints += format("drover: {}: {}\n", subject.path, why);
    out.status = ExitBadInput;
    return out;
  }
  const generate::Classification found =
      generate::classify(*subject.test(), *subject.source, *architecture);
  if (found.cycles.empty()) {
    out.complaints += format("drover: {}: {}\n", subject.path, found.complaint);
    out.status = ExitViolation;
  }
  if (is_json) {
    out.report = json_of(subject, found, command);
    return out;
  }
  for (const generate::Cycle& each : found.cycles) {
    out.report += line_of(each);
    if (!command.shows_all) break;
  }
  return out;
}

}  // namespace

int run(const ClassifyCommand& command) {
  return run_in_turn(command.input.files, "", [&](const std::string& path) {
    return run_guarded(path, [&] { return classify(command, path); });
  });
}

}  // namespace drover::cli
