#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/models/memory_model.h"
#include "frontend/constant_override.h"
#include "support/json.h"

namespace drover::serve {

// What a run is to do: the settings of the server, and the request. What most requests have in
// common is read here:
//
//   {"text": "…", "name": "SB.litmus", "models": ["sc", "mine.cat"],
//    "own_model": {"name": "mine.cat", "text": "…"}, "unroll": 4, "constants": {"N": 3},
//    "max_time": 5}
//
// Models are built in, or the own one: no name leads to a file.
struct JobRequest {
  std::string job;
  Json body;           // of the request
  double seconds = 0;  // what the run may take
  std::uint64_t memory = 0;
  std::vector<std::string> exercises;

  std::string text;
  std::string name;
  std::vector<std::string> models;
  cat::ModelOptions model_options;  // knows the own model
  std::optional<std::uint32_t> unroll;
  std::vector<ConstantOverride> constants;

  // Of the request; empty where there is none.
  [[nodiscard]] std::string string_member(std::string_view key) const;
  [[nodiscard]] std::optional<std::int64_t> number_member(std::string_view key) const;
  // Whether it is there and true.
  [[nodiscard]] bool is_set(std::string_view key) const;
};

// Or why it is wrong.
[[nodiscard]] std::variant<JobRequest, std::string> read_job(std::string_view text);

// The models of a request. Null, and `complaints`, where the own one has errors, or where one
// cannot be run on such programs.
struct RequestedModels {
  std::vector<std::shared_ptr<const MemoryModel>> models;
  std::string complaints;
};
[[nodiscard]] RequestedModels load_models(const JobRequest& request,
                                          const std::vector<std::string>& names,
                                          const ProgramKind& kind);

}  // namespace drover::serve
