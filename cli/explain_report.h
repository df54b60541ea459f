#pragma once

#include <string>
#include <string_view>

#include "analysis/explain/errors.h"
#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "input/question.h"

namespace drover::cli {

// A question and its answer. Everything outlives the report.
struct ExplainReport {
  const input::QuestionFile& file;
  const std::string& path;
  const input::Question& question;
  const explain::Explanation& explanation;
  std::uint32_t unroll = 0;
  std::vector<std::string> racing = {};  // models under which the program has a race
};

// For people.
[[nodiscard]] std::string text_report(const ExplainReport& report, Colour colour);
// For programs: one object on one line.
[[nodiscard]] std::string json_report(const ExplainReport& report);
// The same for a file that was refused.
[[nodiscard]] std::string explain_refusal_json(const std::string& path,
                                               const input::QuestionFile& file);

// Races, memory errors and deadlocks and why they are there, for people: each once, with the models
// that have it. And one of them, under its model, for programs.
[[nodiscard]] std::string error_report(const std::string& path,
                                       const std::vector<explain::ErrorExplanation>& errors,
                                       const Program& program, Colour colour);
[[nodiscard]] std::string error_json(const std::string& path,
                                     const explain::ErrorExplanation& explanation,
                                     const Program& program);

// Why the search for candidates did not come to its end; empty if it did.
[[nodiscard]] std::string limit_words(const ExplainReport& report);

}  // namespace drover::cli
