#pragma once

// The actions "Relax the orders of this program" and "Repair …": they run `drover relax` and
// `drover repair` in the background, and turn the result into an edit.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/jobs.h"
#include "lsp/verdicts.h"
#include "support/json.h"

namespace drover::lsp {

// Commands of workspace/executeCommand; arguments: the URI of an open document, and a model.
inline constexpr std::string_view RelaxCommandName = "drover.server.relax";
inline constexpr std::string_view RepairCommandName = "drover.server.repair";

// Returns the actions for a document: none if it is not a core program, or has errors. If the
// program's verdict is known, only the action that fits.
[[nodiscard]] std::vector<Json> order_actions(const Document& document, const Settings& settings,
                                              const Verdicts& verdicts);

// Result of a search.
struct OrderEdit {
  std::optional<std::string> text;  // whole program; nothing: unchanged
  std::string words;                // message for the user
  int status = 0;                   // of the command
  std::string problem;              // not empty: failure
};

// Nothing, with the reason, if the search cannot start.
[[nodiscard]] std::optional<JobId> start_orders(const std::string& command,
                                                const Document& document, const std::string& model,
                                                const Settings& settings, JobRunner& jobs,
                                                const std::function<void(const OrderEdit&)>& done,
                                                std::string& problem);

}  // namespace drover::lsp
