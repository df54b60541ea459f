// Reports on the submissions of a class.
//
// A table for a spreadsheet (RFC 4180): a row per student, a column per exercise. An empty cell
// is a missing answer.
//
// JUnit XML for continuous integration and course platforms: an answer with all points passes, with
// fewer points fails, and is an error if unreadable. There are no times: the same submissions give
// the same file.

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "classroom/submission.h"
#include "frontend/source.h"
#include "support/format.h"
#include "support/text.h"
#include "words/run_words.h"

namespace drover::classroom {

namespace {

struct Tally {
  std::size_t answers = 0;
  std::size_t right = 0;
  std::map<std::string, std::size_t> keys;  // counts of wrong answers by key

  void add(const Grade& grade) {
    ++answers;
    if (grade.is_full()) {
      ++right;
    } else {
      ++keys[grade.key];
    }
  }
  // Returns the most frequent key; of several, the first by name.
  [[nodiscard]] std::string worst() const {
    const auto found =
        std::ranges::max_element(keys, {}, [](const auto& each) { return each.second; });
    return found == keys.end()
               ? ""
               : format("; most often wrong: `{}` ({})", found->first, found->second);
  }
};

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
  std::string row =
      format("{},{},{},{},{}", text_cell(submission.student),
             text_cell(joined(submission.files, ", ")), points_text(submission.hundredths()),
             submission.points(), submission.complaints.empty() ? "yes" : "no");
  for (const std::string& exercise : exercises) {
    const auto found = std::ranges::find(submission.answers, exercise, &GradedAnswer::exercise);
    row += found == submission.answers.end() || found->grade.key == "missing"
               ? ","
               : format(",{}", points_text(found->grade.hundredths));
  }
  return row + "\r\n";
}

// Escapes attributes and texts. Characters invalid in XML become `?`.
std::string xml_escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    const char c = text[at];
    const bool is_control = static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    if (length == 0 || is_control || c == 0x7f) {
      out += '?';
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string case_xml(const Submission& submission, const GradedAnswer& answer) {
  const Grade& grade = answer.grade;
  std::string out = format(R"(    <testcase classname="{}" name="{}" time="0")",
                           xml_escaped(submission.student), xml_escaped(answer.exercise));
  if (grade.is_full()) return out + "/>\n";
  const std::string_view element = grade.is_readable() ? "failure" : "error";
  std::string text = grade.diagnostics;
  for (const Finding& finding : grade.findings) {
    text += format("{}: {}\n", finding.verdict(), finding.text);
  }
  if (!grade.remark.empty()) text += format("{}\n", grade.remark);
  return out + format(
                   ">\n      <{} message=\"{} of {} points\" type=\"{}\">{}</{}>\n    "
                   "</testcase>\n",
                   element, points_text(grade.hundredths), grade.points, xml_escaped(grade.key),
                   xml_escaped(text), element);
}

struct Totals {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;

  [[nodiscard]] std::string attributes() const {
    return format(R"(tests="{}" failures="{}" errors="{}" time="0")", tests, failures, errors);
  }
};

void count(const Submission& submission, Totals& totals) {
  for (const GradedAnswer& each : submission.answers) {
    ++totals.tests;
    if (!each.grade.is_readable()) {
      ++totals.errors;
    } else if (!each.grade.is_full()) {
      ++totals.failures;
    }
  }
  if (submission.complaints.empty()) return;
  ++totals.tests;
  ++totals.errors;
}

}  // namespace

std::string class_summary(const std::vector<Submission>& submissions) {
  std::map<std::string, Tally> tallies;
  std::size_t width = 0;
  for (const Submission& submission : submissions) {
    for (const GradedAnswer& answer : submission.answers) {
      tallies[answer.exercise].add(answer.grade);
      width = std::max(width, answer.exercise.size());
    }
  }
  const auto full = std::ranges::count_if(submissions, &Submission::is_full);
  std::string out =
      format("{}, {} with all points\n", words::plural(submissions.size(), "submission"), full);
  for (const auto& [name, tally] : tallies) {
    out += format("  {:{}}  {} of {} right{}\n", name, width, tally.right, tally.answers,
                  tally.worst());
  }
  return out;
}

std::string grades_csv(const std::vector<Submission>& submissions) {
  std::set<std::string> exercises;
  for (const Submission& each : submissions) {
    for (const GradedAnswer& answer : each.answers) exercises.insert(answer.exercise);
  }
  std::string out = "student,files,points,of,readable";
  for (const std::string& exercise : exercises) out += format(",{}", text_cell(exercise));
  out += "\r\n";
  for (const Submission& each : submissions) out += row_of(each, exercises);
  return out;
}

std::string junit_xml(const std::vector<Submission>& submissions) {
  Totals all;
  for (const Submission& each : submissions) count(each, all);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += format("<testsuites name=\"drover exercises\" {}>\n", all.attributes());
  for (const Submission& each : submissions) {
    Totals own;
    count(each, own);
    out += format("  <testsuite name=\"{}\" {}>\n", xml_escaped(each.student), own.attributes());
    for (const GradedAnswer& answer : each.answers) out += case_xml(each, answer);
    if (!each.complaints.empty()) {
      out += format(
          "    <testcase classname=\"{}\" name=\"the files\" time=\"0\">\n      <error "
          "message=\"the submission cannot be read\" type=\"unreadable\">{}</error>\n"
          "    </testcase>\n",
          xml_escaped(each.student), xml_escaped(each.complaints));
    }
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace drover::classroom
