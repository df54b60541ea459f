#pragma once

#include <string>
#include <string_view>

#include "analysis/explain/errors.h"
#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "input/question.h"
#include "words/reason_words.h"

namespace drover::cli {

// A question and its answer. All referents outlive the report.
struct ExplainReport {
  const input::QuestionFile& file;
  const std::string& path;
  const input::Question& question;
  const explain::Explanation& explanation;
  std::uint32_t unroll = 0;
  std::vector<std::string> racing = {};  // models under which the program has a race
  words::AccountDetail detail = words::AccountDetail::Main;
};

[[nodiscard]] std::string text_report(const ExplainReport& report, Colour colour);
// Returns one JSON object on one line.
[[nodiscard]] std::string json_report(const ExplainReport& report);
// Returns the JSON object for a rejected file.
[[nodiscard]] std::string explain_refusal_json(const std::string& path,
                                               const input::QuestionFile& file);

// Races, memory errors and deadlocks with their reasons, as text: each once, with the models that
// have it. As JSON: one error under its model.
[[nodiscard]] std::string error_report(const std::string& path,
                                       const std::vector<explain::ErrorExplanation>& errors,
                                       const Program& program, Colour colour);
[[nodiscard]] std::string error_json(const std::string& path,
                                     const explain::ErrorExplanation& explanation,
                                     const Program& program);

// Returns why the search for candidates is incomplete. Empty if complete.
[[nodiscard]] std::string limit_words(const ExplainReport& report);

}  // namespace drover::cli
