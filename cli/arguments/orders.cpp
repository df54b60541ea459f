#include <algorithm>

#include "analysis/orders/model_orders.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "drawing/execution_picture.h"
#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

// `relax` and `repair` are two forms of one search.
template <bool Repairs>
class OrdersArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    command_.repairs = Repairs;
    std::vector<Argument> all{
        input_files(&command_.input.files,
                    Repairs ? "programs that fail" : "programs that are right"),
        model_of_orders(),
        {.names = "--cost",
         .value = "WHAT",
         .text = Repairs
                     ? "which answers are best: those with the fewest `changes`, the cheapest on "
                       "`x86`, `aarch64` or `power`, or by a table, FILE.json; `all`: every "
                       "smallest one"
                     : "`all`: every weakest answer; only the cheapest of them on `x86`, "
                       "`aarch64` or `power`, or by a table, FILE.json",
         .target = &command_.cost,
         .usual = Repairs ? "changes" : "all",
         .proposals = proposals(),
         .kind = ValueIs::File},
        {.names = "--group",
         .value = "site|function",
         .text = "what changes together: accesses and fences of one place in the source, or all of "
                 "a thread or function",
         .target = &group_,
         .usual = "site",
         .choices = {"site", "function"}},
        flag("--patch", &command_.prints_patch, "print the changes as a patch of the file"),
        {.names = "--pick",
         .value = "N",
         .text = "with --patch: which of the answers",
         .target = &pick_,
         .usual = "1",
         .limits = WholeRange{1, 1'000'000}},
        {.names = "-o,--output",
         .value = "FILE",
         .text =
             "draw the executions that would go wrong into FILE.svg, .png, .pdf, .tex, .tikz or "
             ".dot; the second one into FILE-2.svg, …",
         .target = &command_.picture,
         .kind = ValueIs::File},
        constants_.option(),
        with_default(unroll_option(&command_.input.unroll)),
        with_default(max_threads_option(&command_.input.max_threads)),
        flag("--json", &is_json_, "one JSON object per file"),
        max_time_option(&command_.max_seconds, ", per file"),
        memory_.option(),
        max_executions_option(&command_.max_executions, ", per exploration"),
        jobs_option(command_.jobs, "threads: for parts of explorations (0: all processors)"),
        warnings_.option(),
        colour_.option()};
    if (!Repairs) {
      all.push_back(flag("--same-outcomes", &command_.keeps_outcomes,
                         "a final state that was not possible before is an error, too"));
    }
    for (Argument& each : state_.options()) all.push_back(std::move(each));
    for (Argument& each : constants_.compiler_options()) all.push_back(std::move(each));
    return all;
  }

  [[nodiscard]] Command take() {
    command_.input.constants = constants_.take(command_.input.files);
    command_.input.colour = colour_.take();
    command_.input.warnings = warnings_.take();
    command_.groups_functions = group_ == "function";
    if (!command_.model.empty()) require_model("--model", command_.model);
    if (is_json_) command_.format = ReportFormat::Json;
    require_cost();
    if (command_.prints_patch && is_json_) {
      throw WrongArgument("--patch", "cannot be combined with --json, which has the new text");
    }
    if (pick_ && !command_.prints_patch) throw WrongArgument("--pick", "needs --patch");
    command_.pick = pick_.value_or(1);
    require_picture();
    command_.state = state_.take(command_.input.files);
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  // Proposes only models for which the search is sound.
  [[nodiscard]] Argument model_of_orders() {
    Argument option = model_option(command_.model);
    // The table suffices: no model is read.
    option.proposals.clear();
    for (const orders::ModelOrders& each : orders::all_model_orders()) {
      option.proposals.emplace_back(each.name);
    }
    option.text = format("memory model: {}", joined(option.proposals, " "));
    option.usual = "rc11";
    return option;
  }

  static std::vector<std::string> proposals() {
    std::vector<std::string> words{"all", "x86", "aarch64", "power"};
    if (Repairs) words.insert(words.begin(), "changes");
    return words;
  }

  void require_cost() const {
    const std::string& cost = command_.cost;
    if (cost == "changes" && !Repairs) {
      throw WrongArgument("--cost",
                          "`changes` is for `repair`: without a change, nothing is relaxed");
    }
    const std::vector<std::string> known = proposals();
    const bool is_known = std::ranges::find(known, cost) != known.end();
    if (cost.empty() || is_known || cost.ends_with(".json")) return;
    throw WrongArgument("--cost", format("there are no costs called `{}`{}: {}, or a table in a "
                                         "file, FILE.json",
                                         cost, suggestion(cost, known), listed(known)));
  }
  static std::string listed(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += format("{}`{}`", out.empty() ? "" : ", ", word);
    return out;
  }

  void require_picture() const {
    if (command_.picture.empty()) return;
    if (command_.input.files.size() > 1)
      throw WrongArgument("--output", "works with one program only");
    const auto format_of = drawing::format_of_file(command_.picture);
    if (format_of && *format_of != drawing::PictureFormat::Text) return;
    throw WrongArgument(
        "--output",
        format("`{}` does not end in .svg, .png, .pdf, .tex, .tikz or .dot", command_.picture));
  }

  OrdersCommand command_;
  ConstantOptions constants_;
  MemoryOption memory_;
  ColourOption colour_;
  WarningOptions warnings_;
  StateOptions state_{"search"};
  std::string group_ = "site";
  std::optional<std::uint32_t> pick_;
  bool is_json_ = false;
};

}  // namespace

CommandDescription describe_relax() {
  return describe<OrdersArguments<false>>(
      "relax", "the weakest memory orders with which a program is still right",
      {{ExitVerified, "every weakest assignment of modes was found"},
       {ExitBadInput, "wrong input, or a program that is not right: `drover repair`"},
       {ExitIncomplete, "a limit was reached: there may be others"},
       FaultMeaning});
}

CommandDescription describe_repair() {
  return describe<OrdersArguments<true>>(
      "repair", "the smallest changes of memory orders that make a program right",
      {{ExitVerified, "all of the best repairs were found"},
       {ExitViolation, "no modes and fences can make it right"},
       {ExitBadInput, "wrong input, or a program that is right: `drover relax`"},
       {ExitIncomplete, "a limit was reached: there may be others"},
       FaultMeaning});
}

}  // namespace drover::cli
