#include <algorithm>
#include <optional>

#include "cli/commands.h"
#include "cli/file_runner.h"
#include "cli/load_model.h"
#include "cli/models_report.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"

namespace drover {

namespace {

int status_of(const AuditReport& report) {
  const bool is_broken = std::ranges::any_of(report.results, [](const PropertyResult& result) {
    return result.verdict == AuditVerdict::Broken;
  });
  if (is_broken) return ExitViolation;
  return report.end == SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

}  // namespace

int run_audit(const AuditCommand& command) {
  const InterruptGuard guard;
  int status = ExitVerified;
  for (std::size_t i = 0; i < command.models.size(); ++i) {
    const auto loaded = load_model(command.models[i], command.colour);
    if (loaded == nullptr) return ExitBadInput;
    const MemoryModel& model = *loaded;
    std::optional<ProgressLine> line(std::in_place);
    AuditOptions options;
    options.limits = {command.max_events, command.max_seconds, &interrupt_flag(),
                      [&](const SearchProgress& progress) { show_search(*line, progress); }};
    options.random_graphs = command.random_graphs;
    options.seed = command.seed;
    const AuditReport report = audit(model, options);
    line.reset();
    const ModelAudit one{command, model, report};
    const bool is_json = command.format == ReportFormat::Json;
    if (i > 0 && !is_json) write(Stream::Output, "\n");
    write(Stream::Output, is_json ? audit_json(one) : audit_text(one));
    status = worse(status, status_of(report));
  }
  return status;
}

}  // namespace drover
