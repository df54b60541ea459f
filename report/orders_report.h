#pragma once

// Modes that a program needs: `relax` and `repair` on one program, for all callers.

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
  bool is_robustness = false;  // right means robust
  std::string cost_name;       // empty: relax: every weakest answer, repair: the number of changes
  orders::SiteCost cost;       // the cost named by cost_name
  std::uint32_t unroll = 0;    // the bound of loops
  ExplorerOptions explorer;    // limits and pool; the model is filled in
  const orders::SearchState* resume = nullptr;
  const orders::SearchKeeping* keep = nullptr;
};

// Returns a built-in cost by name: `all`, `changes` (repair), or a machine; empty: the usual cost.
// Nothing for other names.
[[nodiscard]] std::optional<orders::SiteCost> named_cost(bool repairs, std::string_view name);

// Returns why a text has no modes to search. Empty if it may have modes.
[[nodiscard]] std::string orders_misfit(const OrdersQuestion& question,
                                        const input::Subject& subject);

// Result of a search. The subject must outlive it.
struct OrdersReport {
  OrdersQuestion question;
  const input::Subject* subject = nullptr;
  std::shared_ptr<const MemoryModel> model;
  orders::ModelOrders orders;
  std::string mapping;  // compiled the program; empty: none
  input::OrderSites sites;
  orders::ModedProgram program;
  orders::SearchResult result;
  double seconds = 0;

  // Returns the program and the included files that change, with the modes of an answer.
  [[nodiscard]] std::vector<SourcePart> new_files(const orders::Answer& answer) const;
  // Returns the changes in all files as a patch.
  [[nodiscard]] std::string patch(const orders::Answer& answer) const;
  // Returns "12:3"; in an included file "lock.h:12:3".
  [[nodiscard]] std::string place_text(const SourceRange& at) const;
  // Returns the file of a place. Empty: the program's.
  [[nodiscard]] std::string file_of(const SourceRange& at) const;
  // Returns the source of a site, on one line, cut if long.
  [[nodiscard]] std::string source_text(std::size_t site) const;
};

// Searches modes for a program that was read and fits. Nothing, and `complaint` (whole lines), if
// the search is not known to be sound for the model, or the model does not apply to such programs.
[[nodiscard]] std::optional<OrdersReport> find_orders(
    const OrdersQuestion& question, const input::Subject& subject,
    const std::shared_ptr<const MemoryModel>& asked, std::string& complaint);

// Returns why the other command fits, after Ending::NotAsked: whole lines.
[[nodiscard]] std::string refusal_text(const OrdersReport& report);

// Returns where no fence can be inserted, for `repair` of a C program: sentences.
[[nodiscard]] std::vector<std::string> fence_remarks(const OrdersReport& report);

// Returns the modes that stay unchanged, and why: sentences.
[[nodiscard]] std::vector<std::string> left_alone_remarks(const OrdersReport& report);
// Returns "not-written".
[[nodiscard]] std::string_view left_alone_name(input::LeftAlone why);

// Returns for which clients the answers are right, if the code may have others. May be empty.
[[nodiscard]] std::string client_remark(const OrdersReport& report);

// True if every mode and every place for a fence was tried.
[[nodiscard]] bool has_tried_all(const OrdersReport& report);
// Returns the conclusion if an answer of `relax` changes nothing: "no mode can be weaker", if all
// were tried.
[[nodiscard]] std::string nothing_weaker_text(const OrdersReport& report);
// Returns that nothing, or nothing tried, makes the program right.
[[nodiscard]] std::string impossible_text(const OrdersReport& report);

// True if an answer's text, read again, is the program that the search found right.
[[nodiscard]] bool is_text_of(const OrdersReport& report, const orders::Answer& answer,
                              const input::Subject& again);

// Returns the command's exit status.
[[nodiscard]] int status_of(const OrdersReport& report);

// Returns members to add to a step that is too weak.
using StepAnnotation = std::function<Json(const orders::Answer&, const orders::WeakerStep&)>;

// Returns one JSON object.
[[nodiscard]] Json orders_json(const OrdersReport& report, const StepAnnotation& annotate = {});
// Returns the JSON object for a rejected file.
[[nodiscard]] Json orders_refusal_json(const OrdersQuestion& question,
                                       const input::Subject& subject);

}  // namespace drover::report
