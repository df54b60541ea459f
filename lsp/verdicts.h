#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/jobs.h"
#include "support/json.h"

namespace drover::lsp {

// The user's settings; see docs/editors.md.
struct Settings {
  bool shows_lenses = true;
  bool shows_errors = true;         // of runs, as diagnostics
  std::vector<std::string> models;  // for core programs and tests in C; empty: sc, tso, rc11
  std::map<std::string, std::vector<std::string>> models_of;  // by architecture, or "core"
  double max_seconds = 5;                                     // per model
  std::uint64_t max_memory = 2048;                            // in MiB
  std::string folder;  // of the workspace; paths of models are relative to it

  // Takes an editor's settings; others stay unchanged.
  void take(const Json& json);
  [[nodiscard]] std::vector<std::string> models_for(const editing::Analysis& analysis) const;
  // True if the user chose models for core programs.
  [[nodiscard]] bool has_core_models() const {
    return !models.empty() || models_of.contains("core");
  }
};

// The verdicts on one version of a document, computed in the background.
class Verdicts {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_done() const { return is_started_ && pending_ == 0; }
  [[nodiscard]] bool is_waiting() const { return is_wanted_ && !is_started_; }
  [[nodiscard]] Clock::time_point due() const { return due_; }

  // Requests the verdicts. They are computed once the text has not changed for a moment.
  void want(Clock::time_point due);
  // Calls `changed` when all verdicts are complete.
  void start(const Document& document, const Settings& settings, JobRunner& jobs,
             const std::function<void()>& changed);
  // Forgets the verdicts: the text has changed, or the document is closed.
  void forget(JobRunner& jobs);

  // Returns the program's verdict. Empty if unknown.
  [[nodiscard]] std::string verdict_under(const std::string& model) const;

  // Returns what runs have found as diagnostics: races, failed assertions and other errors at their
  // lines, with the models that show them. Empty before the verdicts are complete.
  [[nodiscard]] Json diagnostics(const Document& document) const;

  // Returns the document's lenses: verdicts, or that they are being computed.
  [[nodiscard]] Json lenses(const Document& document) const;

 private:
  struct Column {
    std::string model;
    std::string verdict;                  // of the program
    std::vector<std::string> conditions;  // yes, no, holds, violated, unknown
    std::vector<Json> errors;             // members of `errors` or `diagnostics` of `check --json`
  };

  void take_checks(const JobResult& result, const std::vector<std::string>& models);
  void take_litmus(const JobResult& result, const std::string& model);
  // Returns the answers to a condition, or the verdicts on the program.
  [[nodiscard]] std::string summary(std::optional<std::size_t> condition) const;

  bool is_wanted_ = false;
  bool is_started_ = false;
  Clock::time_point due_;
  std::size_t pending_ = 0;
  std::vector<JobId> jobs_;
  std::vector<Column> columns_;
};

}  // namespace drover::lsp
