#pragma once

// The actions "Relax the orders of this program" and "Repair …": `drover relax` and `drover repair`
// in the background, and what they find as an edit.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/jobs.h"
#include "lsp/verdicts.h"
#include "support/json.h"

namespace drover::lsp {

// Commands of workspace/executeCommand: the address of an open document, and a model.
inline constexpr std::string_view RelaxCommandName = "drover.server.relax";
inline constexpr std::string_view RepairCommandName = "drover.server.repair";

// Those that fit the document: none if it is not a core program, or has errors. Of a program whose
// verdict is known, the one that fits.
[[nodiscard]] std::vector<Json> order_actions(const Document& document, const Settings& settings,
                                              const Verdicts& verdicts);

// What was found.
struct OrderEdit {
  std::optional<std::string> text;  // of the whole program; nothing: it stays
  std::string words;                // what to tell the reader
  int status = 0;                   // of the command
  std::string problem;              // not empty: it failed
};

// Nothing, and why, if it cannot begin.
[[nodiscard]] std::optional<JobId> start_orders(const std::string& command,
                                                const Document& document, const std::string& model,
                                                const Settings& settings, JobRunner& jobs,
                                                const std::function<void(const OrderEdit&)>& done,
                                                std::string& problem);

}  // namespace drover::lsp
