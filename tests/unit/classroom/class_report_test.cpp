#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "classroom/submission.h"

namespace drover::class_report_test {
using namespace classroom;

namespace {

GradedAnswer answer(const std::string& exercise, std::uint64_t hundredths, const std::string& key) {
  Grade grade;
  grade.points = 2;
  grade.hundredths = hundredths;
  grade.key = key;
  return {exercise, grade};
}

std::vector<Submission> submissions() {
  return {{.files = {"ada.txt"},
           .student = "Ada",
           .answers = {answer("sb", 200, ""), answer("mp", 50, "weak")},
           .complaints = "",
           .warnings = ""},
          {.files = {"eve.txt"},
           .student = "=1+1",
           .answers = {answer("sb", 0, "missing")},
           .complaints = "unreadable",
           .warnings = ""}};
}

}  // namespace

TEST_CASE("the CSV has a row per student, an empty cell for a missing answer, and no formulas") {
  CHECK(grades_csv(submissions()) ==
        "student,files,points,of,readable,mp,sb\r\n"
        "Ada,ada.txt,2.5,4,yes,0.5,2\r\n"
        "'=1+1,eve.txt,0,2,no,,\r\n");
}

TEST_CASE("JUnit XML counts wrong answers as failures and unreadable ones as errors") {
  const std::string xml = junit_xml(submissions());
  CHECK(xml.find("<testsuites name=\"drover exercises\" tests=\"4\" failures=\"2\" errors=\"1\"") !=
        std::string::npos);
  CHECK(xml.find("message=\"0.5 of 2 points\" type=\"weak\"") != std::string::npos);
}

TEST_CASE("the summary of a class names the most frequent mistake") {
  const std::string text = class_summary(submissions());
  CHECK(text.starts_with("2 submissions, 0 with all points\n"));
  CHECK(text.find("mp  1 ") == std::string::npos);
  CHECK(text.find("sb  1 of 2 right; most often wrong: `missing` (1)") != std::string::npos);
}

}  // namespace drover::class_report_test
