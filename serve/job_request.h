#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/explain/candidates.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/memory_model.h"
#include "frontend/constant_override.h"
#include "frontend/source.h"
#include "input/subject.h"
#include "support/json.h"

namespace drover::serve {

// A run's task: the settings of the server, and the request. The common members of requests:
//
//   {"text": "…", "name": "SB.litmus", "models": ["sc", "mine.cat"],
//    "own_model": {"name": "mine.cat", "text": "…"}, "unroll": 4, "constants": {"N": 3},
//    "max_time": 5}
//
// Models are built in, or the request's own: no name refers to a file.
struct JobRequest {
  std::string job;
  Json body;           // of the request
  double seconds = 0;  // time limit of the run
  std::vector<std::string> exercises;

  std::string text;
  std::string name;
  std::vector<std::string> models;
  cat::ModelOptions model_options;  // include the own model
  std::optional<std::uint32_t> unroll;
  std::vector<ConstantOverride> constants;

  // Empty if the request lacks the member.
  [[nodiscard]] std::string string_member(std::string_view key) const;
  [[nodiscard]] std::optional<std::int64_t> number_member(std::string_view key) const;
  // True if the member exists and is true.
  [[nodiscard]] bool is_set(std::string_view key) const;
};

// Returns the request, or an error.
[[nodiscard]] std::variant<JobRequest, std::string> read_job(std::string_view text);

// The models of a request. None, and `complaints`, if the own model has errors.
struct RequestedModels {
  std::vector<std::shared_ptr<const MemoryModel>> models;
  std::string complaints;
};
[[nodiscard]] RequestedModels load_models(const JobRequest& request,
                                          const std::vector<std::string>& names);

// A program as some models see it, compiled if they are of a machine.
struct FittedGroup {
  std::shared_ptr<const Program> program;
  std::string mapping;       // empty: not compiled
  std::string architecture;  // of the compiled program, or of the litmus test
  std::vector<std::shared_ptr<const MemoryModel>> models;
};
// Groups models by the program that they see, in the order of their first models. Nothing, and
// `complaints`, if a model cannot run the program.
[[nodiscard]] std::vector<FittedGroup> fit_models(
    const std::shared_ptr<const Program>& program, const SourceBuffer& source,
    const std::vector<std::shared_ptr<const MemoryModel>>& models, std::string& complaints);

// Returns the text of a request. Its name comes from the request, or else from the kind of text:
// `program.drv`, `test.litmus`.
[[nodiscard]] SourceBuffer source_of(const JobRequest& request);
[[nodiscard]] input::Subject subject_of(const JobRequest& request);

// The program of a request, and the first of its models or else the program's usual one.
struct AskedProgram {
  input::Subject subject;
  std::string model_name;
  std::shared_ptr<const MemoryModel> model;  // null: an error
  std::string complaints;
};
[[nodiscard]] AskedProgram read_program(const JobRequest& request);

// True if threads choose values, as at a store-exclusive, which may fail.
[[nodiscard]] bool makes_choices(const Program& program);
inline constexpr const char* ChoicesAreNotPlayed =
    "this program cannot be played: besides what its reads read, threads choose values in it (a "
    "store-exclusive may fail, a random value may be any)";

// Returns the search for the candidates of a program under a model.
[[nodiscard]] explain::CandidateSearch candidates_of(const AskedProgram& asked);

}  // namespace drover::serve
