#pragma once

#include <string>

#include "analysis/orders/search.h"
#include "cli/command_line.h"
#include "explorer/models/memory_model.h"
#include "frontend/diagnostic_printer.h"
#include "input/order_sites.h"

namespace drover::cli {

// What `relax` or `repair` of one file found, and what it was asked.
struct OrdersReport {
  const OrdersCommand& command;
  const input::Subject& subject;
  const MemoryModel& model;
  const orders::ModelOrders& orders;
  const input::OrderSites& sites;
  const orders::ModedProgram& program;
  const orders::SearchResult& result;
  double seconds = 0;

  // The text of the program with the modes of an answer.
  [[nodiscard]] std::string new_text(const orders::Answer& answer) const;
};

// For people. `Ending::NotAsked` is refused instead.
[[nodiscard]] std::string text_report(const OrdersReport& report, Colour colour);
// Why it is refused, and the command that fits.
[[nodiscard]] std::string refusal_text(const OrdersReport& report);

// For programs: one object on one line.
[[nodiscard]] std::string json_report(const OrdersReport& report);
// Of a file that was refused before it was run.
[[nodiscard]] std::string orders_refusal_json(const OrdersCommand& command,
                                              const input::Subject& subject);

}  // namespace drover::cli
