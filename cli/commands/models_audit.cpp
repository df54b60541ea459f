#include <algorithm>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/models_report.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"
#include "support/interrupt.h"

namespace drover::cli {

namespace {

int status_of(const audit::AuditReport& report) {
  const bool is_broken =
      std::ranges::any_of(report.results, [](const audit::PropertyResult& result) {
        return result.verdict == audit::AuditVerdict::Broken;
      });
  if (is_broken) return ExitViolation;
  return report.end == shapes::SearchEnd::Complete ? ExitVerified : ExitIncomplete;
}

}  // namespace

int run_audit(const AuditCommand& command) {
  const RunGuard guard(command.max_memory);
  int status = ExitVerified;
  for (std::size_t i = 0; i < command.models.size(); ++i) {
    const auto loaded = model_of_argument(command.models[i], command.colour);
    if (loaded == nullptr) return ExitBadInput;
    const MemoryModel& model = *loaded;
    std::optional<ProgressLine> line(std::in_place);
    audit::AuditOptions options;
    options.limits = {
        command.max_events, command.max_seconds, &interrupt_flag(),
        [&](const shapes::SearchProgress& progress) { show_search(*line, progress); }};
    options.random_graphs = command.random_graphs;
    options.seed = command.seed;
    const audit::AuditReport report = audit::audit(model, options);
    line.reset();
    const ModelAudit one{command, model, report};
    const bool is_json = command.format == ReportFormat::Json;
    if (i > 0 && !is_json) write(Stream::Output, "\n");
    write(Stream::Output, is_json ? audit_json(one) : audit_text(one));
    status = worse(status, status_of(report));
  }
  return status;
}

}  // namespace drover::cli
