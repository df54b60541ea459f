#include <algorithm>
#include <string>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/terminal.h"
#include "generate/classify.h"
#include "input/subject.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// The line of a test: name, family, cycle.
std::string line_of(const generate::Cycle& cycle) {
  const generate::Name name = generate::name_of(cycle);
  return format("{} {} {}\n", name.name, name.family, print(cycle));
}

FileReport classify(const ClassifyCommand& command, const std::string& path) {
  FileReport out;
  input::Subject subject = input::read_subject(
      path, {.as = input::SubjectKind::Litmus, .standard_input = command.input.standard_input});
  out.complaints = subject.complaints(colour_for(Stream::Error, command.input.colour));
  if (!subject.test()) {
    out.status = ExitBadInput;
    return out;
  }
  const generate::Architecture* architecture = generate::architecture_of(*subject.test());
  if (architecture == nullptr) {
    out.complaints += format("drover: {}: no cycles are known for tests of {}\n", subject.path,
                             subject.test()->dialect->architecture);
    out.status = ExitBadInput;
    return out;
  }
  const generate::Classification found =
      generate::classify(*subject.test(), *subject.source, *architecture);
  if (found.cycles.empty()) {
    out.complaints += format("drover: {}: {}\n", subject.path, found.complaint);
    out.status = ExitViolation;
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
