// JUnit XML for continuous integration and course platforms: an answer with all points passes, with
// fewer points fails, and is an error if unreadable. There are no times: the same submissions give
// the same file.
#include <cstddef>

#include "classroom/submission.h"
#include "frontend/source.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

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
    text += format("{} {}\n", finding.is_right ? "right:" : "wrong:", finding.text);
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

std::string junit_xml(const std::vector<Submission>& submissions) {
  Totals all;
  for (const Submission& each : submissions) count(each, all);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += format("<testsuites name=\"drover exercises\" {}>\n", all.attributes());
  for (const Submission& each : submissions) {
    Totals own;
    count(each, own);
    out += format("  <testsuite name=\"{}\" {}>\n", xml_escaped(each.file), own.attributes());
    for (const GradedAnswer& answer : each.answers) out += case_xml(each, answer);
    if (!each.complaints.empty()) {
      out += format(
          "    <testcase classname=\"{}\" name=\"the file\" time=\"0\">\n      <error "
          "message=\"the submission cannot be read\" type=\"unreadable\">{}</error>\n"
          "    </testcase>\n",
          xml_escaped(each.student), xml_escaped(each.complaints));
    }
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace drover::classroom
