#include "classroom/submission.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "classroom/submission.h"

namespace drover::submission_test {
using namespace classroom;

TEST_CASE("a submission names its student, and each answer after `==` is graded") {
  const std::string file = "exercise_test_answers.txt";
  std::ofstream(file) << "Student: A & <B>\n== sb-two-models\nsc: forbidden\ntso: forbidden\n"
                      << "== sb-two-modles\nsc: forbidden\n";
  Pack pack({}, Colour::Off);
  const Submission submission =
      grade_submission(file, "nobody", {"sb-two-models", "sb-count"}, pack, Colour::Off);
  CHECK(submission.student == "A & <B>");
  CHECK(student_of("a/answers.txt", {"a/answers.txt"}) == "a");
  CHECK(student_of("all/a.txt", {"all/a.txt", "all/b.txt"}) == "a");
  CHECK(student_of("a/mine.txt", {"a/mine.txt", "b/mine.txt"}) == "a");
  CHECK(student_of("answers.txt", {"answers.txt"}) == "answers");
  CHECK(submission.answers.size() == 2);
  CHECK(submission.hundredths() == 100);
  CHECK(submission.points() == 4);
  CHECK(submission.complaints.find(":5:4: error: there is no exercise") != std::string::npos);
  CHECK(diagnostic_name(DiagnosticKind::AnswerExercise) == "AnswerExercise");
  CHECK(submission.complaints.find("did you mean `sb-two-models`") != std::string::npos);
  CHECK_FALSE(submission.is_full());
  const std::string summary = class_summary({submission, submission});
  CHECK(summary.find("2 submissions, 0 with all points") != std::string::npos);
  CHECK(summary.find("sb-two-models  0 of 2 right; most often wrong: `tso=forbidden` (2)") !=
        std::string::npos);
  const std::string xml = junit_xml({submission});
  CHECK(xml.find("A &amp; &lt;B&gt;") != std::string::npos);
  CHECK(xml.find("tests=\"3\" failures=\"2\" errors=\"1\"") != std::string::npos);
  std::remove(file.c_str());
}

}  // namespace drover::submission_test
