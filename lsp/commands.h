#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lsp/document.h"
#include "lsp/jobs.h"
#include "lsp/verdicts.h"
#include "support/json.h"

namespace drover::lsp {

// The commands of workspace/executeCommand.
inline constexpr std::string_view CheckCommandName = "drover.server.check";
inline constexpr std::string_view ExplainCommandName = "drover.server.explain";
inline constexpr std::string_view ReportCommandName = "drover.server.report";

// Result of a command: {"status": …, "text": …}, and "html" for the report; or a problem.
struct CommandResult {
  Json json;
  std::string problem;
};

// Runs a command on the editor's text. Nothing, with the reason, if it cannot start.
[[nodiscard]] std::optional<JobId> start_command(
    const std::string& name, const Document& document, const Settings& settings, JobRunner& jobs,
    const std::function<void(const CommandResult&)>& done, std::string& problem);

}  // namespace drover::lsp
