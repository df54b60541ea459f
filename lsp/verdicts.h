#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/jobs.h"
#include "support/json.h"

namespace drover::lsp {

// What the user chose; see docs/editors.md.
struct Settings {
  bool shows_lenses = true;
  std::vector<std::string> models;  // for core programs and tests in C; empty: sc, tso, rc11
  std::map<std::string, std::vector<std::string>> models_of;  // by architecture, or "core"
  double max_seconds = 5;                                     // per model
  std::uint64_t max_memory = 2048;                            // in MiB
  std::string folder;  // of the workspace; models from files are looked for there

  // Takes what an editor says; what it does not mention stays.
  void take(const Json& json);
  [[nodiscard]] std::vector<std::string> models_for(const editing::Analysis& analysis) const;
  // Whether the user has chosen models for core programs.
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

  // Somebody wants to see them. They are computed once the text has not changed for a moment.
  void want(Clock::time_point due);
  // `changed` is called when they are complete.
  void start(const Document& document, const Settings& settings, JobRunner& jobs,
             const std::function<void()>& changed);
  // The text has changed, or nobody looks any more.
  void forget(JobRunner& jobs);

  // Of the program; empty if it is not known.
  [[nodiscard]] std::string verdict_under(const std::string& model) const;

  // The lenses of the document: with verdicts, or that they are being computed.
  [[nodiscard]] Json lenses(const Document& document) const;

 private:
  struct Column {
    std::string model;
    std::string verdict;                  // of the program
    std::vector<std::string> conditions;  // yes, no, holds, violated, unknown
  };

  void take_checks(const JobResult& result, const std::vector<std::string>& models);
  void take_litmus(const JobResult& result, const std::string& model);
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] std::string summary_of_condition(std::size_t index) const;

  bool is_wanted_ = false;
  bool is_started_ = false;
  Clock::time_point due_;
  std::size_t pending_ = 0;
  std::vector<JobId> jobs_;
  std::vector<Column> columns_;
};

}  // namespace drover::lsp
