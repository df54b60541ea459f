#include "serve/job_request.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "frontend/suggestion.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "support/format.h"

namespace drover::serve {

namespace {

constexpr std::int64_t MaxUnroll = 10'000;
constexpr std::size_t MaxNameSize = 80;
constexpr std::size_t MaxModels = 16;

// True for a name without folders and control characters.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= MaxNameSize && name.front() != '.' &&
         name.front() != '-' && std::ranges::none_of(name, [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte < 0x20 || byte == 0x7f || c == '/' || c == '\\' || c == '<';
         });
}

// Reads one request. Short-lived.
class RequestReader {
 public:
  explicit RequestReader(JobRequest& request) : request_(request) {}

  // Returns an error. Empty if the request is valid.
  std::string read() {
    read_text("text", request_.text, MaxSourceSize);
    read_text("name", request_.name, MaxNameSize);
    if (!request_.name.empty() && !is_plain_name(request_.name)) complain("`name` has a folder");
    // Line markers of preprocessed C name files.
    if (request_.name.ends_with(".i")) {
      complain("preprocessed C programs are not read here: `drover check FILE.i` reads them");
    }
    read_own_model();
    read_models();
    read_numbers();
    read_constants();
    return complaint_;
  }

 private:
  void complain(std::string text) {
    if (complaint_.empty()) complaint_ = std::move(text);
  }

  void read_text(std::string_view key, std::string& target, std::size_t most) {
    const Json& json = request_.body.at(key);
    if (json.is_null()) return;
    const std::optional<std::string> text = json.text();
    if (!text) return complain(format("`{}` is not a text", key));
    if (text->size() > most) return complain(format("`{}` has more than {} bytes", key, most));
    target = *text;
  }

  void read_own_model() {
    const Json& own = request_.body.at("own_model");
    if (own.is_null()) return;
    const std::optional<std::string> text = own.at("text").text();
    const std::string chosen = own.at("name").text().value_or("own.cat");
    if (!text) return complain("`own_model` is `{\"name\": …, \"text\": …}`");
    if (!is_plain_name(chosen) || !chosen.ends_with(".cat")) {
      return complain("the name of `own_model` ends in `.cat` and has no folder");
    }
    if (text->size() > MaxSourceSize) return complain("`own_model` is too long");
    request_.model_options.texts[chosen] = *text;
  }

  void read_models() {
    const Json& models = request_.body.at("models");
    if (models.is_null()) return;
    const auto* list = std::get_if<Json::Array>(&models.value());
    if (list == nullptr) return complain("`models` is not a list");
    if (list->size() > MaxModels) return complain(format("more than {} models", MaxModels));
    const std::vector<std::string> known = known_models();
    for (const Json& item : *list) {
      const std::optional<std::string> name = item.text();
      if (!name) return complain("`models` has something that is not a name");
      if (std::ranges::find(known, *name) == known.end()) {
        const std::string hint = did_you_mean(*name, known);
        return complain(
            format("there is no model `{}`{}{}", *name, hint.empty() ? "" : "; ", hint));
      }
      const bool is_new = std::ranges::find(request_.models, *name) == request_.models.end();
      if (is_new) request_.models.push_back(*name);
    }
  }

  [[nodiscard]] std::vector<std::string> known_models() const {
    std::vector<std::string> known(model_names().begin(), model_names().end());
    for (const std::string_view name : machine_model_names()) known.emplace_back(name);
    for (const auto& [name, text] : request_.model_options.texts) known.push_back(name);
    return known;
  }

  void read_numbers() {
    if (const Json& unroll = request_.body.at("unroll"); !unroll.is_null()) {
      const auto number = unroll.whole_number();
      if (!number || *number < 1 || *number > MaxUnroll) {
        return complain(format("`unroll` is a number from 1 to {}", MaxUnroll));
      }
      request_.unroll = static_cast<std::uint32_t>(*number);
    }
    if (const Json& seconds = request_.body.at("max_time"); !seconds.is_null()) {
      const auto number = seconds.number();
      if (!number || !std::isfinite(*number) || *number <= 0) {
        return complain("`max_time` is a number of seconds");
      }
      request_.seconds = std::min(request_.seconds, *number);
    }
  }

  void read_constants() {
    const Json& constants = request_.body.at("constants");
    if (constants.is_null()) return;
    const auto* members = std::get_if<Json::Object>(&constants.value());
    if (members == nullptr) return complain("`constants` is `{\"NAME\": VALUE}`");
    for (const Json::Member& member : *members) {
      const auto value = member.value.whole_number();
      if (!value) return complain(format("the constant `{}` is not a whole number", member.key));
      request_.constants.push_back({member.key, *value});
    }
  }

  JobRequest& request_;
  std::string complaint_;
};

}  // namespace

std::string JobRequest::string_member(std::string_view key) const {
  return body.at(key).text().value_or("");
}

std::optional<std::int64_t> JobRequest::number_member(std::string_view key) const {
  return body.at(key).whole_number();
}

bool JobRequest::is_set(std::string_view key) const { return body.at(key).truth().value_or(false); }

std::variant<JobRequest, std::string> read_job(std::string_view text) {
  const Json json = Json::parse(text).value_or(nullptr);
  const std::optional<std::string> job = json.at("job").text();
  if (!job || json.at("seconds").is_null()) {
    return "a job is `{\"job\": NAME, \"request\": {…}}`: only a server has any";
  }
  JobRequest request;
  request.job = *job;
  request.body = json.at("request");
  request.seconds = json.at("seconds").number().value_or(1);
  for (const Json& item : json.at("exercises").items()) {
    if (const auto path = item.text()) request.exercises.push_back(*path);
  }
  std::string complaint = RequestReader(request).read();
  if (!complaint.empty()) return complaint;
  return request;
}

RequestedModels load_models(const JobRequest& request, const std::vector<std::string>& names) {
  RequestedModels out;
  for (const std::string& name : names) {
    input::LoadedModel loaded = input::load_model(name, Colour::Off, request.model_options);
    out.complaints += loaded.complaints;
    if (loaded.model == nullptr) return {{}, std::move(out.complaints)};
    out.models.push_back(std::move(loaded.model));
  }
  return out;
}

std::vector<FittedGroup> fit_models(const std::shared_ptr<const Program>& program,
                                    const SourceBuffer& source,
                                    const std::vector<std::shared_ptr<const MemoryModel>>& models,
                                    std::string& complaints) {
  std::vector<FittedGroup> groups;
  const auto fail = [&](std::string_view complaint) {
    complaints += complaint;
    return std::vector<FittedGroup>();
  };
  for (const auto& model : models) {
    const input::FittedProgram compiled =
        input::fit_program(program, &source, std::span(&model, 1), nullptr, Colour::Off);
    if (compiled.program == nullptr) return fail(compiled.complaint);
    const ProgramKind kind = kind_of(*compiled.program);
    const MemoryModel* fitted = model->fitted(kind);
    if (fitted == nullptr) return fail(input::misfit_lines(*model, kind));
    const std::string mapping = compiled.mapping == nullptr ? "" : compiled.mapping->name;
    auto known = std::ranges::find(groups, mapping, &FittedGroup::mapping);
    if (known == groups.end()) {
      known = groups.insert(known, FittedGroup{compiled.program, mapping, kind.architecture, {}});
    }
    // Aliasing pointer: the fitted model keeps the loaded model alive.
    known->models.emplace_back(model, fitted);
  }
  return groups;
}

SourceBuffer source_of(const JobRequest& request) {
  const input::SubjectKind kind = input::kind_of_text(request.text);
  const std::string usual = kind == input::SubjectKind::Litmus ? "test.litmus"
                            : kind == input::SubjectKind::C    ? "program.c"
                                                               : "program.drv";
  return SourceBuffer::from_text(request.name.empty() ? usual : request.name, request.text);
}

input::Subject subject_of(const JobRequest& request) {
  return input::read_subject_text(source_of(request),
                                  {.constants = request.constants, .unroll = request.unroll});
}

AskedProgram read_program(const JobRequest& request) {
  AskedProgram asked{
      .subject = subject_of(request), .model_name = {}, .model = {}, .complaints = {}};
  if (!asked.subject.program) {
    asked.complaints = asked.subject.complaints(Colour::Off);
    return asked;
  }
  asked.model_name = request.models.empty() ? asked.subject.default_model : request.models.front();
  RequestedModels loaded = load_models(request, {asked.model_name});
  asked.complaints = std::move(loaded.complaints);
  if (loaded.models.empty()) return asked;
  std::vector<FittedGroup> groups =
      fit_models(asked.subject.program, *asked.subject.source, loaded.models, asked.complaints);
  if (groups.empty()) return asked;
  asked.subject.program = groups.front().program;
  asked.model = groups.front().models.front();
  return asked;
}

bool makes_choices(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      return std::holds_alternative<Choose>(instruction.body);
    });
  });
}

explain::CandidateSearch candidates_of(const AskedProgram& asked) {
  return {*asked.subject.program, asked.subject.unroll,
          asked.model->needs_dependencies() ? explain::Dependencies::Included
                                            : explain::Dependencies::LeftOut};
}

}  // namespace drover::serve
