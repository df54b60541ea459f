#include <chrono>
#include <optional>
#include <string>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/terminal.h"
#include "cli/text/vsc_report.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

vsc::VscKind kind_of(History::Kind kind) {
  switch (kind) {
    case History::Kind::Read: return vsc::VscKind::Read;
    case History::Kind::Write: return vsc::VscKind::Write;
    case History::Kind::Update: break;
  }
  return vsc::VscKind::Update;
}

// A read may read from any write of its value: values are all that a history knows.
vsc::VscInstance instance_of(const History& history) {
  vsc::VscInstance instance;
  instance.reset(history.threads.size(), history.variables.size(), history.operations.size());
  // By variable: the writes that may be read, and what they write.
  std::vector<std::vector<std::pair<vsc::VscIndex, std::int64_t>>> writes(history.variables.size());
  for (std::uint32_t x = 0; x < history.variables.size(); ++x) {
    writes[x].emplace_back(instance.initial_write(x), history.initial[x]);
  }
  for (const History::Operation& operation : history.operations) {
    const vsc::VscIndex index =
        instance.add({operation.thread, operation.variable, kind_of(operation.kind)});
    if (operation.writes()) writes[operation.variable].emplace_back(index, operation.written);
  }
  for (const vsc::VscIndex reader : instance.readers()) {
    const History::Operation& operation = history.operations[reader - instance.variable_count()];
    for (const auto& [write, value] : writes[operation.variable]) {
      if (write != reader && value == operation.read) instance.add_good_write(reader, write);
    }
  }
  return instance;
}

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
  vsc::VscInstance instance = instance_of(history);
  vsc::VerifySc verify(command.heuristics);
  verify.keep_reasons();
  verify.set_stop([&] {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return was_interrupted() || (command.max_seconds && seconds > *command.max_seconds);
  });
  // The order of the file may be that of the recording.
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
          command.format == ReportFormat::Json ? json_refusal(file, sink) : "", ExitBadInput};
}

}  // namespace

int run_vsc(const VscCommand& command) {
  const InterruptGuard guard;
  int status = ExitVerified;
  for (const std::string& file : command.files) {
    if (was_interrupted()) return worse(status, ExitIncomplete);
    const FileReport report = run_file(command, file);
    print(report);
    status = worse(status, report.status);
  }
  return status;
}

}  // namespace drover::cli
