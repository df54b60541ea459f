#pragma once

#include <string>
#include <string_view>

#include "cli/explain/question.h"
#include "explorer/explain/explanation.h"
#include "frontend/diagnostic_printer.h"

namespace drover {

// A question and its answer. Everything outlives the report.
struct ExplainReport {
  const QuestionFile& file;
  const std::string& path;
  const Question& question;
  const Explanation& explanation;
  std::uint32_t unroll = 0;
};

// For people.
[[nodiscard]] std::string text_report(const ExplainReport& report, Colour colour);
// For programs: one object on one line.
[[nodiscard]] std::string json_report(const ExplainReport& report);
// The same for a file that was refused.
[[nodiscard]] std::string explain_refusal_json(const std::string& path, const QuestionFile& file);

// "allowed", "forbidden", "impossible", "unknown".
[[nodiscard]] constexpr std::string_view verdict_word(OutcomeVerdict verdict) {
  switch (verdict) {
    case OutcomeVerdict::Allowed: return "allowed";
    case OutcomeVerdict::Forbidden: return "forbidden";
    case OutcomeVerdict::Impossible: return "impossible";
    case OutcomeVerdict::Unknown: return "unknown";
  }
  return "";
}
// Why the search for candidates did not come to its end; empty if it did.
[[nodiscard]] std::string limit_words(const ExplainReport& report);

}  // namespace drover
