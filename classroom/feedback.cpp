#include "classroom/submission.h"

#include <cctype>
#include <set>

#include "classroom/exercise_text.h"
#include "classroom/sections.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

// Escapes Markdown's special characters, except in `code`.
std::string markdown_escaped(std::string_view text) {
  std::string out;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') is_code = !is_code;
    if (!is_code && std::string_view("\\*_<>[]#|").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return is_code ? out + '`' : out;
}

// Returns a code block, with a fence that the text does not contain.
std::string code_block(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != text.npos) fence += '`';
  return format("\n{}\n{}{}{}\n", fence, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string verdict_word(const Grade& grade) {
  if (grade.is_full()) return "right";
  if (!grade.is_readable()) return "cannot be read";
  if (grade.key == "missing") return "missing";
  if (grade.hundredths > 0) return "partly right";
  return grade.has_mistake() ? "wrong" : "not known";
}

std::string answer_text(const GradedAnswer& answer, const Exercise* exercise) {
  const Grade& grade = answer.grade;
  std::string out =
      format("\n## {}{}\n\n{} of {} points.\n", answer.exercise,
             exercise == nullptr ? "" : format(": {}", markdown_escaped(exercise->title)),
             points_text(grade.hundredths), grade.points);
  if (!grade.is_readable()) {
    out += "\nThe answer cannot be read:\n" + code_block(grade.diagnostics);
  }
  bool has_picture = false;
  std::string_view gap = "\n";  // before a list
  for (const Finding& finding : grade.findings) {
    out += format("{}- {}: {}\n", gap, finding.verdict(), markdown_escaped(finding.text));
    gap = "";
    if (has_picture || finding.picture.empty()) continue;
    out += code_block(first_lines(finding.picture));
    has_picture = true;
    gap = "\n";
  }
  if (grade.is_full()) return out;
  if (!grade.remark.empty()) out += format("\nRemark: {}\n", markdown_escaped(grade.remark));
  const bool has_hints = exercise != nullptr && !exercise->hints.empty();
  if (has_hints)
    out += format("\n`drover exercise try {} --hint` gives a hint.\n", answer.exercise);
  return out;
}

std::string file_name(std::string_view student) {
  std::string out;
  for (const char c : student) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_fine = std::isalnum(byte) != 0 || byte >= 0x80 || c == '-' || c == '_' ||
                         (c == '.' && !out.empty());
    out += is_fine ? c : '-';
  }
  return out.empty() ? "student" : out;
}

}  // namespace

std::string feedback_text(const Submission& submission, Pack& pack) {
  std::string out =
      format("# Feedback for {}\n\n{} of {} points.\n", markdown_escaped(submission.student),
             points_text(submission.hundredths()), submission.points());
  if (!submission.answers.empty()) out += "\n| exercise | points | |\n|---|---|---|\n";
  for (const GradedAnswer& each : submission.answers) {
    out += format("| {} | {} of {} | {} |\n", each.exercise, points_text(each.grade.hundredths),
                  each.grade.points, verdict_word(each.grade));
  }
  if (!submission.complaints.empty()) {
    out += "\nNot all of the file can be read:\n" + code_block(submission.complaints);
  }
  for (const GradedAnswer& each : submission.answers) {
    out += answer_text(each, pack.find(each.exercise));
  }
  return out;
}

std::vector<std::string> feedback_names(const std::vector<Submission>& submissions) {
  std::vector<std::string> names;
  std::set<std::string> taken;  // in lower case: some file systems ignore case
  for (const Submission& each : submissions) {
    const std::string stem = file_name(each.student);
    std::string name = stem + ".md";
    for (std::size_t i = 2; !taken.insert(lower_case(name)).second; ++i) {
      name = format("{}-{}.md", stem, i);
    }
    names.push_back(name);
  }
  return names;
}

}  // namespace drover::classroom
