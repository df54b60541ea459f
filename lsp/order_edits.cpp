#include "lsp/order_edits.h"

#include <algorithm>
#include <utility>

#include "editing/order_models.h"
#include "support/format.h"

namespace drover::lsp {

namespace {

Json order_action(const Document& document, bool repairs, const std::string& model) {
  const std::string title =
      format("{} the orders of this program ({})", repairs ? "Repair" : "Relax", model);
  return {{"title", title},
          {"kind", "refactor.rewrite"},
          {"command",
           {{"title", title},
            {"command", repairs ? RepairCommandName : RelaxCommandName},
            {"arguments", Json::array({document.uri(), model})}}}};
}

// Returns the user's models that have orders, at most four, or else the default model.
std::vector<std::string> order_models(const Document& document, const Settings& settings) {
  constexpr std::size_t Most = 4;
  std::vector<std::string> models;
  if (settings.has_core_models()) models = settings.models_for(document.analysis());
  std::erase_if(models, [](const std::string& each) { return !editing::has_orders(each); });
  if (models.empty()) models = {document.analysis().default_model};
  if (models.size() > Most) models.resize(Most);
  return models;
}

// Returns the messages of a command, without the JSON.
std::string messages_in(const std::string& output) {
  std::string out;
  std::size_t at = 0;
  while (at < output.size()) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    if (output[at] != '{') out += output.substr(at, end - at) + "\n";
    at = end + 1;
  }
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return format("{} {}", count, count == 1 ? one : many);
}

OrderEdit edit_of(const JobResult& result, bool repairs, const std::string& model) {
  OrderEdit out;
  out.status = result.status;
  if (!result.is_finished) {
    out.problem = result.problem;
    return out;
  }
  const std::vector<Json> objects = objects_in(result.output);
  const std::string verdict =
      objects.empty() ? "" : objects.front().at("verdict").text().value_or("");
  if (verdict.empty() || verdict == "invalid") {
    out.problem = messages_in(result.output);
    if (out.problem.empty()) out.problem = "it failed";
    return out;
  }
  const Json& found = objects.front();
  const Json::Array& answers = found.at("answers").items();
  const bool is_cut = verdict == "incomplete";
  if (verdict == "wrong") {
    out.words = format("The program is wrong under {} ({}): \"Repair\" is the action that fits.",
                       model, found.at("error").at("message").text().value_or("an error"));
  } else if (verdict == "right") {
    out.words = format("The program is right under {}: \"Relax\" is the action that fits.", model);
  } else if (verdict == "impossible") {
    const std::string under = found.at("error_under").text().value_or(model);
    out.words =
        format("No change of modes and fences that may be made can make it right under {}{}.",
               model, under == model ? "" : format(": the fault is there under {}, too", under));
  } else if (verdict == "unreachable") {
    out.words = format(
        "No modes can make it right under {}: a final state that is required is lost.", model);
  } else if (answers.empty()) {
    out.words = format("Not done: {}. No answer has been found so far.",
                       found.at("limit").text().value_or("a limit was reached"));
  } else if (answers.front().at("changes").items().empty()) {
    out.words = format("Every mode is needed as it is under {}.", model);
  } else {
    out.text = answers.front().at("text").text();
    out.words = format("{} under {}.",
                       repairs ? counted(answers.size(), "smallest repair", "smallest repairs")
                               : counted(answers.size(), "weakest assignment of modes",
                                         "weakest assignments of modes"),
                       model);
    if (answers.size() > 1) {
      out.words +=
          format(" This is the first; `drover {}` shows the others.", repairs ? "repair" : "relax");
    }
    if (is_cut) out.words += " A limit was reached: there may be others.";
  }
  return out;
}

}  // namespace

std::vector<Json> order_actions(const Document& document, const Settings& settings,
                                const Verdicts& verdicts) {
  std::vector<Json> out;
  const bool fits =
      document.kind() == editing::FileKind::Core && !document.analysis().default_model.empty();
  if (!fits) return out;
  for (const std::string& model : order_models(document, settings)) {
    const std::string verdict = verdicts.verdict_under(model);
    const bool is_right = verdict == "safe" || verdict == "vacuous";
    if (verdict != "violation") out.push_back(order_action(document, false, model));
    if (!is_right) out.push_back(order_action(document, true, model));
  }
  return out;
}

std::optional<JobId> start_orders(const std::string& command, const Document& document,
                                  const std::string& model, const Settings& settings,
                                  JobRunner& jobs,
                                  const std::function<void(const OrderEdit&)>& done,
                                  std::string& problem) {
  if (document.kind() != editing::FileKind::Core) {
    problem = "modes are looked for in programs";
    return std::nullopt;
  }
  if (document.analysis().default_model.empty()) {
    problem = "the text has errors";
    return std::nullopt;
  }
  const bool repairs = command == RepairCommandName;
  const std::string chosen = model.empty() ? document.analysis().default_model : model;
  // A name that begins with `-` would be an option.
  if (chosen.starts_with("-")) {
    problem = format("`{}` is not a model", chosen);
    return std::nullopt;
  }
  Job job;
  job.arguments = {
      repairs ? "repair" : "relax",       "--json", "--color", "never", "-m", chosen, "--max-time",
      format("{}", settings.max_seconds), "-"};
  job.input = document.analysis().source.text();
  job.folder = settings.folder;
  job.max_seconds = settings.max_seconds;
  job.max_memory = settings.max_memory;
  job.done = [repairs, chosen, done](const JobResult& result) {
    done(edit_of(result, repairs, chosen));
  };
  return jobs.start(std::move(job));
}

}  // namespace drover::lsp
