#include <chrono>
#include <optional>
#include <string>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/terminal.h"
#include "cli/text/vsc_report.h"
#include "input/history_instance.h"
#include "report/command_json.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

int status_of(vsc::VscAnswer answer) {
  switch (answer) {
    case vsc::VscAnswer::Witness: return ExitVerified;
    case vsc::VscAnswer::NoWitness: return ExitViolation;
    case vsc::VscAnswer::Stopped: break;
  }
  return ExitIncomplete;
}

FileReport decide(const VscCommand& command, const SourceBuffer& source, const History& history) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  vsc::VscInstance instance = input::instance_of(history);
  vsc::VerifySc verify(command.heuristics);
  verify.keep_reasons();
  verify.set_stop([&] {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return was_interrupted() || (command.max_seconds && seconds > *command.max_seconds);
  });
  // The search tries the file's order first: it may be the order of recording.
  std::vector<vsc::VscIndex> guide;
  for (std::size_t i = history.variables.size(); i < instance.size(); ++i) {
    guide.push_back(static_cast<vsc::VscIndex>(i));
  }
  const vsc::VscAnswer answer = verify.run(instance, guide);
  const auto trace = answer == vsc::VscAnswer::Witness ? verify.witness() : verify.longest();
  VscReport report{command,  source,           history,
                   instance, answer,           {trace.begin(), trace.end()},
                   {},       verify.counters()};
  if (verify.conflict()) report.reason = vsc::explain(instance, *verify.conflict(), verify.steps());
  const Colour colour = colour_for(Stream::Output, command.colour);
  return {"",
          command.format == ReportFormat::Json ? json_report(report) : text_report(report, colour),
          status_of(answer)};
}

FileReport run_file(const VscCommand& command, const std::string& file) {
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(file, sink);
  const std::optional<History> history = source ? parse_history(*source, sink) : std::nullopt;
  if (history) return decide(command, *source, *history);
  const Colour colour = colour_for(Stream::Error, command.colour);
  return {render(sink, file, source ? &*source : nullptr, colour),
          command.format == ReportFormat::Json ? report::refusal_line(file, sink.sorted()) : "",
          ExitBadInput};
}

}  // namespace

int run(const VscCommand& command) {
  const RunGuard guard(command.max_memory);
  return run_in_turn(command.files, "",
                     [&](const std::string& file) { return run_file(command, file); });
}

}  // namespace drover::cli
