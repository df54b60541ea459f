#pragma once

#include <cstddef>
#include <string>

#include "frontend/diagnostic_printer.h"
#include "report/orders_report.h"

namespace drover::cli {

// More answers than this are counted, not told.
inline constexpr std::size_t MaxToldAnswers = 10;

// What `relax` or `repair` of one file found, for people. `Ending::NotAsked` is refused instead.
[[nodiscard]] std::string text_report(const report::OrdersReport& report, Colour colour);

}  // namespace drover::cli
