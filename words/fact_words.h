#pragma once

#include <string>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/graph/graph_names.h"
#include "semantics/program/error_fact.h"

// What errors say, the same in all reports.
namespace drover::words {

// Nothing for FactKind::None. Of FactKind::Deadlock, what each thread waits for is left out.
[[nodiscard]] std::string fact_text(const ErrorFact& fact);

// What an error says.
[[nodiscard]] std::string error_text(const ReportedError& error);

// The same on one line, with its thread and the other places that it mentions.
[[nodiscard]] std::string brief_error_text(const ReportedError& error);

// What its events have to do with it.
[[nodiscard]] std::vector<EventRemark> event_remarks(const ReportedError& error);

}  // namespace drover::words
