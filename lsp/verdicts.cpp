#include "lsp/verdicts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <utility>

#include "input/c_programs.h"
#include "input/subject.h"
#include "lsp/text_folder.h"
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

// True for the same error at the same place: executions differ between models.
bool is_same_error(const Json& a, const Json& b) {
  return std::ranges::all_of(
      std::array<std::string_view, 5>{"kind", "message", "file", "line", "column"},
      [&](std::string_view member) { return a.at(member).dump() == b.at(member).dump(); });
}

// Returns the range of the word at a place of an error; the beginning of the text if the place is
// in another file, or unknown.
Json range_of(const Document& document, const Json& place) {
  const SourceBuffer& source = document.analysis().source;
  const auto line = place.at("line").whole_number().value_or(0);
  const auto column = place.at("column").whole_number().value_or(0);
  const std::string file = place.at("file").text().value_or("");
  const bool is_own =
      file.empty() || file == input::StandardInputName ||
      std::filesystem::path(file).filename() == std::filesystem::path(document.path()).filename();
  const bool is_there = is_own && line > 0 && column > 0 && line <= source.line_count();
  if (!is_there) return document.range(Section{0, 0});
  const auto number = static_cast<std::uint32_t>(line);
  const std::string_view text = source.line_text(number);
  std::size_t begin = 0;
  for (std::int64_t i = 1; i < column && begin < text.size(); ++i) {
    begin += std::max<std::size_t>(character_length(text, begin), 1);
  }
  std::size_t end = begin;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
    ++end;
  }
  const std::size_t start = source.line_begin(number);
  return document.range(Section{start + begin, start + std::max(end, begin + 1)});
}

// `under`: the models that show the error, in words.
Json error_json(const Document& document, const Json& error, const std::string& under) {
  const std::string kind = error.at("kind").text().value_or("");
  const std::string message = error.at("message").text().value_or("");
  const auto hint = error.at("hint").text();
  // An assertion may have no text of its own.
  const bool is_run = error.at("severity").is_null();
  const std::string what =
      is_run ? format("{}{}{}{}", kind, message.empty() ? "" : ": ", message, under) : message;
  const bool is_warning = error.at("severity").text() == "warning";
  Json out{{"range", range_of(document, error)},
           {"severity", is_warning ? 2 : 1},
           {"code", kind},
           {"source", "drover"},
           {"message", hint ? format("{}\nhint: {}", what, *hint) : what}};
  for (const Json& other : error.at("others").items()) {
    out["relatedInformation"].push_back(
        {{"location", {{"uri", document.uri()}, {"range", range_of(document, other)}}},
         {"message", other.at("remark")}});
  }
  return out;
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
  if (const auto errors = json.at("errors").truth()) shows_errors = *errors;
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
  for (const std::string& model : models) {
    columns_.push_back({.model = model, .verdict = "", .conditions = {}, .errors = {}});
  }
  const bool is_litmus = document.kind() == editing::FileKind::Litmus;
  const auto job = [&](std::vector<std::string> arguments, double seconds) {
    Job made;
    made.arguments = std::move(arguments);
    made.arguments.insert(made.arguments.end(),
                          {"--json", "--max-time", format("{}", settings.max_seconds)});
    made.input = document.analysis().source.text();
    made.folder = settings.folder;
    made.max_seconds = seconds;
    made.max_memory = settings.max_memory;
    return made;
  };
  // Set first: no `done` may run before all jobs are started.
  pending_ = is_litmus ? models.size() : 1;
  if (!is_litmus) {
    Job all = job({"check", "--progress", "none", "-m", joined(models, ",")},
                  settings.max_seconds * static_cast<double>(models.size()));
    std::shared_ptr<const TextFolder> folder;
    if (document.kind() == editing::FileKind::C) {
      // A file, beside which C looks for others first, and then beside the document.
      folder = std::make_shared<const TextFolder>(document);
      all.arguments.push_back("-I" + folder_of(document));
      all.arguments.push_back(folder->path());
      std::ranges::move(input::words_for_c_file(document.path()),
                        std::back_inserter(all.arguments));
    } else {
      all.arguments.emplace_back("-");
    }
    all.done = [this, models, changed, folder](const JobResult& result) {
      take_checks(result, models);
      pending_ = 0;
      changed();
    };
    jobs_.push_back(jobs.start(std::move(all)));
    return;
  }
  for (const std::string& model : models) {
    Job one = job({"litmus", "-m", model}, settings.max_seconds);
    one.arguments.emplace_back("-");
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
    for (const Json& error : found->at("errors").items()) column.errors.push_back(error);
    for (const Json& error : found->at("diagnostics").items()) column.errors.push_back(error);
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

Json Verdicts::diagnostics(const Document& document) const {
  Json out = Json::array();
  if (!is_done()) return out;
  struct Found {
    const Json* error;
    std::vector<std::string> models;
  };
  std::vector<Found> all;
  for (const Column& column : columns_) {
    for (const Json& error : column.errors) {
      const auto known = std::ranges::find_if(
          all, [&](const Found& each) { return is_same_error(*each.error, error); });
      if (known == all.end()) {
        all.push_back({&error, {column.model}});
      } else if (known->models.back() != column.model) {
        known->models.push_back(column.model);
      }
    }
  }
  for (const Found& each : all) {
    const std::string under =
        each.models.size() == columns_.size() ? "" : format(" ({})", joined(each.models, ", "));
    out.push_back(error_json(document, *each.error, under));
  }
  return out;
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
