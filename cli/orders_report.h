#pragma once

#include <string>

#include "frontend/diagnostic_printer.h"
#include "report/orders_report.h"

namespace drover::cli {

// What `relax` or `repair` of one file found, for people. `Ending::NotAsked` is refused instead.
[[nodiscard]] std::string text_report(const report::OrdersReport& report, Colour colour);

}  // namespace drover::cli
