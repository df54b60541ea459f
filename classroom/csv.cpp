// A table for a spreadsheet (RFC 4180): a row per submission, a column per exercise. An empty cell
// is a missing answer.
#include <algorithm>
#include <set>

#include "classroom/submission.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

// True if a spreadsheet would take the text for a formula: students choose their names.
bool looks_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string text_cell(std::string_view text) {
  std::string out = looks_like_formula(text) ? "'" : "";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  const bool is_plain = out.find_first_of(",\"\r\n") == std::string::npos;
  return is_plain ? out : format("\"{}\"", out);
}

std::string row_of(const Submission& submission, const std::set<std::string>& exercises) {
  std::string row = format("{},{},{},{},{}", text_cell(submission.student),
                           text_cell(submission.file), points_text(submission.hundredths()),
                           submission.points(), submission.complaints.empty() ? "yes" : "no");
  for (const std::string& exercise : exercises) {
    const auto found = std::ranges::find(submission.answers, exercise, &GradedAnswer::exercise);
    row += found == submission.answers.end() || found->grade.key == "missing"
               ? ","
               : format(",{}", points_text(found->grade.hundredths));
  }
  return row + "\r\n";
}

}  // namespace

std::string grades_csv(const std::vector<Submission>& submissions) {
  std::set<std::string> exercises;
  for (const Submission& each : submissions) {
    for (const GradedAnswer& answer : each.answers) exercises.insert(answer.exercise);
  }
  std::string out = "student,file,points,of,readable";
  for (const std::string& exercise : exercises) out += format(",{}", text_cell(exercise));
  out += "\r\n";
  for (const Submission& each : submissions) out += row_of(each, exercises);
  return out;
}

}  // namespace drover::classroom
