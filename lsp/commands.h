#pragma once

// The commands of workspace/executeCommand: they run this program in the background on the editor's
// text. The searches "Relax the orders of this program" and "Repair …" run `drover relax` and
// `drover repair`, and end with an edit.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/document.h"
#include "lsp/jobs.h"
#include "lsp/verdicts.h"
#include "support/json.h"

namespace drover::lsp {

// Names of commands. Their arguments are the URI of an open document, and for a search a model.
inline constexpr std::string_view CheckCommandName = "drover.server.check";
inline constexpr std::string_view ExplainCommandName = "drover.server.explain";
inline constexpr std::string_view ReportCommandName = "drover.server.report";
inline constexpr std::string_view RelaxCommandName = "drover.server.relax";
inline constexpr std::string_view RepairCommandName = "drover.server.repair";

[[nodiscard]] bool is_search(std::string_view command);

// Result of a command: {"status": …, "text": …}, and "html" for the report; or a problem.
struct CommandResult {
  Json json;
  std::string problem;
  std::optional<std::string> edited;  // the whole program after a search; nothing: unchanged
};

// Runs a command on the editor's text; `model` is that of a search. Nothing, with the reason, if it
// cannot start.
[[nodiscard]] std::optional<JobId> start_command(
    const std::string& name, const Document& document, const std::string& model,
    const Settings& settings, JobRunner& jobs,
    const std::function<void(const CommandResult&)>& done, std::string& problem);

// Returns the searches for a document: none if it is not a core program, or has errors. If the
// program's verdict is known, only the search that fits.
[[nodiscard]] std::vector<Json> order_actions(const Document& document, const Settings& settings,
                                              const Verdicts& verdicts);

// Returns the content of a file; empty if it cannot be read.
[[nodiscard]] std::string file_text(const std::filesystem::path& path);

}  // namespace drover::lsp
