#pragma once

#include <cstddef>
#include <string>

#include "frontend/diagnostic_printer.h"
#include "report/orders_report.h"

namespace drover::cli {

// Answers beyond this number are counted, not shown.
inline constexpr std::size_t MaxToldAnswers = 10;

// Returns the result of `relax` or `repair` on one file, as text. Not for `Ending::NotAsked`.
[[nodiscard]] std::string text_report(const report::OrdersReport& report, Colour colour);

}  // namespace drover::cli
