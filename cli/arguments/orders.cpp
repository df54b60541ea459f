#include <algorithm>
#include <memory>

#include "analysis/orders/model_orders.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

// `relax` and `repair` are two forms of one search.
struct GivenOrders {
  OrdersCommand command;
  ConstantOptions constants;
  std::optional<std::uint32_t> pick;
};

// Proposes only models for which the search is sound.
Argument model_of_orders(std::string& model) {
  Argument option = model_option(model);
  // The table suffices: no model is read.
  option.proposals.clear();
  for (const orders::ModelOrders& each : orders::all_model_orders()) {
    option.proposals.emplace_back(each.name);
  }
  option.text = format("memory model: {}", joined(option.proposals, " "));
  option.usual = "rc11";
  return option;
}

std::vector<std::string> known_costs(bool repairs) {
  std::vector<std::string> words{"all", "x86", "aarch64", "power"};
  if (repairs) words.insert(words.begin(), "changes");
  return words;
}

Argument cost_option(OrdersCommand& command) {
  return {.names = "--cost",
          .value = "WHAT",
          .text = command.repairs
                      ? "which answers are best: those with the fewest `changes`, the cheapest on "
                        "`x86`, `aarch64` or `power`, or by a table, FILE.json; `all`: every "
                        "smallest one"
                      : "`all`: every weakest answer; only the cheapest of them on `x86`, "
                        "`aarch64` or `power`, or by a table, FILE.json",
          .target = &command.cost,
          .usual = command.repairs ? "changes" : "all",
          .proposals = known_costs(command.repairs),
          .kind = ValueIs::File};
}

void require_cost(const OrdersCommand& command) {
  const std::string& cost = command.cost;
  refuse_if(cost == "changes" && !command.repairs, "--cost",
            "`changes` is for `repair`: without a change, nothing is relaxed");
  const std::vector<std::string> known = known_costs(command.repairs);
  const bool is_known = std::ranges::find(known, cost) != known.end();
  const auto quoted = [](const std::string& word) { return format("`{}`", word); };
  refuse_if(!cost.empty() && !is_known && !cost.ends_with(".json"), "--cost",
            format("there are no costs called `{}`{}: {}, or a table in a file, FILE.json", cost,
                   suggestion(cost, known), joined(known, ", ", quoted)));
}

OrdersCommand taken(GivenOrders& given) {
  OrdersCommand& command = given.command;
  command.input.constants = given.constants.take(command.input.files);
  if (!command.model.empty()) require_model("--model", command.model);
  require_cost(command);
  refuse_if(command.prints_patch && command.format == ReportFormat::Json, "--patch",
            "cannot be combined with --json, which has the new text");
  refuse_if(given.pick && !command.prints_patch, "--pick", "needs --patch");
  command.pick = given.pick.value_or(1);
  refuse_if(command.is_robustness && command.keeps_outcomes, "--robust",
            "cannot be combined with --same-outcomes");
  require_picture("--output", command.picture, command.input.files);
  require_state(command.state, "search", command.input.files);
  return command;
}

std::vector<Argument> arguments_of(GivenOrders& given) {
  OrdersCommand& command = given.command;
  std::vector<Argument> all{
      input_files(command.input.files,
                  command.repairs ? "programs that fail" : "programs that are right"),
      model_of_orders(command.model),
      cost_option(command),
      choice<bool>("--group", "site|function",
                   "what changes together: accesses and fences of one place in the source, or all "
                   "of a thread or function",
                   command.groups_functions, {{"site", false}, {"function", true}}, "site"),
      flag("--patch", &command.prints_patch, "print the changes as a patch of the file"),
      option("--pick", "N", "with --patch: which of the answers", &given.pick, {1, 1e6}, "1"),
      option("-o,--output", "FILE",
             "draw the executions that would go wrong into FILE.svg, .png, .pdf, .tex, .tikz or "
             ".dot; the second one into FILE-2.svg, …",
             &command.picture, ValueIs::File),
      given.constants.constants_option(),
      with_default(unroll_option(&command.unroll)),
      with_default(max_threads_option(command.input.max_threads)),
      json_flag(command.format, "one JSON object per file"),
      max_time_option(&command.max_seconds, ", per file"),
      max_memory_option(command.max_memory),
      max_executions_option(&command.max_executions, ", per exploration"),
      jobs_option(command.jobs, "threads: for parts of explorations (0: all processors)"),
      warnings_option(command.input.warnings),
      colour_option(command.input.colour)};
  all.push_back(flag("--robust", &command.is_robustness,
                     "right means robust: without executions that sc has not (`drover robust`); "
                     "errors do not count"));
  if (!command.repairs) {
    all.push_back(flag("--same-outcomes", &command.keeps_outcomes,
                       "a final state that was not possible before is an error, too"));
  }
  return in_order(
      {std::move(all), state_options(command.state, "search"), given.constants.compiler_options()});
}

CommandDescription describe(CommandDescription description, bool repairs) {
  const auto given = std::make_shared<GivenOrders>();
  given->command.repairs = repairs;
  description.arguments = arguments_of(*given);
  description.take = [given] { return taken(*given); };
  return description;
}

}  // namespace

CommandDescription describe_relax() {
  return describe(
      {.name = "relax",
       .summary = "the weakest memory orders with which a program is still right",
       .exits = {{ExitVerified, "every weakest assignment of modes was found"},
                 {ExitBadInput, "wrong input, or a program that is not right: `drover repair`"},
                 {ExitIncomplete, "a limit was reached: there may be others"}}},
      false);
}

CommandDescription describe_repair() {
  return describe(
      {.name = "repair",
       .summary = "the smallest changes of memory orders that make a program right",
       .exits = {{ExitVerified, "all of the best repairs were found"},
                 {ExitViolation, "no modes and fences can make it right"},
                 {ExitBadInput, "wrong input, or a program that is right: `drover relax`"},
                 {ExitIncomplete, "a limit was reached: there may be others"}}},
      true);
}

}  // namespace drover::cli
