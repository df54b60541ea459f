#pragma once

#include <string>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/graph/graph_names.h"
#include "semantics/program/error_fact.h"

// Texts of errors, the same in all reports.
namespace drover::words {

// Empty for FactKind::None. Omits what each thread of FactKind::Deadlock waits for.
[[nodiscard]] std::string fact_text(const ErrorFact& fact);

[[nodiscard]] std::string error_text(const ReportedError& error);

// Says in how many executions the error was seen, and how often in one; empty: once.
[[nodiscard]] std::string count_text(const ReportedError& error);

// Returns the error on one line, with its thread and other places.
[[nodiscard]] std::string brief_error_text(const ReportedError& error, const CodePlaces& places);

// Returns remarks on the error's events.
[[nodiscard]] std::vector<EventRemark> event_remarks(const ReportedError& error);

}  // namespace drover::words
