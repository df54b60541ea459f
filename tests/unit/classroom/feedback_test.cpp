#include <doctest/doctest.h>

#include <string>

#include "classroom/submission.h"

namespace drover::feedback_test {
using namespace classroom;

TEST_CASE("feedback escapes Markdown, names of feedback files are distinct") {
  Submission one{.files = {"a.txt"},
                 .student = "=A, \"B\" *c*",
                 .answers = {},
                 .complaints = "",
                 .warnings = ""};
  Grade grade;
  grade.points = 2;
  grade.hundredths = 150;
  grade.findings.push_back(
      {.is_right = false, .text = "x_y < `a*b`", .keys = {}, .picture = "```\n"});
  grade.remark = "why?";
  one.answers.push_back({"sb-count", grade});
  const Submission two{.files = {"b.txt"},
                       .student = "=a. *B*-*c*",
                       .answers = {},
                       .complaints = "no",
                       .warnings = ""};
  CHECK(grades_csv({one, two}) ==
        "student,files,points,of,readable,sb-count\r\n"
        "\"'=A, \"\"B\"\" *c*\",a.txt,1.5,2,yes,1.5\r\n"
        "'=a. *B*-*c*,b.txt,0,0,no,\r\n");
  Pack pack({}, Colour::Off);
  const std::string text = feedback_text(one, pack);
  CHECK(text.find("# Feedback for =A, \"B\" \\*c\\*\n") != std::string::npos);
  CHECK(text.find("- wrong: x\\_y \\< `a*b`\n") != std::string::npos);
  CHECK(text.find("\n````\n```\n````\n") != std::string::npos);
  CHECK(text.find("Remark: why?") != std::string::npos);
  CHECK(text.find("## sb-count: How many executions has store buffering?") != std::string::npos);
  CHECK(feedback_text(two, pack).find("Not all of the file can be read") != std::string::npos);
  const Submission dots{
      .files = {}, .student = "../..", .answers = {}, .complaints = "", .warnings = ""};
  CHECK(feedback_names({one, one, dots}) ==
        std::vector<std::string>{"-A---B---c-.md", "-A---B---c--2.md", "-.-...md"});
}

TEST_CASE("an unknown result is not called wrong") {
  Submission one{
      .files = {"a.txt"}, .student = "A", .answers = {}, .complaints = "", .warnings = ""};
  Grade grade;
  grade.points = 2;
  grade.findings.push_back(
      {.is_right = false, .text = "a limit", .keys = {"budget"}, .is_known = false});
  one.answers.push_back({"sb-count", grade});
  Pack pack({}, Colour::Off);
  const std::string text = feedback_text(one, pack);
  CHECK(text.find("| sb-count | 0 of 2 | not known |") != std::string::npos);
  CHECK(text.find("- not known: a limit\n") != std::string::npos);
  CHECK(text.find("wrong") == std::string::npos);
}

}  // namespace drover::feedback_test
