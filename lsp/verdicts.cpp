#include "lsp/verdicts.h"

#include <algorithm>
#include <utility>

#include "support/format.h"
#include "support/text.h"

namespace drover::lsp {

namespace {

std::vector<std::string> texts_of(const Json& json) {
  std::vector<std::string> out;
  for (const Json& each : json.items()) {
    if (const auto text = each.text()) out.push_back(*text);
  }
  return out;
}

// Returns the answer as in the table of `drover check`.
std::string answer_of(const Json& condition) {
  const auto holds = condition.at("holds").truth();
  if (!holds) return "unknown";
  if (condition.at("kind").text() == "exists") return *holds ? "yes" : "no";
  return *holds ? "holds" : "violated";
}

// Returns why there is no answer, short enough for a lens.
std::string why_not(const JobResult& result) {
  if (!result.problem.empty()) return result.problem;
  constexpr std::size_t Most = 100;
  std::string line = result.output.substr(0, result.output.find('\n'));
  if (line.size() > Most) line = "failed";
  return line.empty() ? "failed" : line;
}

Json lens_json(const Json& range, const std::string& title, std::string_view command,
               const std::string& uri) {
  return {{"range", range},
          {"command", {{"title", title}, {"command", command}, {"arguments", Json::array({uri})}}}};
}

// Returns the program's beginning: the name of a litmus test, or the start of the first item.
Section beginning(const Document& document) {
  const auto& outline = document.analysis().symbols.outline;
  if (outline.empty()) return {0, 0};
  const bool is_litmus = document.kind() == editing::FileKind::Litmus;
  return is_litmus ? outline.front().named
                   : Section{outline.front().whole.begin, outline.front().whole.begin};
}

}  // namespace

void Settings::take(const Json& json) {
  if (const auto lens = json.at("lens").truth()) shows_lenses = *lens;
  const Json& given = json.at("models");
  if (!given.items().empty()) models = texts_of(given);
  if (const auto* members = std::get_if<Json::Object>(&given.value())) {
    for (const Json::Member& each : *members) models_of[each.key] = texts_of(each.value);
  }
  constexpr double Most = 3600;
  const auto seconds = json.at("maxTime").number();
  if (seconds && *seconds > 0) max_seconds = std::min(*seconds, Most);
  constexpr std::int64_t MostMemory = 1 << 20;
  const auto memory = json.at("maxMemory").whole_number();
  if (memory && *memory > 0) max_memory = static_cast<std::uint64_t>(std::min(*memory, MostMemory));
}

std::vector<std::string> Settings::models_for(const editing::Analysis& analysis) const {
  const bool is_core = analysis.kind == editing::FileKind::Core;
  const std::string key = is_core ? "core" : analysis.architecture;
  const auto own = models_of.find(key);
  if (own != models_of.end() && !own->second.empty()) return own->second;
  if (is_core || key == "C") {
    return models.empty() ? std::vector<std::string>{"sc", "tso", "rc11"} : models;
  }
  std::vector<std::string> usual{"sc", analysis.default_model};
  if (usual.front() == usual.back()) usual.pop_back();
  return usual;
}

std::string Verdicts::verdict_under(const std::string& model) const {
  if (!is_done()) return "";
  const auto found = std::ranges::find(columns_, model, &Column::model);
  return found == columns_.end() ? "" : found->verdict;
}

void Verdicts::want(Clock::time_point due) {
  if (is_started_ || is_wanted_) return;
  is_wanted_ = true;
  due_ = due;
}

void Verdicts::forget(JobRunner& jobs) {
  for (const JobId id : jobs_) jobs.cancel(id);
  *this = Verdicts();
}

void Verdicts::start(const Document& document, const Settings& settings, JobRunner& jobs,
                     const std::function<void()>& changed) {
  is_started_ = true;
  const std::vector<std::string> models = settings.models_for(document.analysis());
  for (const std::string& model : models) columns_.push_back({model, "", {}});
  const bool is_core = document.kind() == editing::FileKind::Core;
  const auto job = [&](std::vector<std::string> arguments, double seconds) {
    Job made;
    made.arguments = std::move(arguments);
    made.arguments.insert(made.arguments.end(),
                          {"--json", "--max-time", format("{}", settings.max_seconds), "-"});
    made.input = document.analysis().source.text();
    made.folder = settings.folder;
    made.max_seconds = seconds;
    made.max_memory = settings.max_memory;
    return made;
  };
  // Set first: no `done` may run before all jobs are started.
  pending_ = is_core ? 1 : models.size();
  if (is_core) {
    Job all = job({"check", "--progress", "none", "-m", joined(models, ",")},
                  settings.max_seconds * static_cast<double>(models.size()));
    all.done = [this, models, changed](const JobResult& result) {
      take_checks(result, models);
      pending_ = 0;
      changed();
    };
    jobs_.push_back(jobs.start(std::move(all)));
    return;
  }
  for (const std::string& model : models) {
    Job one = job({"litmus", "-m", model}, settings.max_seconds);
    one.done = [this, model, changed](const JobResult& result) {
      take_litmus(result, model);
      if (--pending_ == 0) changed();
    };
    jobs_.push_back(jobs.start(std::move(one)));
  }
}

void Verdicts::take_checks(const JobResult& result, const std::vector<std::string>& models) {
  const std::vector<Json> objects = objects_in(result.output);
  for (std::size_t i = 0; i < models.size(); ++i) {
    Column& column = columns_[i];
    const auto found = std::ranges::find_if(
        objects, [&](const Json& each) { return each.at("model").text() == column.model; });
    if (found == objects.end()) {
      column.verdict = why_not(result);
      continue;
    }
    column.verdict = found->at("verdict").text().value_or("failed");
    for (const Json& condition : found->at("conditions").items()) {
      column.conditions.push_back(answer_of(condition));
    }
  }
}

void Verdicts::take_litmus(const JobResult& result, const std::string& model) {
  const std::vector<Json> objects = objects_in(result.output);
  const auto column = std::ranges::find(columns_, model, &Column::model);
  if (column == columns_.end()) return;
  if (objects.empty()) {
    column->verdict = why_not(result);
    return;
  }
  const bool is_complete = objects.front().at("complete").truth().value_or(false);
  const auto observation = objects.front().at("observation").text();
  column->verdict = !is_complete ? "incomplete" : observation.value_or("failed");
}

std::string Verdicts::summary(std::optional<std::size_t> condition) const {
  return joined(columns_, " · ", [&](const Column& each) {
    if (!condition) return format("{}: {}", each.model, each.verdict);
    const bool has_answer = *condition < each.conditions.size();
    return format("{}: {}", each.model, has_answer ? each.conditions[*condition] : "unknown");
  });
}

Json Verdicts::lenses(const Document& document) const {
  Json out = Json::array();
  const Json place = document.range(beginning(document));
  if (!is_done()) {
    out.push_back(lens_json(place, "drover: checking …", "", document.uri()));
    return out;
  }
  out.push_back(lens_json(place, summary({}), "drover.server.check", document.uri()));
  const std::vector<SourceRange>& conditions = document.analysis().conditions;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    out.push_back(lens_json(document.range(conditions[i]), summary(i), "drover.server.explain",
                            document.uri()));
  }
  return out;
}

}  // namespace drover::lsp
