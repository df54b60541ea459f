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

// What a command gave: {"status": …, "text": …}, and "html" for the report; or a problem.
struct CommandResult {
  Json json;
  std::string problem;
};

// Runs a command on the text as it is in the editor. Nothing, and why, if it cannot begin.
[[nodiscard]] std::optional<JobId> start_command(
    const std::string& name, const Document& document, const Settings& settings, JobRunner& jobs,
    const std::function<void(const CommandResult&)>& done, std::string& problem);

}  // namespace drover::lsp
