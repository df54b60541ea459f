#include "lsp/commands.h"

#include <fstream>
#include <sstream>
#include <utility>

#include "lsp/text_folder.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::lsp {

namespace {

namespace fs = std::filesystem;

// Paths of models are relative to the workspace's folder.
std::string model_list(const Document& document, const Settings& settings, bool is_first_only) {
  std::string out;
  for (const std::string& model : settings.models_for(document.analysis())) {
    const bool is_file = model.ends_with(".cat") && !settings.folder.empty();
    if (!out.empty()) out += ",";
    out += is_file ? (fs::path(settings.folder) / model).string() : model;
    if (is_first_only) break;
  }
  return out;
}

std::vector<std::string> arguments_of(const std::string& name, const Document& document,
                                      const Settings& settings, const std::string& file) {
  const bool is_litmus = document.kind() == editing::FileKind::Litmus;
  const std::string time = format("{}", settings.max_seconds);
  const std::string models = model_list(document, settings, false);
  if (name == ReportCommandName) {
    return {"report",     "-m", models, "--progress",  "none",
            "--max-time", time, "-o",   "report.html", file};
  }
  if (name == ExplainCommandName) {
    return {"explain", "--color", "never", "-m", models, "--max-time", time, file};
  }
  if (is_litmus) {
    return {"litmus",     "--color", "never", "-m", document.analysis().default_model,
            "--max-time", time,      file};
  }
  std::vector<std::string> arguments{"check", "--color", "never",      "--progress", "none",
                                     "-m",    models,    "--max-time", time};
  if (document.kind() == editing::FileKind::C) arguments.push_back("-I" + folder_of(document));
  arguments.push_back(file);
  return arguments;
}

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
  for (const std::string& line : split(output, '\n')) {
    if (!line.starts_with('{')) out += line + "\n";
  }
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return format("{} {}", count, count == 1 ? one : many);
}

CommandResult edit_of(const JobResult& result, bool repairs, const std::string& model) {
  CommandResult out;
  std::string words;
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
    words = format("The program is wrong under {} ({}): \"Repair\" is the action that fits.", model,
                   found.at("error").at("message").text().value_or("an error"));
  } else if (verdict == "right") {
    words = format("The program is right under {}: \"Relax\" is the action that fits.", model);
  } else if (verdict == "impossible") {
    const std::string under = found.at("error_under").text().value_or(model);
    words =
        format("No change of modes and fences that may be made can make it right under {}{}.",
               model, under == model ? "" : format(": the fault is there under {}, too", under));
  } else if (verdict == "unreachable") {
    words = format("No modes can make it right under {}: a final state that is required is lost.",
                   model);
  } else if (answers.empty()) {
    words = format("Not done: {}. No answer has been found so far.",
                   found.at("limit").text().value_or("a limit was reached"));
  } else if (answers.front().at("changes").items().empty()) {
    words = format("Every mode is needed as it is under {}.", model);
  } else {
    out.edited = answers.front().at("text").text();
    words = format("{} under {}.",
                   repairs ? counted(answers.size(), "smallest repair", "smallest repairs")
                           : counted(answers.size(), "weakest assignment of modes",
                                     "weakest assignments of modes"),
                   model);
    if (answers.size() > 1) {
      words +=
          format(" This is the first; `drover {}` shows the others.", repairs ? "repair" : "relax");
    }
    if (is_cut) words += " A limit was reached: there may be others.";
  }
  out.json = {{"status", result.status}, {"text", words}};
  return out;
}

// Returns why the command cannot run on the document; empty if it can.
std::string refusal_of(const std::string& name, const Document& document,
                       const std::string& model) {
  if (is_search(name) && document.kind() != editing::FileKind::Core) {
    return "modes are looked for in programs";
  }
  if (document.kind() == editing::FileKind::Cat) {
    return "this is a model: programs and litmus tests are run";
  }
  if (!document.analysis().can_run) {
    return document.kind() == editing::FileKind::C
               ? "this is not a C program with threads or atomics and a `main`"
               : "the text has errors";
  }
  // A name that begins with `-` would be an option.
  return model.starts_with("-") ? format("`{}` is not a model", model) : "";
}

}  // namespace

bool is_search(std::string_view command) {
  return command == RelaxCommandName || command == RepairCommandName;
}

std::optional<JobId> start_command(const std::string& name, const Document& document,
                                   const std::string& model, const Settings& settings,
                                   JobRunner& jobs,
                                   const std::function<void(const CommandResult&)>& done,
                                   std::string& problem) {
  problem = refusal_of(name, document, model);
  if (!problem.empty()) return std::nullopt;
  Job job;
  job.max_seconds = settings.max_seconds;
  job.max_memory = settings.max_memory;
  if (is_search(name)) {
    const bool repairs = name == RepairCommandName;
    const std::string chosen = model.empty() ? document.analysis().default_model : model;
    const std::string time = format("{}", settings.max_seconds);
    job.arguments = {repairs ? "repair" : "relax",
                     "--json",
                     "--color",
                     "never",
                     "-m",
                     chosen,
                     "--max-time",
                     time,
                     "-"};
    job.input = document.analysis().source.text();
    job.folder = settings.folder;
    job.done = [repairs, chosen, done](const JobResult& result) {
      done(edit_of(result, repairs, chosen));
    };
    return jobs.start(std::move(job));
  }
  const auto folder = std::make_shared<const TextFolder>(document);
  if (!folder->is_there()) {
    problem = "there is no place for temporary files";
    return std::nullopt;
  }
  // A report takes several runs per model.
  const bool is_report = name == ReportCommandName;
  const auto models = static_cast<double>(settings.models_for(document.analysis()).size());
  job.arguments = arguments_of(name, document, settings, folder->name());
  job.folder = folder->folder().string();
  job.max_seconds *= models * (is_report ? 4 : 2);
  job.done = [folder, is_report, done](const JobResult& result) {
    if (!result.is_finished) return done({nullptr, result.problem, {}});
    Json json{{"status", result.status}, {"text", result.output}};
    if (is_report) json["html"] = file_text(folder->folder() / "report.html");
    done({std::move(json), "", {}});
  };
  return jobs.start(std::move(job));
}

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

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

}  // namespace drover::lsp
