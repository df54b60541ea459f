#pragma once

// Which modes a program needs: what `relax` and `repair` do with one program, for whoever asks.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/orders/costs.h"
#include "analysis/orders/model_orders.h"
#include "analysis/orders/search.h"
#include "explorer/models/memory_model.h"
#include "input/orders/order_sites.h"
#include "input/subject.h"
#include "support/json.h"

namespace drover::report {

struct OrdersQuestion {
  bool repairs = false;
  bool groups_functions = false;
  bool keeps_outcomes = false;
  std::string cost_name;     // empty: relax: every weakest answer, repair: the number of changes
  orders::SiteCost cost;     // what it says
  std::uint32_t unroll = 0;  // the bound of loops
  ExplorerOptions explorer;  // limits, and where it runs; the model is put in
  const orders::SearchState* resume = nullptr;
  const orders::SearchKeeping* keep = nullptr;
};

// What answers cost by one of the names that come with Drover: `all`, `changes` (repair), or that
// of a machine; the empty one is what is usual. Nothing for other names.
[[nodiscard]] std::optional<orders::SiteCost> named_cost(bool repairs, std::string_view name);

// Why a text has no modes that could be looked for; empty if it may have.
[[nodiscard]] std::string orders_misfit(const OrdersQuestion& question,
                                        const input::Subject& subject);

// What was found. The subject must outlive it.
struct OrdersReport {
  OrdersQuestion question;
  const input::Subject* subject = nullptr;
  std::shared_ptr<const MemoryModel> model;
  orders::ModelOrders orders;
  std::string mapping;  // by which the program was compiled; empty: it was not
  input::OrderSites sites;
  orders::ModedProgram program;
  orders::SearchResult result;
  double seconds = 0;

  // The text of the program with the modes of an answer.
  [[nodiscard]] std::string new_text(const orders::Answer& answer) const;
  // The same with the files that it includes: the program, and those of the others that change.
  [[nodiscard]] std::vector<SourcePart> new_files(const orders::Answer& answer) const;
  // What changes, in all files, as a patch.
  [[nodiscard]] std::string patch(const orders::Answer& answer) const;
  // "12:3"; in a file that is included "lock.h:12:3".
  [[nodiscard]] std::string place_text(const SourceRange& at) const;
  // The name of the file that a place is in; empty: the program's.
  [[nodiscard]] std::string file_of(const SourceRange& at) const;
  // The source of a site, on one line, and cut where it is long.
  [[nodiscard]] std::string source_text(std::size_t site) const;
};

// Of a program that was read, and fits. Nothing, and `complaint`, a text of whole lines, if the
// search is not known to be right for the model, or if the model is not one for such programs.
[[nodiscard]] std::optional<OrdersReport> find_orders(
    const OrdersQuestion& question, const input::Subject& subject,
    const std::shared_ptr<const MemoryModel>& asked, std::string& complaint);

// Why the other command is the one that fits, where the search was not asked for
// (Ending::NotAsked): whole lines.
[[nodiscard]] std::string refusal_text(const OrdersReport& report);

// Where no fence could be put in, of a C program that is repaired: sentences.
[[nodiscard]] std::vector<std::string> fence_remarks(const OrdersReport& report);

// Which modes stay as they are, and why: sentences.
[[nodiscard]] std::vector<std::string> left_alone_remarks(const OrdersReport& report);
// "not-written"
[[nodiscard]] std::string_view left_alone_name(input::LeftAlone why);

// Which programs the answers are right for, where the code may be that of others, too; may be
// empty.
[[nodiscard]] std::string client_remark(const OrdersReport& report);

// What is known where an answer of `relax` changes nothing: "no mode can be weaker", if all were
// tried.
[[nodiscard]] std::string nothing_weaker_text(const OrdersReport& report);
// That nothing makes the program right, or nothing of what was tried.
[[nodiscard]] std::string impossible_text(const OrdersReport& report);

// Whether the text that was made for an answer, read again, is the program that was found to be
// right.
[[nodiscard]] bool is_text_of(const OrdersReport& report, const orders::Answer& answer,
                              const input::Subject& again);

// The exit status of the command.
[[nodiscard]] int status_of(const OrdersReport& report);

// Members to add to what is told of a step that is too weak.
using StepAnnotation = std::function<Json(const orders::Answer&, const orders::WeakerStep&)>;

// For programs: one object.
[[nodiscard]] Json orders_json(const OrdersReport& report, const StepAnnotation& annotate = {});
// Of a file that was refused before it was run.
[[nodiscard]] Json orders_refusal_json(const OrdersQuestion& question,
                                       const input::Subject& subject);

}  // namespace drover::report
